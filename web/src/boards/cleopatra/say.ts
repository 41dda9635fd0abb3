// Moves, events and cards of Caesar & Cleopatra in words.
import type { Move, Told } from "../../lib/types";
import { has, t, type Sayings } from "../../lib/words.svelte";
import { callKey, HIDDEN } from "./model";

const ns = (key: string): string => `cleopatra:${key}`;
const INFLUENCE = ["philosopher", "1", "2", "3", "4", "5"];

export function say(key: string, values: Record<string, unknown> = {}): string {
  return t(ns(key), values);
}

export function knows(key: string): boolean {
  return has(ns(key));
}

export const seatName = (seat: string): string => say(`seat.${seat}`);
export const groupName = (group: string): string => say(`group.${group}`);
export const groupLetter = (group: string): string => say(`letter.${group}`);
export const callName = (call: string): string =>
  knows(`call.${callKey(call)}`) ? say(`call.${callKey(call)}`) : groupName(call);
export const missionName = (mission: string): string => say(`mission.${mission}`);

/** An influence card or an action card by its name: "3", "philosopher", "scout". */
export function cardName(card: string): string {
  if (card === HIDDEN) return say("card.hidden");
  return INFLUENCE.includes(card) ? say(`card.${card}`) : say(`action.${card}.name`);
}

/** What an action card, or the philosopher, does, in the edition that is played. */
export function cardHelp(card: string, game: string): string {
  if (card in { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 }) return say("help.number", { card });
  if (card === "philosopher") return say("help.philosopher");
  const special = `action.${card}.help${game.slice(-4)}`;
  return knows(special) ? say(special) : say(`action.${card}.help`);
}

/** Numbers and names of a move or an event as words. */
function words(parts: Record<string, unknown>, seat: string | null = null): Record<string, unknown> {
  const said: Record<string, unknown> = { ...parts };
  if (seat) said["seat"] = seatName(seat);
  for (const [name, value] of Object.entries(parts)) {
    const naming = NAMING[name];
    if (naming && typeof value === "string" && value !== HIDDEN) said[name] = naming(value);
  }
  return said;
}

const NAMING: Record<string, (value: string) => string> = {
  group: groupName,
  first: groupName,
  second: groupName,
  card: cardName,
  action: cardName,
  call: callName,
  mission: missionName,
  reason,
  move: sayNamed,
};

/** Put a move's kind and parts into words; `text` is its English name, for moves that an event names. */
export function sayMove(move: Pick<Move, "kind" | "parts">): string {
  const { kind, parts } = move;
  if (kind === "place" || kind === "assassinate") return say(`move.${kind}-${parts["face"]}`, words(parts));
  if (kind === "draw") return say(`move.draw-${parts["pile"]}`);
  return say(`move.${kind}`, words(parts));
}

const GROUP = "([a-z]+)";
const PATTERNS: [RegExp, string, string[]][] = [
  [new RegExp(`^assassinate face-down (\\d) at ${GROUP}$`), "assassinate-down", ["place", "group"]],
  [new RegExp(`^assassinate (\\w+) at ${GROUP}$`), "assassinate-up", ["card", "group"]],
  [new RegExp(`^scout ${GROUP}$`), "scout", ["group"]],
  [new RegExp(`^wrath at ${GROUP}$`), "wrath", ["group"]],
  [new RegExp(`^castle ${GROUP} and ${GROUP}$`), "castle", ["first", "second"]],
  [/^spy$/, "spy", []],
];

/** Put the text of an action card's move, as events name it, into words. */
export function sayNamed(text: string): string {
  for (const [pattern, key, names] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return say(`move.${key}`, words(Object.fromEntries(names.map((name, k) => [name, found[k + 1]]))));
  }
  return text;
}

/** The end of a game: the server says why in English. */
export function reason(text: string): string {
  const key = `reason.${text.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  return knows(key) ? say(key) : text;
}

export function sayTold(told: Told): string {
  const { kind: _kind, key, seat, text, ...parts } = told;
  if (!knows(`told.${key}`) && !knows(`told.${key}_other`)) return text;
  return say(`told.${key}`, words(parts, seat));
}

export const sayings: Sayings = { move: sayMove, told: sayTold, seat: seatName };
