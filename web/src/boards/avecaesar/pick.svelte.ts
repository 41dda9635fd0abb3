// The half of a move that the player has chosen, and what the pointer or the focus is on.
import { byTarget, type Reach } from "./race";

export class Pick {
  card = $state<number | null>(null);
  target = $state<number | null>(null);
  overCard = $state<number | null>(null);
  overTarget = $state<number | null>(null);
  #reaches: () => Reach[];

  constructor(reaches: () => Reach[]) {
    this.#reaches = reaches;
  }

  /** The card whose spaces are lit: the chosen one, or the one looked at. */
  get shownCard(): number | null {
    return this.card ?? (this.target === null ? this.overCard : null);
  }

  /** Where the chosen card leads; with none chosen, where all lead. */
  get lit(): Map<number, Reach[]> {
    const all = this.#reaches();
    const card = this.shownCard;
    return byTarget(
      all.filter(
        (reach) => (card === null || reach.card === card) && (this.target === null || reach.to === this.target),
      ),
    );
  }

  /** The ways to draw boldly. */
  get bold(): Reach[] {
    const target = this.overTarget ?? this.target;
    return target === null ? [] : (this.lit.get(target) ?? []);
  }

  /** Where a card leads, given the space that was chosen first. */
  ofCard(card: number): Reach[] {
    return this.#reaches().filter(
      (reach) => reach.card === card && (this.target === null || reach.to === this.target),
    );
  }

  takeCard(card: number): void {
    this.card = this.card === card ? null : card;
    this.target = null;
  }

  takeTarget(target: number): void {
    this.target = this.target === target ? null : target;
    this.card = null;
  }

  clear(): void {
    this.card = this.target = this.overCard = this.overTarget = null;
  }
}
