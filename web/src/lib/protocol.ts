// Every message to and from the server. Written by `make protocol` from src/quadriga/server/messages; not by hand.

/**
 * Whatever comes to the server or leaves it.
 */
export type AnyMessage =
  | ClaimRequest
  | ClientFrame
  | DealShown
  | ErrorAnswer
  | FairnessShown
  | FilmShown
  | GameShown
  | HintAnswer
  | HintRequest
  | HistoryShown
  | Invitation
  | LinkAnswer
  | LinkRequest
  | LinksRevoked
  | MaterialShown
  | PlayOnRequest
  | ReviewDone
  | ReviewRunning
  | RulesShown
  | ScenarioPlayed
  | ScenarioTried
  | ScenariosShown
  | SeatNames
  | SeatTaken
  | SeriesShown
  | ServerFrame
  | Status
  | Stored
  | TableCommand
  | TableMessage
  | TableRequest
  | TryRequest
  | VisitorAnswer;
export type ClientFrame =
  | MoveCommand
  | SitCommand
  | RevealCommand
  | UndoCommand
  | AnswerCommand
  | PlainCommand
  | SayCommand
  | RemoveCommand
  | MuteCommand
  | ClaimCommand
  | SyncCommand
  | LookCommand
  | PingCommand;
export type ClockKind = "none" | "move" | "bank";
export type Level = "tiro" | "miles" | "centurio" | "legatus" | "consul";
export type TableStatus = "waiting" | "live" | "over";
export type HowEnded = "rules" | "agreed" | "resigned" | "time" | "abandoned" | "left";
export type EntryKind =
  | "sit"
  | "hold"
  | "leave"
  | "reveal"
  | "start"
  | "move"
  | "early"
  | "withdraw"
  | "undo-ask"
  | "undo-answer"
  | "undo"
  | "draw-offer"
  | "draw-answer"
  | "resign"
  | "time"
  | "takeover"
  | "return"
  | "abandon"
  | "rematch"
  | "next"
  | "say"
  | "mute"
  | "claim";
export type GradeOfMove = "blunder" | "mistake" | "inaccuracy";
export type Language = "en" | "cs" | "nl";
export type ServerFrame = TableFrame | EntriesFrame | RefusedFrame | DoneFrame | HereFrame | PongFrame;
export type TableCommand =
  | MoveCommand
  | SitCommand
  | RevealCommand
  | UndoCommand
  | AnswerCommand
  | PlainCommand
  | SayCommand
  | RemoveCommand
  | MuteCommand
  | ClaimCommand;

/**
 * The key of a private link.
 */
export interface ClaimRequest {
  key: string;
}
/**
 * A move, by its number or its text.
 */
export interface MoveCommand {
  id?: string | null;
  seat?: number | null;
  do: "move";
  /**
   * the version that the client saw when it decided
   */
  version: number;
  move: number | string;
}
/**
 * Taking an open seat; with the hash of a share in the dice, which is revealed when all have sat down.
 */
export interface SitCommand {
  id?: string | null;
  do: "sit";
  seat: number;
  name?: string;
  hash?: string | null;
  /**
   * a program says that it is one: everybody at the table sees it
   */
  program?: boolean;
}
/**
 * Revealing one's share in the dice; with the hash of another for the next match.
 */
export interface RevealCommand {
  id?: string | null;
  seat?: number | null;
  do: "reveal";
  /**
   * a share in the dice: 128 random bits
   */
  share: string;
  next_hash?: string | null;
}
/**
 * Taking back one's last move; `agree` says that one means it even if something was revealed since.
 */
export interface UndoCommand {
  id?: string | null;
  seat?: number | null;
  do: "undo";
  version?: number | null;
  agree?: boolean;
}
/**
 * An answer to somebody's question.
 */
export interface AnswerCommand {
  id?: string | null;
  seat?: number | null;
  do: "undo-answer" | "draw-answer";
  yes: boolean;
}
/**
 * Something that needs no more words.
 */
export interface PlainCommand {
  id?: string | null;
  seat?: number | null;
  do: "withdraw" | "draw" | "resign" | "leave" | "abandon" | "return" | "rematch";
}
/**
 * Something to say; who holds no seat may give a name.
 */
