// Puts what the table shows into words: tokens, places, moves, and what happened.
import { sentence } from "../../lib/setting";
import type { Benefit, Move, EventShown } from "../../lib/types";
import { has, t, worlds, type Sayings } from "../../lib/words.svelte";
import { printed, symbolsOf, type Closing, type Placed, type Province, type Side, type Space } from "./shapes";

/** A word of this game. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  return t(`caesar:${key}`, values);
}

/** Why a game is over, from its code. */
export function reason(code: string): string {
  return has(`caesar:reason.${code}`) ? say(`reason.${code}`) : "";
}

/** "ship 5/1" in the chosen language. */
export function tokenName(token: string): string {
  if (token === "?") return say("token.hidden");
  const [a, b] = printed(token);
  return say("token.name", { symbol: say(`symbol.${symbolsOf(token).join("-")}`), a, b });
}

export function borderName(border: string): string {
  return border.replace("-", "–");
}

export function seatName(seat: string): string {
  return say(`seat.${seat}`);
}

export function bonusName(bonus: string): string {
  return say(`bonus.${bonus}.name`);
}

/** Who plays which side: all that the words for a place need of a position besides the place itself. */
export interface Seated {
  sides: Record<Side, { player: string }>;
}

/** Who plays a side: in solo Crassus plays the other one. */
export function playerOf(view: Seated, side: Side): string {
  return seatName(view.sides[side].player);
}

// --- moves

function placement(parts: Record<string, string>): string {
  const token = tokenName(parts["token"] ?? "");
  const border = parts["border"] ?? "";
  if (parts["face"] === "down") return say("move.place-down", { token, border: borderName(border) });
  return say("move.place", { token, towards: towards(border.split("-").map((end) => [end, Number(parts[end])])) });
}

/** "5 towards Sicilia, 1 towards Sardinia", the higher number first. */
export function towards(numbers: [string, number][]): string {
  return [...numbers]
    .sort((a, b) => b[1] - a[1])
    .map(([province, number]) => say("towards", { province, number }))
    .join(", ");
}

function move({ kind, parts }: Move): string {
  switch (kind) {
    case "place":
      return placement(parts);
    case "order":
      return say("move.order", { province: parts["province"] });
    case "might":
      return parts["border"]
        ? say("move.might-border", { border: borderName(parts["border"]) })
        : say("move.might-province", { province: parts["province"] });
    case "centurion":
      return say("move.centurion", { token: tokenName(parts["token"] ?? "") });
    case "decline":
      return say(parts["of"] === "bank" ? "move.leave-bank" : "move.decline");
    default:
      return say(`move.${kind}`);
  }
}

// --- what happened

const player = (name: unknown): string => (typeof name === "string" ? seatName(name) : "");

/** Where the reasons of an event have their words. */
const REASONS: Record<string, string> = {
  priority: "priority",
  "tie-province": "tie-province",
  "tie-space": "tie-space",
  "tie-token": "tie-token",
  "closes-first": "tie-province",
  "narrowed-provinces": "narrowed-provinces",
  "narrowed-spaces": "narrowed-spaces",
  "narrowed-tokens": "narrowed-tokens",
  lapsed: "lapsed",
  ended: "reason",
};

function told(event: EventShown): string {
  return sentence(happened(event));
}

