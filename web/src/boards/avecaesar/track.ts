// The arena seen from overhead: where everything of a track lies on the paper. One space is 100 units long.
import type { Material } from "../../lib/types";
import type { Shape } from "../../shell/layout";

export type Point = [number, number];

export interface SpaceDrawn {
  name: string;
  section: number;
  lane: number;
  centre: Point;
  heading: number;
  outline: Point[];
}

export interface TrackDrawn {
  title: string;
  spaces: SpaceDrawn[];
  walls: Point[][];
  finish: [Point, Point][];
  bounds: [number, number, number, number];
}

export const SPACE = 100;
/** How much of the stands is seen around the spaces. */
const MARGIN = 0.5;
const IMPERIAL = /^K\./;

export function tracksOf(material: Material): Record<string, TrackDrawn> {
  return material.board["tracks"] as Record<string, TrackDrawn>;
}

export function isImperial(space: SpaceDrawn): boolean {
  return IMPERIAL.test(space.name);
}

/** A space on the paper. */
export interface Spot {
  number: number;
  name: string;
  imperial: boolean;
  centre: Point;
  /** Degrees, clockwise from the right: where a chariot on it looks. */
  heading: number;
  path: string;
  dark: boolean;
}

export interface Arena {
  spots: Spot[];
  walls: Point[][];
  finish: [Point, Point][];
  /** The outer border of the circuit with the imperial lane, and the border of the infield. */
  outside: string;
  infield: string;
  box: { x: number; y: number; width: number; height: number };
  /** Where the emperor sits and which way he looks, in degrees. */
  emperor: { at: Point; looks: number };
  /** Where the sign stands that is touched to cross the line. */
  sign: Point;
  arrow: { at: Point; heading: number };
  /** Room in the infield for what stands there, largest first. */
  lawns: { at: Point; radius: number }[];
}