export interface SayCommand {
  id?: string | null;
  seat?: number | null;
  do: "say";
  text: string;
  name?: string;
}
/**
 * Sending somebody away before the match, as the host may.
 */
export interface RemoveCommand {
  id?: string | null;
  seat?: number | null;
  do: "remove";
  /**
   * whom
   */
  of: number;
}
/**
 * Letting spectators write nothing, or write again, as the host may.
 */
export interface MuteCommand {
  id?: string | null;
  seat?: number | null;
  do: "mute";
  yes: boolean;
}
/**
 * Ending a match without a clock against somebody who has left: as won, or as a draw.
 */
export interface ClaimCommand {
  id?: string | null;
  seat?: number | null;
  do: "claim";
  win: boolean;
}
/**
 * A question for everything after a version.
 */
export interface SyncCommand {
  id?: string | null;
  do: "sync";
  since: number;
}
/**
 * Looking as one of one's seats from now on; null: as the only one, or as a spectator if one holds several.
 */
export interface LookCommand {
  id?: string | null;
  do: "look";
  seat: number | null;
}
/**
 * A question whether the server is there.
 */
export interface PingCommand {
  id?: string | null;
  do: "ping";
}
/**
 * A position that a seat cannot tell from the real one: all that it cannot know is dealt anew.
 */
export interface DealShown {
  version: number;
  seat: number;
  /**
   * in one line, as `Game.from_position` reads it
   */
  position: string;
}
/**
 * An error.
 */
export interface ErrorAnswer {
  error: Fault;
}
/**
 * What was wrong: a code for programs, a message for people, the clause if a rule refused it.
 *
 * Where the clause's text does not say why, `reason` is the code of a sentence that does, and `parts` belong to it.
 */
