// A game's own words, as the server says them, made ready to be shown.
import { label } from "../../lib/setting";
import type { Sayings } from "../../lib/words.svelte";

export function reason(_code: string): string {
  return "";
}

export const sayings: Sayings = { move: (move) => move.text, told: (told) => told.text, seat: label };
