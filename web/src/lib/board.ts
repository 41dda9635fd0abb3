// What a family of games brings to the page, and what its board gets from the table around it. A board draws what a view says
// and offers the legal moves; it computes no rule.
import type { Component, Snippet } from "svelte";

import type { Mode } from "../shell/layout";

import type { Lesson } from "./lesson";
import type { Scenes } from "./moments";
import type { Moves } from "./moves";
import type { Rounds } from "./standing";
import type { LegalMove, Material, SheetLine, EventShown, View } from "./types";
import type { Sayings } from "./words.svelte";

/**
 * What boards/<family>/index.ts exports: all that is shown and said of its games. Its words are in texts/, and what the first
 * page says of its games in about/. Only the picture is there at once; the rest is loaded when somebody needs it.
 */
export interface GameFamily {
  Picture: Component<{ game: string }>;
  Board: () => Promise<{ default: Component<BoardProps> }>;
  Sheet: () => Promise<{ default: Component<SheetProps> }>;
  /** `reason` says why a match ended, from the reason's code; "" where it knows no words for it. */
  say: () => Promise<{ sayings: Sayings; reason: (code: string) => string }>;
  /** Where a match has several rounds: how it stands between them. */
  rounds?: () => Promise<{ rounds: Rounds }>;
  /** Drawings for the guides that show no position: cards, tokens. */
  figures?: () => Promise<{ figures: Record<string, Component<{ material: Material }>> }>;
  /** The first lesson of each game, with words under `lesson` in its texts. */
  lesson?: () => Promise<{ lessons: Record<string, Lesson> }>;
  /** What decides its games, shown as scenes over the board. */
  scenes?: () => Promise<Scenes>;
  /** The colour that marks its tables in lists, by its name in themes.css. */
  colour?: string;
  /** The colour of a seat's own pieces, as a value of CSS; it is always beside a dash, a shape or a word. */
  seatColour?: (seat: string) => string;
}

/** What the table lays around a board: the board hands it on to the frame (shell/Frame.svelte) that it is drawn in. */
export interface Around {
  /** Show the board alone: a picture, with nothing to choose and nothing around it. */
  bare?: boolean;
  /** Show the hand below such a picture. */
  withHand?: boolean;
  /** Whether this comes first: then the board is drawn in a task of its own, into the room that is left. */
  isFirst?: boolean;
  /** Whether what stands beside the board is what matters: then the panels of the seats take little room. */
  isReading?: boolean;
  /** The names of the seats that have to decide. */
  awaited?: string[];
  /** The names of the seats that have won. */
  winners?: string[];
  /** The name of the viewer's own seat; a spectator has none. */
  own?: string | undefined;
  /** Whose turn it is, in front of what the board asks. */
  turn?: Snippet<[Mode]>;
  /** What a lesson says: above the rail, on a phone above the board. */
  head?: Snippet<[Mode]>;
  /** Who sits there: portrait, name, clock. */
  who?: Snippet<[string, Mode]>;
  /** What lies over the board: the curtain, the waiting room, the end. */
  over?: Snippet<[Mode]>;
  /** What went wrong, or is asked of the player. */
  notice?: Snippet;
  /** Taking back, hints, resigning: icons with words, beside the hand. */
  tools?: Snippet<[Mode]>;
  /** Log, chat and rules, and what the board adds to them. */
  beside?: Snippet<[Mode, Snippet<[Mode]> | undefined]>;
  /** The words on the sheet's handle, on a phone. */
  handle?: Snippet;
  /** Whether the sheet is pulled up, on a phone, where the table wants to know and to say. */
  sheet?: { isPulled: boolean };
}

export interface BoardProps {
  /** What the table lays around the board. */
  around?: Around;
  /** What this seat (or a spectator) sees. The board draws this and nothing else. */
  view: View;
  /** The seat at whose side of the table the viewer sits: drawn nearest. A spectator gets the first seat. */
  near: string;
  /** What no match changes: every move by number and by text, and the facts for drawing. */
  moves: Moves;
  material: Material;
  /** The moves this seat may make now (`view.legal`); empty while others decide and when an earlier position is shown. */
  legal: LegalMove[];
  /**
   * Make a move by its number. The table asks for confirmation where a move cannot be taken back, and sends it. A number
   * that is not legal may be given when the player tries something: the server then refuses and the table shows the clause.
   */
  play: (id: number) => void;
  /** Names of the people and bots by seat, ready to be shown: "Livia", "Consul". */
  names: Record<string, string>;
  /** What happened since the position shown before: for things a board wants to point at (last placement, votes). */
  told: EventShown[];
  /** Numbers of moves that the computer advises, best first; the board marks where they lead. */
  advised: number[];
  /**
   * The move that waits for confirmation, or the better one when a match is looked back at: the board draws it as if half made,
   * also where nothing is legal.
   */
  asked: number | null;
}

/** A match that is over, as boards draw it: whoever resigned or ran out of time, nobody is to move any more. */
export function ended(view: View): View {
  return { ...view, to_move: null, stage: "over", legal: [] };
}

/** What a score sheet gets: the lines as the server adds them up, and who has won. */
export interface SheetProps {
  sheet: SheetLine[];
  seats: string[];
  names: Record<string, string>;
  winners: number[];
  /** The last position, in which all is open that the rules open at the end. */
  view: View;
}
