// What happened just now, for the board to point at: last cards laid or turned, votes with their sums, what was called.
import type { BoardProps } from "../../lib/board";
import type { Move, EventShown } from "../../lib/types";
import type { CleopatraView, Laid } from "./model";
import { sayTold } from "./say";

export interface VoteTold {
  group: string;
  winner: string | null;
  /** Whether philosophers turned it round. */
  turned: boolean;
  sums: Record<string, number>;
  text: string;
}

const VOTES = ["special-vote", "vote", "vote-turned", "tie"];
/** For how many moves a vote stays on the table. */
const REMEMBERED = 4;

export class News {
  /** The last votes by group, until somebody has moved on. */
  votes = $state.raw(new Map<string, VoteTold>());
  /** The cards that sides have lost at groups, by "side group". */
  lost = $state.raw(new Map<string, string[]>());
  /** What the last call was. */
  called = $state.raw<string | null>(null);
  #laid = $state.raw<EventShown[]>([]);
  #at = 0;
  #last: EventShown[] = [];
  #get: () => BoardProps;

  constructor(get: () => BoardProps) {
    this.#get = get;
  }

  /** Take in what was told since the position shown before. */
  follow(told: EventShown[], view: CleopatraView): void {
    if (told === this.#last) {
      if (view.moves < this.#at) this.#forget();
      return;
    }
    this.#last = told;
    const votes = told.filter((each) => VOTES.includes(each.key));
    const lost = told.filter((each) => each.key === "lost" || each.key === "cleared");
    if (view.moves < this.#at || view.moves > this.#at + REMEMBERED || votes.length || lost.length) this.#forget();
    if (lost.length) {
      this.lost = lostBy(lost);
      this.#at = view.moves;
    }
    if (votes.length) {
      this.votes = votesBy(votes);
      this.#at = view.moves;
    }
    const called = told.filter((each) => each.key === "called").at(-1);
    if (called) {
      this.called = String(called["call"]);
      this.#at = view.moves;
    }
    this.#laid = told.filter((each) =>
      ["placed-down", "placed-up", "placed-unseen", "revealed", "castled"].includes(each.key),
    );
  }

  #forget(): void {
    this.votes = new Map();
    this.lost = new Map();
    this.called = null;
  }

  /** The action card that was announced and waits for a veto. */
  get aim(): Move | null {
    const { view, moves } = this.#get();
    const named = (view as CleopatraView).named;
    return view.stage === "vetoing" && named ? (moves.named(named) ?? null) : null;
  }

  fresh(side: string, group: string, card: Laid): "laid" | "turned" | null {
    for (const told of this.#laid) {
      if (told.seat !== side || told["group"] !== group) continue;
      if (told.key === "revealed" && card.up && told["card"] === card.card) return "turned";
      if (told.key === "placed-up" && card.up && told["card"] === card.card) return "laid";
      if (told.key === "placed-down" && !card.up && told["card"] === card.card) return "laid";
      if (told.key === "placed-unseen" && !card.up && card === this.#lastDown(side, group)) return "laid";
    }
    return null;
  }

  #lastDown(side: string, group: string): Laid | undefined {
    return (this.#get().view as CleopatraView).sides[side]?.table[group]?.filter((card) => !card.up).at(-1);
  }
}

function lostBy(told: EventShown[]): Map<string, string[]> {
  const lost = new Map<string, string[]>();
  for (const each of told) {
    const key = `${each.seat} ${String(each["group"])}`;
    const cards = Array.from({ length: Number(each["count"] ?? 1) }, () => String(each["card"]));
    lost.set(key, [...(lost.get(key) ?? []), ...cards]);
  }
  return lost;
}

/** The last vote at each group, with all that was said of it: a special vote, and another one after it in the same turn. */
function votesBy(told: EventShown[]): Map<string, VoteTold> {
  const votes = new Map<string, VoteTold>();
  for (const each of told) {
    const group = String(each["group"]);
    const before = votes.get(group);
    votes.set(group, {
      group,
      winner: each.seat,
      turned: each.key === "vote-turned",
      sums: { cleopatra: Number(each["cleopatra"]), caesar: Number(each["caesar"]) },
      text: before ? `${before.text}. ${sayTold(each)}` : sayTold(each),
    });
  }
  return votes;
}
