import type { Sayings } from "../../lib/words.svelte";

export const sayings: Sayings = {
  move: (move) => move.text,
  told: (told) => told.text,
  seat: (seat) => seat.charAt(0).toUpperCase() + seat.slice(1),
};
