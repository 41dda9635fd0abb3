// Every chariot has a shape of its own besides its colour. Drawn around (0, 0), within 34 units.
import type { Colour } from "./race";

export const SHAPES: Record<Colour | "uncrewed", string> = {
  red: "M0-28A28 28 0 1 1 0 28A28 28 0 1 1 0-28Z",
  blue: "M-20-25H20Q25-25 25-20V20Q25 25 20 25H-20Q-25 25-25 20V-20Q-25-25-20-25Z",
  green: "M0-35L33 24Q34 27 31 27H-31Q-34 27-33 24Z",
  yellow: "M0-35L35 0L0 35L-35 0Z",
  white: "M-16-28H16L32 0L16 28H-16L-32 0Z",
  purple: "M-27-26Q0-33 27-26V4C27 20 13 29 0 34C-13 29-27 20-27 4Z",
  uncrewed: "M-12-28H12L28-12V12L12 28H-12L-28 12V-12Z",
};

/** Where the letter sits: the triangle is low. */
export const LETTER_AT: Record<Colour | "uncrewed", number> = {
  red: 0,
  blue: 0,
  green: 9,
  yellow: 0,
  white: 0,
  purple: 0,
  uncrewed: 0,
};
