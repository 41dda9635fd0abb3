// What the player has taken up and where it may go. It knows no rule: it looks moves up among those that are legal.
import type { BoardProps } from "../../lib/board";
import type { Move } from "../../lib/types";
import { CARD_OF, planned, type CleopatraView } from "./model";

export type Face = "up" | "down";

const MOVE_OF: Record<string, string> = Object.fromEntries(
  Object.entries(CARD_OF).map(([move, card]) => [card, move]),
);

export class Picking {
  /** The card in the hand that was taken up: "3", "philosopher", "scout". */
  card = $state<string | null>(null);
  /** The first of two groups of a castling. */
  first = $state<string | null>(null);
  /** How a card is laid that is dropped on a group: remembered from card to card. */
  wish = $state<Face>("down");
  #insisted = $state.raw<{ face: Face; at: number } | null>(null);
  /** What the details line explains: a word key such as "action.scout". */
  shown = $state<string | null>(null);

  #get: () => BoardProps;

  constructor(get: () => BoardProps) {
    this.#get = get;
  }

  get view(): CleopatraView {
    return this.#get().view as CleopatraView;
  }

  get legal(): Set<number> {
    return this.#legal;
  }
  #legal = $derived.by(() => new Set(this.#get().legal.map((move) => move.id)));
  #options = $derived.by(() => this.#get().legal.map((move) => this.#get().moves.at(move.id)));
  #advised = $derived.by(() => new Map(this.#get().advised.map((id, place) => [id, place])));
  #asked = $derived.by(() => {
    const { asked, moves } = this.#get();
    return asked === null ? null : moves.at(asked);
  });
  #planned = $derived.by(() => planned(this.#get().view, this.#get().moves));

  /** All legal moves with their parts. */
  get options(): Move[] {
    return this.#options;
  }

  /** The move that waits for confirmation. */
  get asked(): Move | null {
    return this.#asked;
  }

  /** Moves chosen early. */
  get planned(): Move[] {
    return this.#planned;
  }

  /** The influence card that is being laid: the one taken up, or the next of a castling. */
  get laying(): string | null {
    if (this.view.stage === "castle")
      return this.#options.find((move) => move.kind === "place")?.parts["card"] ?? null;
    return this.card !== null && !(this.card in MOVE_OF) ? this.card : null;
  }

  /** The kind of move that the action card taken up makes: "scout", "assassinate". */
  get acting(): string | null {
    return this.card === null ? null : (MOVE_OF[this.card] ?? null);
  }

  move(id: number): Move {
    return this.#get().moves.at(id);
  }

  id(kind: string, parts: Record<string, string> = {}): number | undefined {
    return this.#get().moves.find(kind, parts)?.id;
  }

  /** The number of a move, if it may be made now. */
  may(kind: string, parts: Record<string, string> = {}): number | undefined {
    const id = this.id(kind, parts);
    return id !== undefined && this.#legal.has(id) ? id : undefined;
  }

  some(kind: string, parts: Record<string, string> = {}): boolean {
    return this.#options.some(
      (move) => move.kind === kind && Object.entries(parts).every(([name, value]) => move.parts[name] === value),
    );
  }

  /** Whether a hand card begins, or is, a move that may be made now. */
  begins(card: string): boolean {
    if (this.view.stage === "spying" || this.view.stage === "castle") return false;
    return (
      this.some("discard", { card }) ||
      (card in MOVE_OF ? this.some(MOVE_OF[card] ?? "") : this.some("place", { card }))
    );
  }

  /** 0 for the best advice, 1 for the next; undefined for a move that is not advised. */
  advice(id: number | undefined): number | undefined {
    return id === undefined ? undefined : this.#advised.get(id);
  }

  /** Whether advice begins with this hand card. */
  advisedCard(card: string): boolean {
    return this.#get().advised.some((id) => {
      const move = this.#get().moves.at(id);
      return move.parts["card"] === card && move.kind !== "assassinate" ? true : MOVE_OF[card] === move.kind;
    });
  }

  take(card: string): void {
    this.first = null;
    this.card = this.card === card ? null : card;
  }

  drop(): void {
    this.card = null;
    this.first = null;
  }

  /** How a card is laid: as wished, or the only way that is legal, unless the player insists. */
  get face(): Face {
    if (this.#insisted?.at === this.view.moves) return this.#insisted.face;
    const opposite: Face = this.wish === "up" ? "down" : "up";
    return !this.some("place", { face: this.wish }) && this.some("place", { face: opposite }) ? opposite : this.wish;
  }

  wishFor(face: Face): void {
    if (this.some("place", { face })) this.wish = face;
    this.#insisted = { face, at: this.view.moves };
  }

  play(id: number | undefined): void {
    if (id === undefined) return;
    this.drop();
    this.#get().play(id);
  }

  /** What dropping or clicking on a group's place does with what is taken up, legal or not. */
  toGroup(group: string, face: Face = this.face): void {
    if (this.laying !== null) this.play(this.id("place", { card: this.laying, face, group }));
    else if (this.acting === "scout" || this.acting === "wrath") this.play(this.id(this.acting, { group }));
    else if (this.acting === "castle") this.castle(group);
    else if (this.acting === "spy") this.play(this.id("spy"));
  }

  castle(group: string): void {
    if (this.first === group) this.first = null;
    else if (this.first === null) this.first = group;
    else this.play(this.pair(this.first, group));
  }

  pair(one: string, two: string): number | undefined {
    return this.id("castle", { first: one, second: two }) ?? this.id("castle", { first: two, second: one });
  }

  /** The move that a click on a group makes at once with what is taken up, if it is legal. */
  groupMove(group: string): number | undefined {
    let id: number | undefined;
    if (this.laying !== null) id = this.id("place", { card: this.laying, face: this.face, group });
    else if (this.acting === "scout" || this.acting === "wrath") id = this.id(this.acting, { group });
    else if (this.acting === "castle" && this.first !== null && this.first !== group)
      id = this.pair(this.first, group);
    return id !== undefined && this.#legal.has(id) ? id : undefined;
  }
}
