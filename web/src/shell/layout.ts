// Where everything lies at a table: pure reckoning, from the size of the screen and the shapes that a board can be drawn in.

export interface Size {
  width: number;
  height: number;
}

/**
 * A form that a board can be drawn in. Its width divided by its height may be anything from `least` to `most`; a drawing of
 * one fixed form has both equal.
 */
export interface Shape {
  name: string;
  least: number;
  most: number;
}

/** The largest rectangle of one of a board's shapes, in pixels. */
export interface Fit extends Size {
  shape: string;
}

/**
 * How the parts of a table lie: `wide` has a rail beside the board and the dock below both, `narrow` a slim rail; on a phone
 * that stands `upright` everything lies below each other, on one that is `lying` the dock is in the rail.
 */
export type Mode = "wide" | "narrow" | "upright" | "lying";

const UPRIGHT_BELOW = 700;
const LYING_BELOW = 520;
const WIDE_FROM = 1000;

/** Choose how the parts lie on a screen. */
export function modeOf({ width, height }: Size): Mode {
  if (width < UPRIGHT_BELOW && width <= height) return "upright";
  if (height < LYING_BELOW) return "lying";
  if (width < UPRIGHT_BELOW) return "upright";
  return width < WIDE_FROM ? "narrow" : "wide";
}

/** The width of the rail, in pixels. */
export function railOf({ width }: Size, mode: Mode): number {
  if (mode === "upright") return 0;
  if (mode === "lying") return Math.round(Math.min(320, Math.max(280, width * 0.38)));
  if (mode === "narrow") return 240;
  return Math.round(Math.min(440, Math.max(300, width * 0.19)));
}

/** Fit the largest rectangle of any of the shapes into a room; of equally large ones the first. */
export function fit(room: Size, shapes: readonly Shape[]): Fit {
  let best: Fit = { shape: shapes[0]?.name ?? "", width: 0, height: 0 };
  for (const { name, least, most } of shapes) {
    const ratio = Math.min(most, Math.max(least, room.height > 0 ? room.width / room.height : least));
    const width = Math.floor(Math.min(room.width, room.height * ratio));
    const height = Math.floor(width / ratio);
    if (width * height > best.width * best.height) best = { shape: name, width, height };
  }
  return best;
}

const MARGIN = 8;

/** Find a place for a thing beside a spot of the window: below it, else above, and whole inside. */
export function besides(
  spot: { left: number; top: number; width: number; height: number },
  thing: Size,
  { innerWidth, innerHeight }: { innerWidth: number; innerHeight: number },
): { left: number; top: number } {
  const inside = (value: number, length: number, most: number) =>
    Math.max(MARGIN, Math.min(value, most - length - MARGIN));
  const below = spot.top + spot.height + MARGIN;
  const top = below + thing.height + MARGIN <= innerHeight ? below : spot.top - thing.height - MARGIN;
  return {
    left: inside(spot.left + spot.width / 2 - thing.width / 2, thing.width, innerWidth),
    top: inside(top, thing.height, innerHeight),
  };
}