function happened(event: EventShown): string {
  const values: Record<string, unknown> = { ...event, who: player(event.actor) };
  if (typeof event["token"] === "string") values["token"] = tokenName(event["token"]);
  if (typeof event["border"] === "string") values["border"] = borderName(event["border"]);
  if (typeof event["bonus"] === "string") values["bonus"] = bonusName(event["bonus"]);
  if (event["numbers"]) values["towards"] = towards(Object.entries(event["numbers"] as Record<string, number>));
  if (REASONS[event.key] && typeof event["reason"] === "string")
    values["reason"] = say(`${REASONS[event.key]}.${event["reason"]}`);
  for (const name of ["winner", "victim"]) if (event[name]) values[name] = player(event[name]);
  if (event.key === "turned-control") values["place"] = values["border"] ?? event["province"];
  if (event.key === "tile-turned") values["orders"] = orders(String(event["tile"]));
  if (event.key === "under-senate") {
    values["tokens"] = say("count.control", { count: event["count"] });
    values["senates"] = say("count.senate", { count: event["senate"] });
  }
  for (const name of ["left", "count"]) if (typeof event[name] === "number") values["count"] = event[name];
  if (event.key === "poisoned")
    return say(event["victim"] === "crassus" ? "told.poisoned-row" : "told.poisoned", values);
  return say(`told.${event.key}`, values);
}

export function orders(tile: string): string {
  return say(`tile.${tile}`);
}

/** What a better move would have brought: control of a province. */
function benefit({ code, seat, parts, best, played }: Benefit): string {
  const key = `benefit.${code}`;
  if (!has(`caesar:${key}`)) return "";
  return say(key, { ...parts, who: seatName(seat), best: worlds(best), played: worlds(played) });
}

export const sayings: Sayings = { move, told, seat: seatName, benefit };

// --- the position

/** A placed token: "Caesar's ship 5/1: 5 towards Sicilia, 1 towards Sardinia". */
export function placedWords(placed: Placed, view: Seated): string {
  const [who, token] = [playerOf(view, placed.side), tokenName(placed.token)];
  if (placed.face_down) return say("space.down", { who, token });
  return say("space.token", { who, token, towards: towards(Object.entries(placed.numbers)) });
}

export function spaceWords(name: string, space: Space, view: Seated): string {
  const parts = [say("space.name", { border: borderName(name), symbol: say(`symbol.${space.symbol}`) })];
  if (space.border_control) parts.push(say("space.border-control"));
  parts.push(space.token ? placedWords(space.token, view) : say("space.free"));
  if (space.control)
    parts.push(
      say(space.control.face_down ? "space.control-down" : "space.control", {
        who: playerOf(view, space.control.side),
      }),
    );
  return parts.join(". ");
}

export function provinceWords(name: string, province: Province, view: Seated): string {
  const parts = [province.central ? say("province.central", { name }) : name];
  if (province.bonus) parts.push(say("province.bonus", { bonus: bonusName(province.bonus) }));
  parts.push(standing(province, view));
  if (!province.closed) parts.push(say("province.free", { count: province.spaces_left, of: province.spaces }));
  return parts.join(". ");
}

/** Who leads in a province, or who controls it. */
export function standing(province: Province, view: Seated): string {
  const { caesar, pompey } = province.influence;
  const sums = say("province.sums", {
    caesar: playerOf(view, "caesar"),
    pompey: playerOf(view, "pompey"),
    a: caesar,
    b: pompey,
  });
  if (province.closed) {
    if (!province.control) return `${sums} ${say(province.bonus ? "province.waits" : "province.nobody")}`;
    const down = province.control_tokens_face_down;
    return `${sums} ${say("province.controls", { who: playerOf(view, province.control) })}${down ? ` ${say("province.turned", { count: down })}` : ""}`;
  }
  if (caesar === pompey) return `${sums} ${say("province.even")}`;
  return `${sums} ${say("province.leads", { who: playerOf(view, caesar > pompey ? "caesar" : "pompey") })}`;
}

/** What a placement would close. */
export function closingWords(closing: Closing, view: Seated): string {
  const { caesar, pompey } = closing.influence;
  const head = say("closes.head", { province: closing.province, a: caesar, b: pompey });
  if (!closing.control) return `${head} ${say("closes.nobody")}`;
  const who = playerOf(view, closing.control);
  const tokens = say("closes.control", { who, count: closing.control_tokens });
  return closing.under_senate
    ? `${head} ${tokens} ${say("closes.senate", { count: closing.under_senate })}`
    : `${head} ${tokens}`;
}
