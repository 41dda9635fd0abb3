// From the arena's paper to the stage: where a point of the drawing is on the screen.
import type { Box } from "../../../lib/moments";
import type { Material, View } from "../../../lib/types";
import type { RaceView } from "../race";
import { arenaOf, tracksOf, type Arena, type Point } from "../track";

export interface Paper {
  arena: Arena;
  /** How many pixels a unit of the drawing has. */
  unit: number;
  put: (point: Point) => Point;
}

/** How the arena lies on the stage; null where there is none. */
export function paperOf(stage: HTMLElement, view: View, material: Material): Paper | null {
  const { track: name, direction } = view as RaceView;
  const track = tracksOf(material)[name];
  const picture = stage.querySelector<SVGSVGElement>(".arena > svg");
  const matrix = picture?.getScreenCTM?.();
  if (!track || !picture || !matrix) return null;
  const { left, top } = stage.getBoundingClientRect();
  return {
    arena: arenaOf(track, picture.classList.contains("upright"), direction === "counter-clockwise"),
    unit: matrix.a,
    put: ([x, y]) => [x * matrix.a + matrix.e - left, y * matrix.d + matrix.f - top],
  };
}

/** Where a chariot stands. */
export function chariotBox(stage: HTMLElement, view: View, material: Material, chariot: string): Box | null {
  return spaceBox(stage, view, material, (view as RaceView).chariots[chariot]?.number);
}

/** Where a space lies, by its number. */
export function spaceBox(stage: HTMLElement, view: View, material: Material, number?: number | null): Box | null {
  const paper = paperOf(stage, view, material);
  const spot = number && paper ? paper.arena.spots[number - 1] : undefined;
  if (!paper || !spot) return null;
  const [x, y] = paper.put(spot.centre);
  return { x, y, width: 100 * paper.unit, height: 100 * paper.unit };
}
