// A field seen from nearer: pure reckoning, in pixels. The field's corner stays where the frame put it; it is scaled from that
// corner and then moved.
import type { Size } from "./layout";

export interface Point {
  x: number;
  y: number;
}

export interface Look extends Point {
  scale: number;
}

export const HOME: Look = { scale: 1, x: 0, y: 0 };
const NEAREST = 4;

const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** The point of the field as it lies at home, under a point of the screen. `shown` is the field's box as it is shown now. */
export function at(look: Look, shown: Point, { x, y }: Point): Point {
  return { x: (x - shown.x) / look.scale, y: (y - shown.y) / look.scale };
}

/** Keep the field over its own place. */
function kept({ scale, x, y }: Look, home: Size): Look {
  return {
    scale,
    x: within(home.width * (1 - scale), x, 0),
    y: within(home.height * (1 - scale), y, 0),
  };
}

const homeOf = (look: Look, shown: Size): Size => ({
  width: shown.width / look.scale,
  height: shown.height / look.scale,
});

/** Look from nearer by a factor; a point of the field stays where it is. `shown` is the field as it is shown now. */
export function zoomed(look: Look, by: number, around: Point, shown: Size): Look {
  const scale = within(1, look.scale * by, NEAREST);
  const change = look.scale - scale;
  if (scale === 1) return HOME;
  return kept({ scale, x: look.x + around.x * change, y: look.y + around.y * change }, homeOf(look, shown));
}

/** Move the field. */
export function moved(look: Look, x: number, y: number, shown: Size): Look {
  return kept({ ...look, x: look.x + x, y: look.y + y }, homeOf(look, shown));
}
