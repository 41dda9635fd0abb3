// What is drawn of a view that nobody knows: lists are rows of cards, numbers counters, "?" a card's back, names of seats the
// places around the table.
import type { View } from "../../lib/types";

const HIDDEN = "?";
/** What the table around the board shows already. */
const SHOWN_ELSEWHERE = new Set(["game", "options", "moves", "seat", "to_move", "legal", "chosen"]);
/** What lies before the one who looks, although the view does not name a seat for it. */
const OWN = "hand";
/** This many equal cards side by side are drawn once and counted. */
const MANY = 5;

export type Shape =
  | { as: "nothing" }
  | { as: "sign"; on: boolean }
  | { as: "counter"; count: number }
  | { as: "word"; text: string }
  | { as: "row"; cards: Card[] }
  | { as: "grid"; rows: Card[][] }
  | { as: "tiles"; tiles: Shape[] }
  | { as: "zone"; parts: Part[] };

/** Cards that are seen, an empty place (no text), or the number of those that are hidden. */
export type Card = { text: string; count: number } | { hidden: number };

export interface Part {
  name: string;
  shape: Shape;
}

/** A view in parts: what lies before each seat, in the order around the table, and what belongs to nobody. */
export interface Layout {
  seats: { seat: string; parts: Part[] }[];
  /** Short facts: the round, the stage. */
  facts: Part[];
  zones: Part[];
}

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

const cardOf = (value: unknown): Card =>
  value === HIDDEN ? { hidden: 1 } : { text: value === null || value === undefined ? "" : String(value), count: 1 };

/** A list as cards: neighbours that are hidden are drawn as one, and so are many that are equal. */
function cardsOf(values: unknown[]): Card[] {
  const cards: Card[] = [];
  for (let from = 0, to = 0; from < values.length; from = to) {
    const value = values[from];
    while (to < values.length && values[to] === value) to += 1;
    const [card, count] = [cardOf(value), to - from];
    if ("hidden" in card) cards.push({ hidden: count });
    else if (card.text !== "" && count >= MANY) cards.push({ ...card, count });
    else cards.push(...Array.from({ length: count }, () => card));
  }
  return cards;
}

/** Find the shape of a value. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { as: "nothing" };
  if (typeof value === "boolean") return { as: "sign", on: value };
  if (typeof value === "number") return { as: "counter", count: value };
  if (value === HIDDEN) return { as: "row", cards: [{ hidden: 1 }] };
  if (Array.isArray(value)) {
    const values = value as unknown[];
    if (values.every(isPlain)) return { as: "row", cards: cardsOf(values) };
    if (values.every((each) => Array.isArray(each) && each.every(isPlain)))
      return { as: "grid", rows: values.map((each) => (each as unknown[]).map(cardOf)) };
    return { as: "tiles", tiles: values.map(shapeOf) };
  }
  if (isValues(value)) return { as: "zone", parts: partsOf(value) };
  return { as: "word", text: String(value) };
}

function partsOf(values: Values): Part[] {
  return Object.entries(values).map(([name, value]) => ({ name, shape: shapeOf(value) }));
}

/** What a value has for each seat: an object with seats for keys, or a list with a list or an object for each; else null. */
function bySeat(value: unknown, seats: string[]): Map<string, unknown> | null {
  if (isValues(value)) {
    const names = Object.keys(value);
    return names.length && names.every((name) => seats.includes(name)) ? new Map(Object.entries(value)) : null;
  }
  if (!Array.isArray(value) || value.length !== seats.length || value.length < 2 || value.some(isPlain)) return null;
  const isSquare = value.every((each) => Array.isArray(each) && each.length === seats.length);
  return isSquare ? null : new Map(seats.map((seat, k) => [seat, (value as unknown[])[k]]));
}

/** Lay out a view for who sits at `near`: first those after it around the table, last itself. */
export function layOut(view: View, seats: string[], near: string): Layout {
  const parts = new Map<string, Part[]>(seats.map((seat) => [seat, []]));
  const facts: Part[] = [];
  const zones: Part[] = [];
  for (const [name, value] of Object.entries(view)) {
    if (SHOWN_ELSEWHERE.has(name) || (name === "stage" && value === "over")) continue;
    const owned = bySeat(value, seats);
    if (owned)
      for (const [seat, own] of owned)
        parts.get(seat)?.push(...(isValues(own) ? partsOf(own) : [{ name, shape: shapeOf(own) }]));
    else if (name === OWN && view.seat !== null) parts.get(view.seat)?.push({ name, shape: shapeOf(value) });
    else (isPlain(value) && value !== HIDDEN ? facts : zones).push({ name, shape: shapeOf(value) });
  }
  const first = Math.max(0, seats.indexOf(near)) + 1;
  const around = [...seats.slice(first), ...seats.slice(0, first)];
  return {
    seats: around.map((seat) => ({ seat, parts: parts.get(seat) ?? [] })),
    facts: facts.filter((part) => part.shape.as !== "nothing"),
    zones,
  };
}
