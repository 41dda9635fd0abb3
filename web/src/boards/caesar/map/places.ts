// Where things lie on our map. It is drawn with north up; a narrow page turns it by a quarter, so that west is up.
import map from "./map.json";

export interface Point {
  x: number;
  y: number;
}

export const WIDTH = map.width;
export const HEIGHT = map.height;
export const LAND = map.land;
/** How far a token reaches from its middle, in the map's units. */
export const RADIUS = 50;

type ProvinceName = keyof typeof map.provinces;

export function regionOf(province: string): string {
  return map.provinces[province as ProvinceName]?.region ?? "";
}

/** Where a province's name is written: above or below it, on one or two lines. */
export function nameOf(province: string, tall: boolean): { side: string; lines: number } {
  const names = map.provinces[province as ProvinceName]?.name;
  return (tall ? names?.tall : names?.wide) ?? { side: "above", lines: 1 };
}

function found(name: string): [number, number] {
  const provinces: Record<string, { at: number[] }> = map.provinces;
  const borders: Record<string, { at: number[] }> = map.borders;
  const at = (provinces[name] ?? borders[name])?.at;
  return [at?.[0] ?? 0, at?.[1] ?? 0];
}

/** Where a province or a border space lies on the map as it is shown. */
export function placeOf(name: string, tall: boolean): Point {
  const [x, y] = found(name);
  return tall ? { x: HEIGHT - y, y: x } : { x, y };
}

/** The direction, of length 1, from one place to another. */
export function towards(from: string, to: string, tall: boolean): Point {
  const a = placeOf(from, tall);
  const b = placeOf(to, tall);
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / far, y: (b.y - a.y) / far };
}

/** The place nearest in a direction: what an arrow key leads to. */
export function neighbour(from: string, key: string, names: string[], tall: boolean): string | null {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return null;
  const [dx = 0, dy = 0] = step;
  const here = placeOf(from, tall);
  let best: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const there = placeOf(name, tall);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (name === from || ahead < 8 || aside > ahead * 2) continue;
    if (ahead + aside * 1.6 < least) [best, least] = [name, ahead + aside * 1.6];
  }
  return best;
}
