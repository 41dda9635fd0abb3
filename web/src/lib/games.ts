import type { Family, GameName } from "./types";

export const GAMES: GameName[] = ["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"];

/** Name the board and the words of a game. */
export function familyOf(game: string): Family {
  if (game === "ave-caesar") return "avecaesar";
  return game === "caesar" ? "caesar" : "cleopatra";
}
