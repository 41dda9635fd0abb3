// Which clause an event carries out: for the log, where each line leads to its rule.
import type { GameName } from "./types";

type Clauses = Record<string, string>;

const CLASSIC: Clauses = {
  arranged: "CC97-S2", "placed-down": "CC97-T3", "placed-up": "CC97-T3", placed: "CC97-T3", named: "CC97-A9", vetoed: "CC97-A7", allowed: "CC97-A9",
  assassinated: "CC97-A2", revealed: "CC97-V1", "wrath-took": "CC97-A6", "spied-hand": "CC97-A3", "spied-away": "CC97-A3",
  "spied-action-away": "CC97-A3", lifted: "CC97-A4", castled: "CC97-A4", "laid-castled": "CC97-A12", drew: "CC97-T9", "drew-action": "CC97-T9",
  "drew-nothing": "CC97-T9", passed: "CC97-T13", exchanged: "CC97-T11", "exchanged-action": "CC97-T11", called: "CC97-T10", "call-left": "CC97-V8",
  "calls-back": "CC97-V10", "special-vote": "CC97-V11", vote: "CC97-V2", "vote-turned": "CC97-P2", tie: "CC97-V4", lost: "CC97-V3", "group-done": "CC97-V7", cleared: "CC97-V7", "turn-begins": "CC97-T1",
  ended: "CC97-X6",
};
const RENEWED: Clauses = {
  took: "CC24-S4", "placed-down": "CC24-T2", "placed-up": "CC24-T2", placed: "CC24-T2", named: "CC24-A1", vetoed: "CC24-A6", allowed: "CC24-A1",
  assassinated: "CC24-A2", revealed: "CC24-V1", "wrath-took": "CC24-A4", lifted: "CC24-A5", castled: "CC24-A5", "laid-castled": "CC24-A9", drew: "CC24-T10",
  "drew-action": "CC24-T10", "drew-nothing": "CC24-T10", called: "CC24-T6", "bust-left": "CC24-V6", "busts-back": "CC24-T8", "special-vote": "CC24-V5", vote: "CC24-V1",
  "vote-turned": "CC24-P1",
  tie: "CC24-V3", lost: "CC24-V2", "group-done": "CC24-V6", cleared: "CC24-V6", kept: "CC24-V7", "turn-begins": "CC24-T1", ended: "CC24-X4",
};
const RACE: Clauses = {
  "race-begins": "AVE-R1", "start-card": "AVE-S1", "on-grid": "AVE-S1", drew: "AVE-T7", drove: "AVE-T1", "lap-begins": "AVE-S4", paid: "AVE-C1",
  disqualifies: "AVE-C4", finishes: "AVE-F1", removes: "AVE-F3", skipped: "AVE-T6", "must-six": "AVE-L8", turned: "AVE-O1",
  voted: "AVE-O2", abstained: "AVE-O2", "votes-counted": "AVE-O2", laurels: "AVE-F2", "race-ends": "AVE-F4", strands: "AVE-L9", ended: "AVE-R3",
  "skipped-blocked": "AVE-T6", "skipped-uncrewed": "AVE-O3", "skipped-waits": "AVE-C3", "skipped-only-sixes": "AVE-L3",
  "skipped-unfit": "AVE-T6", "stands-six": "AVE-O4", "stands-unfit": "AVE-O3", "no-votes": "AVE-O2",
};
const ROME: Clauses = {
  placed: "ROME-T1", "placed-down": "ROME-K2", closed: "ROME-T3", "took-bonus": "ROME-T4", controls: "ROME-T5", tied: "ROME-T5", "on-border": "ROME-T7",
  "controls-tie": "ROME-Z6", barred: "ROME-B5", "row-short": "ROME-Z5", "no-centurion": "ROME-Z3", "no-discard": "ROME-Z5", "passed-over": "ROME-Z17",
  "passed-over-two": "ROME-Z17", "nothing-spared": "ROME-Z17", "no-token-fits": "ROME-Z15", "narrowed-provinces": "ROME-Z10", "narrowed-spaces": "ROME-Z11",
  "narrowed-tokens": "ROME-Z12", "closes-first": "ROME-Z6",
  waits: "ROME-T8", "kept-senate": "ROME-B6", "under-senate": "ROME-B6", "got-tactics": "ROME-B1", "got-wealth": "ROME-B2", "turned-token": "ROME-B3",
  "turned-control": "ROME-B5", poisoned: "ROME-P2", "got-centurion": "ROME-C2", declined: "ROME-T9", lapsed: "ROME-B7", drew: "ROME-T10",
  "bag-empty": "ROME-T10", "took-centurion": "ROME-C2", "drew-bank": "ROME-K2", "left-bank": "ROME-K2", "tile-turned": "ROME-Z3", reshuffled: "ROME-Z3",
  "row-drew": "ROME-Z3", "row-centurion": "ROME-Z4", "row-discarded": "ROME-Z4", priority: "ROME-Z9", "tie-province": "ROME-Z10", "tie-space": "ROME-Z11",
  "tie-token": "ROME-Z12", "cannot-place": "ROME-Z13", "bonus-discarded": "ROME-Z7", forfeited: "ROME-Z8", ended: "ROME-E2",
};

export const CLAUSES: Record<GameName, Clauses> = {
  "caesar-cleopatra-1997": CLASSIC, "caesar-cleopatra-2024": RENEWED, "ave-caesar": RACE, caesar: ROME,
};

/** Name the clause of an event, if there is one. */
export function clauseOf(game: GameName, key: string): string | null {
  return CLAUSES[game][key.replace(/-unseen$/, "")] ?? null;
}
