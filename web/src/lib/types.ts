// What the server says, as the page reads it. docs/server.md is the contract.

export type Language = "en" | "cs" | "nl";
export type Level = "tiro" | "miles" | "centurio" | "legatus" | "consul";

/** A move with its parts, as `GET /api/games/{name}/material` lists all of them. */
export interface Move {
  id: number;
  kind: string;
  text: string;
  parts: Record<string, string>;
}

/** A move that may be made now, as a view lists it; some games add what it would bring. */
export interface LegalMove {
  id: number;
  kind: string;
  text: string;
  [more: string]: unknown;
}

/** What happened: `key` names the sentence, the rest are its parts; `text` is the same in English. */
export interface Told {
  kind: string;
  key: string;
  seat: string | null;
  text: string;
  [part: string]: unknown;
}

/** A match as one seat sees it (`seat` null: a spectator). What else is in it depends on the game. */
export interface View {
  game: string;
  options: Record<string, unknown>;
  seat: string | null;
  to_move: string | null;
  stage: string;
  legal: LegalMove[];
  /** Texts of moves that were chosen early, where all choose at once. */
  chosen?: string[];
  [more: string]: unknown;
}

export interface SeatShown {
  seat: string;
  kind: "person" | "bot";
  level: Level | null;
  name: string | null;
  open: boolean;
  /** Whether somebody who holds the seat is connected; null where nobody holds it. */
  here?: boolean | null;
}

export interface ClockTerms {
  kind: "none" | "move" | "bank";
  seconds: number;
  increment: number;
}

export interface Clock extends ClockTerms {
  left: number[];
  running: number[];
  since: number;
}

/** One line of the score sheet: what it counts, and what it brings each seat. */
export interface SheetLine {
  key: string;
  points: number[];
  [part: string]: unknown;
}

export interface Result {
  how: "rules" | "agreed" | "resigned" | "time" | "abandoned";
  winners: number[];
  scores: number[];
  reason: string;
  rule: string | null;
  sheet?: SheetLine[] | null;
}

export interface TableShown {
  id: string;
  created_at?: number | null;
  series?: string | null;
  series_number?: number | null;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: ClockTerms;
  undo_allowed: boolean;
  hints: boolean;
  takeover: Level | null;
  listed: boolean;
  games: number;
  status: "waiting" | "live" | "over";
  seats: SeatShown[];
  awaited: number[];
  draw: number[];
  undo: { seat: number; reveals: boolean } | null;
  taken_back: number;
  rematch: number[];
  next: string | null;
  result: Result | null;
  commitment: string;
  secret: string | null;
}

export interface TableListed {
  id: string;
  created_at: number;
  updated_at: number;
  version: number;
  game: string;
  title: string;
  options: Record<string, string>;
  status: "waiting" | "live" | "over";
  seats: SeatShown[];
  clock: ClockTerms;
  games: number;
  result: Result | null;
}

export interface Entry {
  version: number;
  kind: string;
  seat: number | null;
  at: number;
  id?: string;
  move?: { id: number; text: string };
  events?: Told[];
  [part: string]: unknown;
}

export interface TableMessage {
  type: "table";
  version: number;
  table: TableShown;
  /** The seats that are the visitor's, and the one as which the visitor looks; null: as a spectator. */
  held: number[];
  look: number | null;
  /** The entries after version `from`; null: none were asked for. */
  from: number | null;
  entries: Entry[];
  /** The one view of who looks; none before the match. */
  views: View[];
  awaited: number[];
  clock: Clock;
  /** The server's time, in seconds; over the socket only. */
  now?: number;
}

export interface EntriesMessage {
  type: "entries";
  version: number;
  from: number;
  look: number | null;
  entries: Entry[];
  views: View[];
  awaited: number[];
  clock: Clock;
  now: number;
  /** Both are there when something in the table changed. */
  table?: TableShown;
  held?: number[];
}

/** What comes over a table's socket. */
export type Message =
  | TableMessage
  | EntriesMessage
  | { type: "refused"; version: number; id: string | null; error: Fault }
  | { type: "done"; version: number; id: string }
  | { type: "here"; version: number; here: number[] }
  | { type: "pong"; version: number; id: string | null; now: number };

export interface Fault {
  code: string;
  message: string;
  rule: string | null;
}

export interface OptionShown {
  name: string;
  choices: string[];
  default: string;
  help: string;
  clauses: string[];
}

export interface GameShown {
  name: string;
  title: string;
  /** Games of one family share a board and words. */
  family: string;
  version: number;
  seats: string[];
  /** The fewest and the most. */
  players: number[];
  /** A match that is begun with one click. */
  quick: { options: Record<string, string>; seats: string[] };
  levels: Level[];
  options: OptionShown[];
}

/** Everything about a game that no match changes: every move by its number, and the facts that a board is drawn from. */
export interface Material {
  game: string;
  moves: Move[];
  board: Record<string, unknown>;
}

export interface Clause {
  id: string;
  text: string;
  ruling: string | null;
}

export interface ScenarioListed {
  id: string;
  title: string;
  text: string;
  shows: string[];
}

/** A scenario as it stands after some moves of the visitor's. */
export interface Tried {
  id: string;
  title: string;
  text: string;
  shows: string[];
  options: Record<string, string>;
  seats: string[];
  views: View[];
  to_move: number | null;
  events: Told[][];
  steps: string[];
}

export interface Thought {
  move: string;
  chance: number;
  low: number;
  high: number;
  share: number;
  line: string[];
}
