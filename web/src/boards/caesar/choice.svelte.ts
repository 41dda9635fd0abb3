// What a player has chosen so far of a placement: a token, a border space, and how the token is turned.
import type { Moves } from "../../lib/moves";
import { isPlacement, type Placement } from "./shapes";
import type { LegalMove } from "../../lib/types";

export class Choice {
  /** The token picked from the supply. */
  token: string | null = $state(null);
  /** The border space picked. */
  border: string | null = $state(null);
  /** The placement that is drawn as half made, and that "Place" makes. */
  id: number | null = $state(null);
  /** A placement that the pointer or the focus rests on: shown, not chosen. */
  shown: number | null = $state(null);

  clear(): void {
    this.token = this.border = this.id = this.shown = null;
  }

  /** Forget what is no longer possible. */
  keep(legal: LegalMove[]): void {
    const left = legal.filter(isPlacement);
    if (this.token && !left.some((move) => move.token === this.token)) this.token = null;
    if (this.border && !left.some((move) => move.border === this.border)) this.border = null;
    if (this.id !== null && !left.some((move) => move.id === this.id)) this.id = null;
    this.shown = null;
  }

  pickToken(token: string, legal: LegalMove[]): void {
    if (this.token === token) {
      this.clear();
      return;
    }
    this.token = token;
    const ways = this.#ways(legal);
    if (!ways.length) this.border = null;
    this.id = ways[0]?.id ?? null;
  }

  /** Choose a border space; choosing it again turns the token. */
  pickBorder(border: string, legal: LegalMove[]): void {
    if (this.border === border && this.id !== null) {
      this.turn(legal);
      return;
    }
    this.border = border;
    const here = legal.filter(isPlacement).filter((move) => move.border === border);
    const tokens = new Set(here.map((move) => move.token));
    if (this.token && !tokens.has(this.token)) this.token = null;
    if (!this.token && tokens.size === 1) this.token = [...tokens][0] ?? null;
    this.id = this.#ways(legal)[0]?.id ?? null;
  }

  choose(move: Placement): void {
    this.token = move.token;
    this.border = move.border;
    this.id = move.id;
  }

  /** Turn the token to its next way. */
  turn(legal: LegalMove[]): void {
    const ways = this.#ways(legal);
    if (!ways.length) return;
    const at = ways.findIndex((move) => move.id === this.id);
    this.id = ways[(at + 1) % ways.length]?.id ?? null;
    this.shown = null;
  }

  #ways(legal: LegalMove[]): Placement[] {
    return legal.filter(isPlacement).filter((move) => move.token === this.token && move.border === this.border);
  }
}

/** The numbers that a placement turns to its two provinces; face down both are 0. */
export function numbersOf(
  id: number,
  moves: Moves,
  between: [string, string],
): { numbers: Record<string, number>; down: boolean } {
  const parts = moves.at(id).parts;
  const down = parts["face"] === "down";
  return { numbers: Object.fromEntries(between.map((end) => [end, down ? 0 : Number(parts[end])])), down };
}
