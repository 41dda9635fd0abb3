// Where things lie on our map. It is drawn with north up; on a narrow page it is turned by a quarter, so that west is up.
// Where there is more room than its form needs, land and sea are drawn out and the pieces stand further apart.
import map from "./map.json";

export interface Point {
  x: number;
  y: number;
}

export const LAND = map.land;

/** The sheet that the map is drawn on, in units: a border space is 108 wide. */
export interface Paper {
  isTurned: boolean;
  width: number;
  height: number;
}

/** A sheet of a certain form, width by height; never narrower or lower than the map is drawn. */
export function paperOf(isTurned: boolean, ratio?: number): Paper {
  const [width, height] = isTurned ? [map.height, map.width] : [map.width, map.height];
  const form = ratio ?? width / height;
  return form > width / height
    ? { isTurned, width: height * form, height }
    : { isTurned, width, height: width / form };
}

type ProvinceName = keyof typeof map.provinces;

export function regionOf(province: string): string {
  return map.provinces[province as ProvinceName]?.region ?? "";
}

function found(name: string): [number, number] {
  const provinces: Record<string, { at: number[] }> = map.provinces;
  const borders: Record<string, { at: number[] }> = map.borders;
  const at = (provinces[name] ?? borders[name])?.at;
  return [at?.[0] ?? 0, at?.[1] ?? 0];
}

/** Where a province or a border space lies on a sheet. */
export function placeOf(name: string, { isTurned, width, height }: Paper): Point {
  const [x, y] = found(name);
  return isTurned
    ? { x: (1 - y / map.height) * width, y: (x / map.width) * height }
    : { x: (x / map.width) * width, y: (y / map.height) * height };
}

/** How land and territories, which are drawn with north up, come to lie on a sheet: a transformation of SVG. */
export function drawnOn({ isTurned, width, height }: Paper): string {
  return isTurned
    ? `matrix(0 ${height / map.width} ${-width / map.height} 0 ${width} 0)`
    : `scale(${width / map.width} ${height / map.height})`;
}

/** The direction, of length 1, from one place to another. */
export function towards(from: string, to: string, paper: Paper): Point {
  const a = placeOf(from, paper);
  const b = placeOf(to, paper);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
}

/** The place nearest in a direction: what an arrow key leads to. */
export function neighbour(from: string, key: string, names: string[], paper: Paper): string | null {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return null;
  const [dx = 0, dy = 0] = step;
  const here = placeOf(from, paper);
  let best: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const there = placeOf(name, paper);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (name === from || ahead < 8 || aside > ahead * 2) continue;
    if (ahead + aside * 1.6 < least) [best, least] = [name, ahead + aside * 1.6];
  }
  return best;
}
