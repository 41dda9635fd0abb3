// The race in words: moves, what happened, seats, chariots, spaces.
import type { Benefit, Move, EventShown } from "../../lib/types";
import { has, t, worlds, type Sayings } from "../../lib/words.svelte";
import { nameParts } from "./race";

const say = (key: string, values: Record<string, unknown> = {}) => t(`avecaesar:${key}`, values);

/** Name a seat by its colour. */
export function seatName(seat: string): string {
  return say(`seat.${seat}`);
}

/** Name a chariot: "Red", in a team "Red 2", "Uncrewed 1". */
export function chariotName(name: string): string {
  const { colour, number } = nameParts(name);
  const word = say(`seat.${colour}`);
  return number === null ? word : say("chariot.numbered", { colour: word, number });
}

/** The short sign on a chariot: a letter, in a team with its number. */
export function chariotSign(name: string): string {
  const { colour, number } = nameParts(name);
  if (colour === "uncrewed") return String(number ?? "");
  return `${say(`letter.${colour}`)}${number ?? ""}`;
}

/** Say where a space lies: "S6.2.1" is the first space of lane 2 in section 6, "S3.1" a narrow passage, "K.2" the lane. */
export function spaceName(name: string, number: number): string {
  const [section = "", lane = "", row] = name.replace("S", "").split(".");
  if (section === "K") return say("space.imperial", { number, row: lane });
  if (row === undefined) return say("space.neck", { number, section });
  return say("space.lane", { number, section, lane, row });
}

export function trackName(track: string): string {
  return has(`avecaesar:track.${track}`) ? say(`track.${track}`) : track;
}

/** Why a race or a game is over, from its code. */
export function reason(code: string): string {
  return has(`avecaesar:reason.${code}`) ? say(`reason.${code}`) : "";
}

function move(move: Move): string {
  return say(`move.${move.kind}`, move.parts);
}

/** Where an event may say that something goes, instead of a space's number. */
const ENDS = new Set<unknown>(["finish", "nowhere"]);

function told(told: EventShown): string {
  const key = `event.${told.key}`;
  if (!has(`avecaesar:${key}`) && !has(`avecaesar:${key}_other`)) return told.text;
  const values: Record<string, unknown> = {
    ...told,
    seat: told.seat === null ? "" : seatName(told.seat),
    chariot: told["chariot"] === undefined ? "" : chariotName(String(told["chariot"])),
    to: ENDS.has(told["to"]) ? say(`end.${told["to"]}`) : say("end.space", { number: told["to"] }),
  };
  if (told.key === "race-begins")
    Object.assign(values, {
      track: trackName(String(told["track"])),
      direction: say(`direction.${told["direction"]}`),
    });
  if (told.key === "finishes" && !told["place"]) return say("event.finishes-unplaced", values);
  if (told.key === "drove" && told["to"] === "finish") return say("event.drove-home", values);
  if (typeof told["reason"] === "string") values["reason"] = reason(told["reason"]);
  if (told.key === "votes-counted") values["count"] = told["votes"];
  if (told.key === "drove") values["count"] = told["card"]; // numbers of spaces are hidden: how far is what one sees
  return say(key, values);
}

/** What a better move would have brought: who arrives next. */
function benefit({ code, seat, best, played }: Benefit): string {
  if (!has(`avecaesar:benefit.${code}`)) return "";
  return say(`benefit.${code}`, { seat: seatName(seat), best: worlds(best), played: worlds(played) });
}

export const sayings: Sayings = { move, told, seat: seatName, benefit };