export interface Fault {
  code: string;
  message: string;
  rule: string | null;
  reason?: string | null;
  parts?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The commitment to a match's secret and the seats' shares; the secret and the seed once the match is over.
 */
export interface FairnessShown {
  commitment: string;
  /**
   * of all seats; null: that seat adds nothing
   */
  shares: (ShareShown | null)[];
  secret: string | null;
  /**
   * what the dice come from, made of the secret and the shares
   */
  seed: string | null;
  how: string;
}
/**
 * A seat's share in the dice: its hash, and the share itself once it is revealed.
 */
export interface ShareShown {
  /**
   * the SHA-256 of a share's sixteen bytes
   */
  hash: string;
  share: string | null;
}
/**
 * A match from its beginning to where it stands, as the caller may see it; no frames before it began.
 */
export interface FilmShown {
  version: number;
  table: TableShown;
  /**
   * as which seat it is seen; null: as a spectator
   */
  look: number | null;
  frames: Frame[];
}
/**
 * What everybody may know about a table.
 */
export interface TableShown {
  id: string;
  created_at?: number | null;
  series?: string | null;
  series_number?: number | null;
  game: string;
  title: string;
  options: {
    [k: string]: string;
  };
  clock: ClockTermsShown;
  undo_allowed: boolean;
  hints: boolean;
  takeover: Level | null;
  listed: boolean;
  games: number;
  /**
   * where the match goes on from; null: from its start
   */
  origin?: OriginShown | null;
  status: TableStatus;
  seats: SeatShown[];
  awaited: number[];
  draw: number[];
  undo: UndoShown | null;
  taken_back: number;
  /**
   * the seat of who may send others away and mute spectators
   */
  host?: number | null;
  /**
   * whether spectators may write nothing
   */
  muted?: boolean;
  rematch: number[];
  next: string | null;
  result: ResultShown | null;
  commitment: string;
  /**
   * of all seats; null: that seat adds nothing
   */
  shares: (ShareShown | null)[];
  /**
   * when the match begins at the latest, while shares are revealed
   */
  begins_by: number | null;
  secret: string | null;
}
/**
 * How time is counted.
 */
export interface ClockTermsShown {
  kind: ClockKind;
  seconds: number;
  increment: number;
}
/**
 * The table from whose match a position was taken over, and at which version it stood there.
 */
export interface OriginShown {
  table: string;
  version: number;
}
/**
 * Who sits at a seat; `here`: whether a socket of theirs is open, null or left out where that is not known.
 *
 * A `bot` is one of the server's levels. A `program` sat down from outside, as people do, and said so.
 */
export interface SeatShown {
  seat: string;
  kind: "person" | "bot";
  level: Level | null;
  name: string | null;
  program?: boolean;
  open: boolean;
  here?: boolean | null;
}
/**
 * An undo that waits for consent.
 */
export interface UndoShown {
  seat: number;
  reveals: boolean;
}
/**
 * How a match ended; a match that the rules ended has a score sheet, whose last line is the total.
 */
export interface ResultShown {
  how: HowEnded;
  winners: number[];
  scores: number[];
  reason: string;
  code: string;
  rule: string | null;
  sheet: SheetLine[] | null;
}
/**
 * A line of the score sheet: what it counts, and the points of every seat for it.
 */
export interface SheetLine {
  key: string;
  points: number[];
  [k: string]: unknown;
}
/**
 * A position of a film, and what led to it: as the match was set up (number 0), or by a move.
 */
export interface Frame {
  version: number;
  /**
   * of the move that led to it, counted from 1
   */
  number: number;
  /**
   * of the move, counted from 1: all that is one turn for a clock
   */
  turn: number;
  /**
   * who made the move
   */
  seat: number | null;
  kind: "start" | "move";
  /**
   * for who looks as the seat that made it
   */
  move?: MoveShown | null;
  events: EventShown[];
  view: View;
}
/**
 * A move that may be made, or was made; some games add what it would bring.
 */
export interface MoveShown {
  id: number;
  text: string;
  [k: string]: unknown;
}
/**
 * What happened: `key` names the sentence that tells it, its parts are beside it, `text` is the same in English.
 *
 * `rule` is the clause that it carries out, `actor` who did it: a seat, or the name of one who plays without a seat.
 */
export interface EventShown {
  kind: string;
  key: string;
  rule: string;
  actor: string | null;
  seat: string | null;
  text: string;
  [k: string]: unknown;
}
/**
 * from the seat as which the caller looks; nothing in it is legal
 */
export interface View {
  game: string;
  options: {
    [k: string]: unknown;
  };
  seat: string | null;
  to_move: string | null;
  /**
   * the moves that this seat may make now
   */
  legal: LegalMove[];
  /**
   * texts of early choices, where all choose at once
   */
  chosen?: string[] | null;
  [k: string]: unknown;
}
/**
 * A move that may be made now.
 */
export interface LegalMove {
  id: number;
  text: string;
  kind: string;
  [k: string]: unknown;
}
/**
 * A game; `schema` is the JSON schema of its options.
 *
 * Games of one `family` share a board; `players` are the fewest and the most.
 */
export interface GameShown {
  name: string;
  title: string;
  family: string;
  version: number;
  seats: string[];
  players: number[];
  quick: QuickMatch;
  levels: Level[];
  options: OptionShown[];
  schema: {
    [k: string]: unknown;
  };
}
/**
 * The options and seats of a match that is begun with one click.
 */
export interface QuickMatch {
  options: {
    [k: string]: string;
  };
  seats: string[];
}
/**
 * An option of a game.
 */
export interface OptionShown {
  name: string;
  choices: string[];
  default: string;
  help: string;
  clauses: string[];
}
/**
 * What the strongest level thinks of a position.
 */
export interface HintAnswer {
  version: number;
  seat: string;
  to_move: boolean;
  chances: {
    [k: string]: number;
  };
  moves: MoveConsidered[];
  line: MoveForeseen[];
}
/**
 * A move that the computer considered: how good it is, between `low` and `high`, and how much it was looked at.
 */
export interface MoveConsidered {
  move: string;
  visits: number;
  share: number;
  chance: number;
  low: number;
  high: number;
}
/**
 * A move that the computer expects; what its seat hides is a `?`, and then the move has no number.
 */
export interface MoveForeseen {
  seat: string;
  move: string;
  id: number | null;
  kind: string;
  parts: {
    [k: string]: string;
  };
}
/**
 * A question what the computer would play.
 */
export interface HintRequest {
  seat?: number | null;
}
/**
 * Entries of the log.
 */
export interface HistoryShown {
  version: number;
  entries: EntryShown[];
}
/**
 * An entry of the log as the caller may see it: what else it holds depends on its kind.
 */
export interface EntryShown {
  /**
   * the length of the log with this entry
   */
  version: number;
  kind: EntryKind;
  /**
   * whose doing it is; null: nobody's at the table
   */
  seat: number | null;
  /**
   * when, in seconds since 1970
   */
  at: number;
  /**
   * the command's, for who holds the seat
   */
  id?: string | null;
  /**
   * `move`, `early`: for who looks as the seat
   */
  move?: MoveShown | null;
  /**
   * `start`, `move`: what happened
   */
  events?: EventShown[] | null;
  /**
   * `sit`, `say`: who
   */
  name?: string | null;
  /**
   * `say`: what
   */
  text?: string | null;
  /**
   * `sit`: of the seat's share in the dice
   */
  hash?: string | null;
  /**
   * `sit`: true if a program sat down
   */
  program?: boolean | null;
  /**
   * `reveal`: the share itself
   */
  share?: string | null;
  /**
   * `reveal`: of the share in the next match
   */
  next_hash?: string | null;
  /**
   * `undo-ask`, `undo`: how many moves of the match stay
   */
  keep?: number | null;
  /**
   * `undo-ask`, `undo`: whether something was seen since
   */
  reveals?: boolean | null;
  /**
   * `undo-answer`, `draw-answer`: whether they agree; `mute`: whether spectators write nothing
   */
  yes?: boolean | null;
  /**
   * `leave`: whether the host sent them away
   */
  removed?: boolean | null;
  /**
   * `claim`: who has left
   */
  of?: number | null;
  /**
   * `claim`: whether it counts as won; else it is a draw
   */
  win?: boolean | null;
  /**
   * `time`: whether a bot plays on
   */
  takeover?: boolean | null;
  /**
   * `takeover`: of the bot
   */
  level?: Level | null;
  /**
   * `next`: where the next match is
   */
  table?: string | null;
}
/**
 * Where others find the server; null: only this machine is served.
 */
export interface Invitation {
  base: string | null;
}
/**
 * A private link; its key stands behind the #, which browsers send to nobody.
 */
export interface LinkAnswer {
  seat: number;
  key: string;
  link: string;
}
/**
 * A wish for a private link to one's seat.
 */
export interface LinkRequest {
  seat?: number | null;
}
/**
 * How many links to a seat are worthless now.
 */
export interface LinksRevoked {
  seat: number;
  revoked: number;
}
/**
 * What no match of a game changes: all its moves by number, and the facts its board is drawn from.
 */
export interface MaterialShown {
  game: string;
  moves: MoveNamed[];
  board: {
    [k: string]: unknown;
  };
}
/**
 * A move of a game: its kind and its parts.
 */
export interface MoveNamed {
  id: number;
  kind: string;
  text: string;
  parts: {
    [k: string]: string;
  };
}
/**
 * A wish to play on from a position of a finished match: the version at which it stood, and the new table.
 */
export interface PlayOnRequest {
  /**
   * @minItems 1
   * @maxItems 6
   */
  seats: SeatRequest[];
  name?: string;
  clock?: ClockRequest;
  undo?: boolean;
  hints?: boolean;
  takeover?: Level | null;
  listed?: boolean;
  version: number;
}
/**
 * Who shall sit at a seat: oneself, somebody who comes, or a bot.
 */
export interface SeatRequest {
  kind: "me" | "open" | "bot";
  level?: Level | null;
  /**
   * of one's share in the dice, at a seat of one's own
   */
  hash?: string | null;
}
/**
 * How time shall be counted.
 */
export interface ClockRequest {
  kind?: "none" | "move" | "bank";
  seconds?: number;
  increment?: number;
}
/**
 * A look at a match that is done.
 */
export interface ReviewDone {
  status: "done";
  review: ReviewShown;
}
/**
 * How a match went: the chances of every seat at the start and after every move, and the moves that cost most.
 *
 * While it is looked for, `moves` are those that were looked at. `costly` are the moves with a grade, costliest first.
 */
export interface ReviewShown {
  game: string;
  options: {
    [k: string]: string;
  };
  seats: string[];
  over: boolean;
  start: {
    [k: string]: number;
  };
  moves: MoveJudged[];
  costly: number[];
}
/**
 * A move of a finished match beside the best one: the mover's chances before and after it, and what it cost.
 *
 * A move that cost more than the search may be mistaken has a grade, and a `line`: the best move and what is expected
 * to follow it. `facts` say what that would have brought; they are null until they were looked for.
 */
export interface MoveJudged {
  number: number;
  turn: number;
  seat: string;
  move: string;
  move_id: number;
  choices: number;
  best: string;
  best_id: number;
  /**
   * the mover's chance to win with the best move
   */
  before: number;
  /**
   * with the move played
   */
  after: number;
  cost: number;
  /**
   * half the 95 % interval of the cost
   */
  margin: number;
  grade: GradeOfMove | null;
  /**
   * every seat's after the move, as a spectator sees them
   */
  chances: {
    [k: string]: number;
  };
  line: MoveForeseen[];
  facts: Reason[] | null;
}
/**
 * What speaks for a better move: how likely something is for a seat after it, and after the move played.
 *
 * `code` names it, with its parts beside it; both depend on the game.
 */
export interface Reason {
  code: string;
  seat: string;
  parts: {
    [k: string]: string;
  };
  best: number;
  played: number;
}
/**
 * How far the look at a match is, in looks at single moves, and what is known so far; null: nothing.
 */
export interface ReviewRunning {
  status: "running";
  done: number;
  /**
   * how many there will be at most; it may become less
   */
  of: number;
  review: ReviewShown | null;
}
/**
 * A rulebook.
 */
export interface RulesShown {
  game: string;
  language: Language;
  clauses: ClauseShown[];
  guide: {
    [k: string]: {
      [k: string]: string[][];
    };
  };
}
/**
 * A clause of a rulebook.
 */
export interface ClauseShown {
  id: string;
  text: string;
  ruling: string | null;
}
/**
 * A scenario played through.
 */
export interface ScenarioPlayed {
  id: string;
  title: string;
  text: string;
  shows: string[];
  options: {
    [k: string]: unknown;
  };
  frames: ScenarioStep[];
}
/**
 * One step of a scenario: a move and what it brought, or a move that is refused.
 */
export interface ScenarioStep {
  move?: string | null;
  seat?: number | null;
  events?: EventShown[] | null;
  views?: View1[] | null;
  refused?: string | null;
  rule?: string | null;
}
/**
 * A match as one seat sees it, or a spectator (`seat` is null); the rest depends on the game.
 */
export interface View1 {
  game: string;
  options: {
    [k: string]: unknown;
  };
  seat: string | null;
  to_move: string | null;
  /**
   * the moves that this seat may make now
   */
  legal: LegalMove[];
  /**
   * texts of early choices, where all choose at once
   */
  chosen?: string[] | null;
  [k: string]: unknown;
}
/**
 * A scenario after moves of your own; `steps` are the moves that it was written for.
 */
export interface ScenarioTried {
  id: string;
  title: string;
  text: string;
  shows: string[];
  options: {
    [k: string]: unknown;
  };
  seats: string[];
  steps: string[];
  to_move: number | null;
  events: EventShown[][];
  views: View1[];
}
/**
 * The scenarios of a game.
 */
export interface ScenariosShown {
  game: string;
  scenarios: ScenarioShown[];
}
/**
 * A scenario by its name.
 */
export interface ScenarioShown {
  id: string;
  title: string;
  text: string;
  shows: string[];
}
/**
 * The names of seats.
 */
export interface SeatNames {
  seats: string[];
}
/**
 * The seat that a private link gave.
 */
export interface SeatTaken {
  seat: number;
}
/**
 * The matches of a series in order, and the points by the seats of the first.
 *
 * `places` says for each match at which seat each of them sat, `won` what it brought them; null: nothing was decided.
 */
export interface SeriesShown {
  matches: TableListed[];
  places: number[][];
  won: (number[] | null)[];
  points: number[];
}
/**
 * A table in a list.
 */
export interface TableListed {
  id: string;
  created_at: number;
  updated_at: number;
  version: number;
  series: string | null;
  series_number?: number | null;
  cursor: string;
  game: string;
  title: string;
  options: {
    [k: string]: string;
  };
  status: TableStatus;
  seats: SeatShown[];
  clock: ClockTermsShown;
  games: number;
  result: ResultShown | null;
}
/**
 * The table as the client may see it: first of all, and after `sync` and `look`.
 */
export interface TableFrame {
  type: "table";
  version: number;
  table: TableShown;
  held: number[];
  look: number | null;
  /**
   * the entries are those after it; null: none
   */
  from: number | null;
  entries: EntryShown[];
  views: View1[];
  /**
   * the seats that have to decide
   */
  awaited: number[];
  clock: ClockShown;
  /**
   * the server's time, in seconds since 1970
   */
  now: number;
}
/**
 * The clocks: seconds left as of `since`, and the seats whose clocks run since then.
 */
export interface ClockShown {
  kind: ClockKind;
  seconds: number;
  increment: number;
  left: number[];
  running: number[];
  since: number;
}
/**
 * What was added to the log, with the view of the seat as which the socket looks.
 */
export interface EntriesFrame {
  type: "entries";
  version: number;
  /**
   * who saw another version last missed something
   */
  from: number;
  look: number | null;
  entries: EntryShown[];
  views: View1[];
  awaited: number[];
  clock: ClockShown;
  /**
   * the server's time, in seconds since 1970
   */
  now: number;
  /**
   * with `held`, if something in it changed
   */
  table?: TableShown | null;
  held?: number[] | null;
}
/**
 * A command that is refused; `id` is the command's.
 */
export interface RefusedFrame {
  type: "refused";
  version: number;
  id: string | null;
  error: Fault;
}
/**
 * A command that is done, to a client that sees its `id` in no entry.
 */
export interface DoneFrame {
  type: "done";
  version: number;
  id: string;
}
/**
 * The seats whose holders have a socket open, when that changed.
 */
export interface HereFrame {
  type: "here";
  version: number;
  here: number[];
}
/**
 * The answer to `ping`.
 */
export interface PongFrame {
  type: "pong";
  version: number;
  id: string | null;
  /**
   * the server's time, in seconds since 1970
   */
  now: number;
}
/**
 * How the server is.
 */
export interface Status {
  status: string;
}
/**
 * A command that is stored: up to which version, and whether it was there already.
 */
export interface Stored {
  version: number;
  repeated: boolean;
}
/**
 * A table as the caller may see it.
 *
 * `held` are the caller's seats, `look` the one as which the caller looks (null: a spectator), from which `views` has
 * the only view; there is none before the match.
 */
export interface TableMessage {
  type: "table";
  version: number;
  table: TableShown;
  held: number[];
  look: number | null;
  /**
   * the entries are those after it; null: none
   */
  from: number | null;
  entries: EntryShown[];
  views: View1[];
  /**
   * the seats that have to decide
   */
  awaited: number[];
  clock: ClockShown;
}
/**
 * What a new table shall be.
 */
export interface TableRequest {
  /**
   * @minItems 1
   * @maxItems 6
   */
  seats: SeatRequest[];
  name?: string;
  clock?: ClockRequest;
  undo?: boolean;
  hints?: boolean;
  takeover?: Level | null;
  listed?: boolean;
  game: string;
  /**
   * values or their texts; what is left out takes its default
   */
  options?: {
    [k: string]: boolean | number | string | string[] | null;
  };
  games?: number;
}
/**
 * Moves of your own in a scenario.
 */
export interface TryRequest {
  /**
   * @maxItems 100
   */
  moves: string[];
}
/**
 * A new key; null for who has one already.
 */
export interface VisitorAnswer {
  key: string | null;
}

/** The most letters of a name and of what is said, seats of a table, games of a series. */
export const LIMITS = { name: 30, text: 400, seats: 6, games: 21 } as const;
