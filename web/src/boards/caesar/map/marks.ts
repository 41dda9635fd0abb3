// How every place of the map is marked: what may be chosen there, what would come of it, and what has just happened.
import type { Moves } from "../../../lib/moves";
import type { LegalMove, EventShown } from "../../../lib/types";
import { numbersOf } from "../choice.svelte";
import {
  isPlacement,
  placementOf,
  type CaesarView,
  type Closing,
  type Facts,
  type Placement,
  type Side,
} from "../shapes";

/** A token that is not placed yet, as it would lie. */
export interface Ghost {
  side: Side;
  token: string;
  numbers: Record<string, number>;
  down: boolean;
}

export interface Mark {
  /** The move that a press makes, or what it picks. */
  move: number | undefined;
  pick: string | undefined;
  legal: boolean;
  advised: boolean;
  asked: boolean;
  last: boolean;
  chosen: boolean;
  dimmed: boolean;
  ghost: Ghost | null;
  /** What the placement shown would add to a province, and what it would close. */
  adds: { side: Side; number: number } | null;
  closes: Closing | null;
}

/** What may be done now, and what of it is picked, looked at, advised or asked about. */
export interface Choosing {
  legal: LegalMove[];
  told: EventShown[];
  token: string | null;
  preview: number | null;
  chosen: string | null;
  over: string | null;
  advised: number[];
  asked: number | null;
}

const PLACED = new Set(["placed", "placed-down", "on-border", "turned-token", "turned-control"]);

/** Find what a press on a place does at once, by the place's name. */
export function movesByPlace(legal: LegalMove[], moves: Moves): Map<string, number> {
  const found = new Map<string, number>();
  for (const { id, kind } of legal) {
    if (kind !== "might" && kind !== "order") continue;
    const { parts } = moves.at(id);
    const place = parts["province"] ?? parts["border"];
    if (place) found.set(place, id);
  }
  return found;
}

/** Find the placement that is shown as half made. */
export function shownOf(
  { legal, preview, asked }: Choosing,
  moves: Moves,
  facts: Facts,
  side: Side,
): (Placement & { ghost: Ghost }) | null {
  const id = preview ?? (asked !== null && moves.at(asked).kind === "place" ? asked : null);
  if (id === null) return null;
  const move = legal.filter(isPlacement).find((each) => each.id === id) ?? placementOf(moves.at(id));
  const between = move && facts.borders[move.border]?.between;
  if (!move || !between) return null;
  const { numbers, down } = numbersOf(move.id, moves, between);
  return { ...move, ghost: { side, token: move.token, numbers, down } };
}

/** Mark every place, by its name. */
export function marksOf(now: Choosing, moves: Moves, facts: Facts, view: CaesarView): Record<string, Mark> {
  const placements = now.legal.filter(isPlacement);
  const open = new Set(placements.map((move) => move.border));
  const lit = now.token
    ? new Set(placements.filter((move) => move.token === now.token).map((move) => move.border))
    : open;
  const byPlace = movesByPlace(now.legal, moves);
  const wished = new Set(
    now.advised.flatMap((id) => {
      const { kind, parts } = moves.at(id);
      if (kind === "place" && now.token && parts["token"] !== now.token) return [];
      return [parts["border"], parts["province"]];
    }),
  );
  const waiting = now.asked === null ? {} : moves.at(now.asked).parts;
  const last = new Set(
    now.told.flatMap((event) =>
      PLACED.has(event.key) ? [event["border"]] : event.key === "closed" ? [event["province"]] : [],
    ),
  );
  const shown = shownOf(now, moves, facts, view.active);
  const common = (name: string) => ({
    move: byPlace.get(name),
    advised: wished.has(name),
    last: last.has(name),
  });
  const none = { pick: undefined, chosen: false, dimmed: false, ghost: null, adds: null, closes: null };
  const marks: Record<string, Mark> = {};
  for (const name of Object.keys(facts.provinces)) {
    const number = shown?.ghost.numbers[name];
    marks[name] = {
      ...none,
      ...common(name),
      legal: byPlace.has(name),
      asked: waiting["province"] === name,
      adds: shown && number !== undefined ? { side: shown.ghost.side, number } : null,
      closes: shown?.closes.find((each) => each.province === name) ?? null,
    };
  }
  for (const name of Object.keys(facts.borders))
    marks[name] = {
      ...none,
      ...common(name),
      pick: open.has(name) ? `border ${name}` : undefined,
      legal: lit.has(name) || byPlace.has(name),
      asked: waiting["border"] === name,
      chosen: now.chosen === name || now.over === name,
      dimmed: now.token !== null && !view.borders[name]?.token && !lit.has(name),
      ghost: shown?.border === name ? shown.ghost : null,
    };
  return marks;
}
