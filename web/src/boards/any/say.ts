// A game's own words, as the server says them, made ready to be shown.
import { sentence } from "../../lib/setting";
import type { Sayings } from "../../lib/words.svelte";

/** A name of the program as words: "dice_left" is "Dice left". */
export function words(name: string): string {
  return sentence(name.replace(/(?<=\p{L})[_-]+(?=[\p{L}\d])/gu, " "));
}

export function reason(text: string): string {
  return sentence(text);
}

export const sayings: Sayings = { move: (move) => move.text, told: (told) => told.text, seat: words };
