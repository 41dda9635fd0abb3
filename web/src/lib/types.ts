// What the server says, by the names that the page uses; protocol.ts is made from the server's own models.
import type { ReviewDone, ReviewRunning } from "./protocol";

export type {
  ClauseShown as Clause,
  ClientFrame as Command,
  ClockShown as Clock,
  EntriesFrame,
  EntryShown as Entry,
  EventShown as Told,
  Fault,
  GameShown,
  HintAnswer,
  HistoryShown,
  Language,
  LegalMove,
  Level,
  LinkAnswer,
  MaterialShown as Material,
  MoveConsidered as Thought,
  MoveNamed as Move,
  ReviewShown,
  RulesShown,
  ScenarioShown as ScenarioListed,
  ScenariosShown,
  ScenarioTried as Tried,
  SeatNames,
  SeatShown,
  SeriesShown,
  ServerFrame,
  SheetLine,
  TableFrame,
  TableListed,
  TableMessage,
  TableRequest,
  TableShown,
  View,
} from "./protocol";

/** A game by its name: the server says which there are. */
export type GameName = string;
/** Games that share one board and one set of words. */
export type Family = "cleopatra" | "avecaesar" | "caesar";

export type ReviewAnswer = ReviewDone | ReviewRunning;
