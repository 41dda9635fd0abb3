// Where the names of the provinces are written: beside their pieces, where they cover least.
import { placeOf, type Paper, type Point } from "./places";

export interface Written {
  name: string;
  lines: { text: string; x: number; y: number }[];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far a border space and a province reach from their middles, and how wide a letter is, as a share of its height. */
const SPACE = 56;
const PROVINCE = 64;
const LETTER = 0.5;
/** Of a province only this much lies above its middle and below it. */
const ABOVE = 62;
const BELOW = 58;

/** How much of a round piece a text would cover. */
function covered({ left, top, right, bottom }: Box, { x, y }: Point, radius: number): number {
  const gap = Math.hypot(x - Math.min(right, Math.max(left, x)), y - Math.min(bottom, Math.max(top, y)));
  return Math.max(0, radius - gap);
}

function shared(one: Box, other: Box): number {
  const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return x > 0 && y > 0 ? Math.min(x, y) : 0;
}

/** The places where a name of this many lines could be: above, below and beside its province. */
function* candidates(at: Point, half: number, high: number): Generator<{ box: Box; far: number }> {
  const box = (x: number, top: number): Box => ({ left: x - half, right: x + half, top, bottom: top + high });
  for (let aside = 0; aside <= 90; aside += 6)
    for (const x of aside ? [at.x - aside, at.x + aside] : [at.x]) {
      yield { box: box(x, at.y - ABOVE - high), far: aside };
      yield { box: box(x, at.y + BELOW), far: aside };
    }
  for (let down = -70; down <= 60; down += 6)
    for (const way of [-1, 1])
      yield { box: box(at.x + way * (PROVINCE + 4 + half), at.y + down - high / 2), far: 60 + Math.abs(down) / 2 };
}

/** Write the names of the provinces on a sheet, in letters of this size. */
export function writeNames(provinces: string[], borders: string[], paper: Paper, size: number): Written[] {
  const spaces = borders.map((name) => placeOf(name, paper));
  const taken: Box[] = [];
  return provinces.map((name) => {
    const at = placeOf(name, paper);
    const others = provinces.filter((other) => other !== name).map((other) => placeOf(other, paper));
    const words = name.split(" ");
    let best: { cost: number; box: Box; texts: string[] } | undefined;
    for (const texts of words.length > 1 ? [[name], words] : [[name]]) {
      const half = (Math.max(...texts.map((text) => text.length)) * size * LETTER) / 2;
      for (const { box, far } of candidates(at, half, size * texts.length)) {
        const outside =
          Math.max(0, 6 - box.left, box.right - paper.width + 6) +
          Math.max(0, 4 - box.top, box.bottom - paper.height + 4);
        const cost =
          8 * outside +
          spaces.reduce((sum, space) => sum + covered(box, space, SPACE), 0) +
          others.reduce((sum, other) => sum + covered(box, other, PROVINCE), 0) +
          taken.reduce((sum, other) => sum + 3 * shared(box, other), 0) +
          far * 0.04 +
          texts.length;
        if (!best || cost < best.cost) best = { cost, box, texts };
      }
    }
    const { box, texts } = best as { box: Box; texts: string[] };
    taken.push(box);
    const x = (box.left + box.right) / 2;
    return { name, lines: texts.map((text, k) => ({ text, x, y: box.top + size * (k + 0.78) })) };
  });
}
