// Ways over the track: as smooth lines, and as the steps of a chariot that is seen driving.
import type { Arena, Point, Spot } from "./track";
import { SPACE } from "./track";

const towards = (from: Spot, to: Spot) => {
  const turn = (from.heading * Math.PI) / 180;
  const x = to.centre[0] - from.centre[0];
  const y = to.centre[1] - from.centre[1];
  return {
    ahead: x * Math.cos(turn) + y * Math.sin(turn),
    aside: Math.abs(y * Math.cos(turn) - x * Math.sin(turn)),
    far: Math.hypot(x, y),
  };
};

/** The point right behind the line that a chariot on this space drives to when it finishes. */
export function beyondLine(spot: Spot): Point {
  const turn = (spot.heading * Math.PI) / 180;
  return [spot.centre[0] + Math.cos(turn) * SPACE * 0.8, spot.centre[1] + Math.sin(turn) * SPACE * 0.8];
}

/** End a line a little earlier. */
export function shortened(points: Point[], by: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return points;
  const far = Math.hypot(last[0] - before[0], last[1] - before[1]);
  const part = Math.min(0.9, by / far);
  return [...points.slice(0, -1), [last[0] + (before[0] - last[0]) * part, last[1] + (before[1] - last[1]) * part]];
}

/** Draw a smooth line through points. */
export function smooth(points: Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${first[0].toFixed(1)} ${first[1].toFixed(1)}`;
  rest.forEach((point, k) => {
    const before = points[k - 1] ?? (points[k] as Point);
    const from = points[k] as Point;
    const after = points[k + 2] ?? point;
    const one = [from[0] + (point[0] - before[0]) / 6, from[1] + (point[1] - before[1]) / 6];
    const two = [point[0] - (after[0] - from[0]) / 6, point[1] - (after[1] - from[1]) / 6];
    path += `C${[...one, ...two, ...point].map((value) => value.toFixed(1)).join(" ")}`;
  });
  return path;
}

const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);

function isWalled(arena: Arena, a: Point, b: Point): boolean {
  // The ends of a wall may be cut: lines between middles pass close by them.
  return arena.walls.some((wall) =>
    wall.some((from, k) => {
      const to = k < wall.length * 0.16 || k > wall.length * 0.84 ? undefined : wall[k + 1];
      return to && side(a, b, from) * side(a, b, to) < 0 && side(from, to, a) * side(from, to, b) < 0;
    }),
  );
}

/**
 * Guess the spaces a chariot was seen to drive over in this many steps, for showing it on its way: what happened tells only
 * where it came from and where it went. No rule: just the shortest line over spaces that lie one before the other.
 */
export function guessWay(arena: Arena, from: number, to: number, steps: number): number[] {
  let fronts = new Map<number, { cost: number; way: number[] }>([[from, { cost: 0, way: [] }]]);
  for (let step = 0; step < steps; step += 1) {
    const next = new Map<number, { cost: number; way: number[] }>();
    for (const [number, { cost, way }] of fronts) {
      const here = arena.spots[number - 1] as Spot;
      for (const spot of arena.spots) {
        const { ahead, aside, far } = towards(here, spot);
        if (
          spot.number === number ||
          far > 1.75 * SPACE ||
          ahead < 0.2 * SPACE ||
          aside > 1.25 * SPACE ||
          isWalled(arena, here.centre, spot.centre)
        )
          continue;
        const total = cost + far * far + aside * aside;
        if (total < (next.get(spot.number)?.cost ?? Infinity))
          next.set(spot.number, { cost: total, way: [...way, spot.number] });
      }
    }
    fronts = next;
  }
  return fronts.get(to)?.way ?? [to];
}

/** The points of a way, from where the chariot stands. */
export function pointsOf(arena: Arena, from: number | null, way: number[], finishes: boolean): Point[] {
  const numbers = from ? [from, ...way] : way;
  const spots = numbers.map((number) => arena.spots[number - 1]).filter((spot) => spot !== undefined);
  const points = spots.map((spot) => spot.centre);
  const last = spots.at(-1);
  if (finishes && last) points.push(beyondLine(last));
  return points;
}
