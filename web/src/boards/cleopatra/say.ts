// Moves, events and cards of Caesar & Cleopatra in words.
import type { Benefit, Move, EventShown } from "../../lib/types";
import { has, t, worlds, type Sayings } from "../../lib/words.svelte";
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
  if (parts["move"]) said["move"] = sayMove(parts["move"] as Named);
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
};

/** A move as an event names it, too. */
type Named = Pick<Move, "kind" | "parts">;

/** Put a move's kind and parts into words. */
export function sayMove(move: Named): string {
  const { kind, parts } = move;
  if (kind === "place" || kind === "assassinate") return say(`move.${kind}-${parts["face"]}`, words(parts));
  if (kind === "draw") return say(`move.draw-${parts["pile"]}`);
  return say(`move.${kind}`, words(parts));
}

/** Why a game is over, from its code. */
export function reason(code: string): string {
  return knows(`reason.${code}`) ? say(`reason.${code}`) : "";
}

export function sayTold(told: EventShown): string {
  const { kind: _kind, key, seat, text, rule: _rule, actor: _actor, ...parts } = told;
  if (!knows(`told.${key}`) && !knows(`told.${key}_other`)) return text;
  return say(`told.${key}`, words(parts, seat));
}

/** What a better move would have brought: the majority of a group, or the mission. */
function benefit({ code, seat, parts, best, played }: Benefit): string {
  const key = parts["group"] ? `benefit.${code}.${parts["group"]}` : `benefit.${code}`;
  return knows(key) ? say(key, { seat: seatName(seat), best: worlds(best), played: worlds(played) }) : "";
}

export const sayings: Sayings = { move: sayMove, told: sayTold, seat: seatName, benefit };
