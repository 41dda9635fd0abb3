// A lesson: positions from scenarios in which the player makes the moves, with a word before and after each.

export interface LessonMove {
  /** The text of the move, as scenarios write it. */
  move: string;
  /** Other moves that are as good here. */
  or?: string[];
  /** Made by the page, for the opponent; else the player makes it. */
  other?: true;
  /** Key of what is said before the move: what to do and why. */
  say: string;
  /** Key of what is said after it: what it brought. */
  then?: string;
}

export interface Chapter {
  /** The scenario whose position is laid out, of this game. */
  scenario: string;
  /** Seat whose view is shown. */
  seat: string;
  /** Keys of the heading and of what is said first. */
  title: string;
  say: string;
  moves: LessonMove[];
}

export interface Lesson {
  game: string;
  chapters: Chapter[];
}
