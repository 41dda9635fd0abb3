// Guides: the rules of a game on a few pages with pictures, to learn it from. Its pages and pictures are in
// boards/<family>/guide/, its words in guide/<language>.json there; the clauses that its paragraphs rest on stand beside the
// rules and come from the server with them.
import type { EventShown, View } from "./types";

/** Names something on a board to point at, as a CSS selector. */
type Spot = string;

interface Drawn {
  name: string;
  /** Spots with a number on them; the caption says what each is, under the key beside it. */
  marks?: [Spot, string][];
}

/** A position of the game on its own board. */
export interface Position extends Drawn {
  /** The scenario that the position comes from, and how many of its moves are made. */
  scenario: string;
  after?: number;
  /** The seat whose view is shown; else a spectator's. */
  seat?: string;
  /** Whether what can be chosen is marked on the board. */
  offers?: boolean;
  /** Whether what just happened is marked on the board. */
  told?: boolean;
  /** The text of a move that is drawn as half made. */
  asked?: string;
  /** Whether the hand is shown below the board. */
  hand?: boolean;
  /** What fills the picture; else the whole board. */
  focus?: Spot[];
  /** Arrows from one spot to another. */
  arrows?: [Spot, Spot][];
}

/** A drawing of the game's family that shows no position: its cards, its tokens. */
export interface Figure extends Drawn {
  figure: string;
}

export interface Section {
  name: string;
  paragraphs: number;
  pictures?: (Position | Figure)[];
}

export interface Page {
  name: string;
  sections: Section[];
}

export interface Guide {
  pages: Page[];
}

/** What is seen of a position, laid out by boards/pictures.py. */
export interface Laid {
  view: View;
  told: EventShown[];
}

const pages = import.meta.glob<{ default: unknown }>("../boards/*/guide/pages/*.json");
const pictures = import.meta.glob<{ default: unknown }>("../boards/*/guide/pictures/*.json");

/** Load the guide to a game; null if nobody has written one. */
export async function guideOf(family: string, game: string): Promise<Guide | null> {
  const file = pages[`../boards/${family}/guide/pages/${game}.json`];
  return file ? ((await file()).default as Guide) : null;
}

/** Load the positions of a guide, by the names of its pictures. */
export async function picturesOf(family: string, game: string): Promise<Record<string, Laid>> {
  const file = pictures[`../boards/${family}/guide/pictures/${game}.json`];
  return file ? ((await file()).default as Record<string, Laid>) : {};
}