const degrees = (radians: number) => (radians * 180) / Math.PI;
const away = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function lineThrough(points: Point[], closed: boolean): string {
  const text = points.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`);
  return `M${text.join("L")}${closed ? "Z" : ""}`;
}

/** Follow one border of the circuit: the left sides of its outermost lanes, or the right sides of its innermost. */
function border(track: TrackDrawn, outer: boolean): Point[] {
  const circuit = track.spaces.filter((space) => !isImperial(space));
  const sections = Math.max(...circuit.map((space) => space.section)) + 1;
  const points: Point[] = [];
  for (let section = 0; section < sections; section += 1) {
    const here = circuit.filter((space) => space.section === section);
    const lanes = here.map((space) => space.lane);
    const lane = outer ? Math.max(...lanes) : Math.min(...lanes);
    for (const space of here.filter((each) => each.lane === lane)) {
      const half = space.outline.length / 2;
      points.push(...(outer ? space.outline.slice(0, half) : space.outline.slice(half).reverse()));
    }
  }
  return points;
}

function isInside([x, y]: Point, polygon: Point[]): boolean {
  let inside = false;
  polygon.forEach(([ax, ay], k) => {
    const [bx, by] = polygon[(k + 1) % polygon.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Find free round places in the infield, largest first, that leave out what is there already. */
function lawnsIn(polygon: Point[], taken: { at: Point; radius: number }[]): { at: Point; radius: number }[] {
  const step = 0.15;
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const grid: Point[] = [];
  for (let x = Math.min(...xs); x < Math.max(...xs); x += step)
    for (let y = Math.min(...ys); y < Math.max(...ys); y += step) if (isInside([x, y], polygon)) grid.push([x, y]);
  const room = grid.map((point) => Math.min(...polygon.map((corner) => away(point, corner))) - 0.24);
  const found: { at: Point; radius: number }[] = [];
  while (found.length < 9) {
    let best = { at: [0, 0] as Point, radius: 0 };
    grid.forEach((at, k) => {
      const others = [...taken, ...found].map((other) => away(at, other.at) - other.radius);
      const radius = Math.min(room[k] as number, 1.1, ...others);
      if (radius > best.radius + 1e-9) best = { at, radius };
    });
    if (best.radius < 0.22) break;
    found.push(best);
  }
  return found;
}

const putDown = ([x, y]: Point, upright: boolean): Point =>
  upright ? [-y * SPACE, x * SPACE] : [x * SPACE, y * SPACE];

/** The outer end of the line, its inner end, and the way from the infield outwards, of length 1. */
function lineOf(track: TrackDrawn): { end: Point; lineIn: Point; out: Point } {
  const [[lineOut, lineIn], lane] = track.finish as [[Point, Point], [Point, Point]?];
  const [end, start] = lane ?? [lineOut, lineIn];
  return { end, lineIn, out: [(end[0] - start[0]) / away(end, start), (end[1] - start[1]) / away(end, start)] };
}

/** What has to be seen of a track: its spaces with the first rows of the stands, and the emperor's box. */
export function boxOf(track: TrackDrawn, upright: boolean): Arena["box"] {
  const [left, top, right, bottom] = track.bounds;
  const { end, out } = lineOf(track);
  const corners: Point[] = [
    [left - MARGIN, top - MARGIN],
    [right + MARGIN, bottom + MARGIN],
    [end[0] + out[0] * 1.12, end[1] + out[1] * 1.12],
  ];
  const xs = corners.map((corner) => putDown(corner, upright)[0]);
  const ys = corners.map((corner) => putDown(corner, upright)[1]);
  return {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
}

/** Up to so wide a picture is filled by what lies around the arena. */
const WIDEST = 2.5;

/** The forms that a track can be drawn in: as it lies and turned upright. The stands go on where there is more room. */
export function shapesOf(track: TrackDrawn): Shape[] {
  return ["lying", "upright"].map((name) => {
    const { width, height } = boxOf(track, name === "upright");
    const own = width / height;
    return { name, least: own * 0.85, most: own > 1 ? WIDEST : own * 1.25 };
  });
}

const laid = new WeakMap<TrackDrawn, Map<string, Arena>>();

/** The arena of a track; each is reckoned once. */
export function arenaOf(track: TrackDrawn, upright: boolean, reverse: boolean): Arena {
  const arenas = laid.get(track) ?? new Map<string, Arena>();
  laid.set(track, arenas);
  const key = `${upright} ${reverse}`;
  const found = arenas.get(key) ?? layOut(track, upright, reverse);
  arenas.set(key, found);
  return found;
}

/** Lay a track on the paper; `upright` turns it a quarter for narrow screens, `reverse` is counter-clockwise driving. */
export function layOut(track: TrackDrawn, upright: boolean, reverse: boolean): Arena {
  const put = (point: Point): Point => putDown(point, upright);
  const look = (heading: number) => degrees(heading) + (upright ? 90 : 0) + (reverse ? 180 : 0);
  const { end, lineIn, out } = lineOf(track);
  const beyond = (from: Point, way: number): Point => [from[0] + out[0] * way, from[1] + out[1] * way];
  const sign = beyond(lineIn, -0.48);
  const arrow = beyond(lineIn, -1.16);
  const inside = border(track, false);
  const imperial = track.spaces.filter(isImperial);
  const lawns = lawnsIn(inside, [
    { at: sign, radius: 0.5 },
    { at: arrow, radius: 0.5 },
  ]);
  return {
    spots: track.spaces.map((space, index) => ({
      number: index + 1,
      name: space.name,
      imperial: isImperial(space),
      centre: put(space.centre),
      heading: look(space.heading),
      path: lineThrough(space.outline.map(put), true),
      dark: (Number(space.name.split(".").at(-1)) + space.lane + space.section) % 2 === 0,
    })),
    walls: track.walls.map((wall) => wall.map(put)),
    finish: track.finish.map(([a, b]) => [put(a), put(b)]),
    outside: [border(track, true), ...imperial.map((space) => space.outline)]
      .map((line) => lineThrough(line.map(put), true))
      .join(""),
    infield: lineThrough(inside.map(put), true),
    box: boxOf(track, upright),
    emperor: { at: put(beyond(end, 0.56)), looks: degrees(Math.atan2(-out[1], -out[0])) + (upright ? 90 : 0) },
    sign: put(sign),
    arrow: { at: put(arrow), heading: look(Math.atan2(out[0], -out[1])) },
    lawns: lawns.map(({ at, radius }) => ({ at: put(at), radius: radius * SPACE })),
  };
}
