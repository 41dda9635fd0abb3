// The view of a game of Caesar & Cleopatra as the board reads it, and plain arithmetic of what it shows.
import type { Moves } from "../../lib/moves";
import type { Material, Move, View } from "../../lib/types";

export const HIDDEN = "?";

export interface Laid {
  card: string;
  up: boolean;
  opening?: true;
  /** Chosen early: it lies there once the other side has chosen too. */
  planned?: true;
}

export interface Side {
  hand: { influence: string[]; actions: string[] };
  pile: { influence: number; actions: number; order?: string[] };
  discard: { influence: string[]; actions: string[] };
  won: Record<string, number>;
  table: Record<string, Laid[]>;
  unseen: string[];
  known?: Record<string, string[]>;
  bonus?: string;
  missions?: string[];
  kept?: boolean;
}

export interface CleopatraView extends View {
  stage: string;
  turn: number;
  moves: number;
  active: string;
  acted: boolean;
  named: string | null;
  empty_passes: number;
  patricians: Record<string, number>;
  votes: { left: string[]; out: string[] };
  lifted: string[];
  sides: Record<string, Side>;
}

export interface Facts {
  groups: string[];
  calls: string[];
  influence: Record<string, number>;
  actions: string[];
  side_limit: number;
}

export function facts(material: Material): Facts {
  return material.board as unknown as Facts;
}

/** How many action cards of each kind a side owns. */
export function actionCards(material: Material): Record<string, number> {
  const counted = material.board["action_cards"] as Record<string, number>;
  return Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0));
}

export function isClassic(view: View): boolean {
  return view.game === "caesar-cleopatra-1997";
}

export function other(seat: string): string {
  return seat === "cleopatra" ? "caesar" : "cleopatra";
}

export interface Sum {
  /** What the cards whose faces the viewer sees add up to; a philosopher adds nothing. */
  known: number;
  /** The part of it that lies face up for everybody. */
  open: number;
  /** Cards whose faces the viewer does not see. */
  hidden: number;
  philosophers: number;
}

export function sumOf(cards: Laid[]): Sum {
  const sum: Sum = { known: 0, open: 0, hidden: 0, philosophers: 0 };
  for (const { card, up } of cards) {
    if (card === HIDDEN) sum.hidden += 1;
    else if (card === "philosopher") sum.philosophers += 1;
    else {
      sum.known += Number(card);
      if (up) sum.open += Number(card);
    }
  }
  return sum;
}

export function countOf(cards: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** Take some cards out of a list, one for one. */
export function without(cards: readonly string[], taken: readonly string[]): string[] {
  const rest = [...cards];
  for (const card of taken) {
    const found = rest.indexOf(card);
    if (found >= 0) rest.splice(found, 1);
  }
  return rest;
}

const NONE: Move[] = [];

/** What this seat chose early, as moves. */
export function planned(view: View, moves: Moves): Move[] {
  if (!view.chosen?.length) return NONE; // the same one every time, so that nothing is drawn anew for it
  return (view.chosen ?? []).map((text) => moves.named(text)).filter((move) => move !== undefined);
}

/** Every card with a name that stays its own: "3" twice becomes "3:0" and "3:1". */
export function keyed(cards: readonly string[]): { card: string; key: string; last: boolean }[] {
  const seen = new Map<string, number>();
  const counts = countOf(cards);
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { card, key: `${card}:${number}`, last: number + 1 === counts.get(card) };
  });
}

/** A call's own key among the words: "orgy (shuffle)" has signs that keys do not. */
export function callKey(call: string): string {
  return call === "orgy (shuffle)" ? "orgy-shuffle" : call;
}

/** The action card that a named move plays. */
export const CARD_OF: Record<string, string> = {
  assassinate: "assassination",
  scout: "scout",
  wrath: "wrath",
  castle: "castling",
  spy: "spy",
  veto: "veto",
};
