// Where things lie on a board that is drawn as a picture, and how near one has to go to see them.

export interface Look {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Boards of pictures are drawn this large and then shown nearer or further off, so that they look as they do at a table. */
export const WHOLE: Look = { left: 0, top: 0, width: 900, height: 600 };
/** A whole board on a phone, where one that lies would be too small to read. */
export const UPRIGHT: Look = { left: 0, top: 0, width: 420, height: 560 };
/** A picture that is narrower than this, in pixels, is a phone's. */
export const PHONE = 520;

/** Around what is looked at, as a share of its size, and at least this many pixels. */
const AROUND = 0.08;
const LEAST = 10;
/** A picture is at least this much of its board wide, and never narrower or broader than this. */
const SMALLEST = 0.3;
const NARROWEST = 0.8;
const BROADEST = 2.6;

/** How far inside of a box its sign is. */
const CORNER = 0.14;

/** Find things on a board, in its own pixels, however large it is shown. */
export function spotsOf(board: HTMLElement, spots: string[]): Look[] {
  const all = board.getBoundingClientRect();
  const scale = all.width / (board.offsetWidth || 1) || 1;
  return spots.flatMap((spot) =>
    [...board.querySelectorAll(spot)].map((found) => {
      const box = found.getBoundingClientRect();
      return {
        left: (box.left - all.left) / scale,
        top: (box.top - all.top) / scale,
        width: box.width / scale,
        height: box.height / scale,
      };
    }),
  );
}

/** Look at these things, with a little around them; at the whole board if there is none of them. */
export function lookAt(board: HTMLElement, spots: string[], whole: Look): Look {
  const found = spotsOf(board, spots.length ? spots : [".field"]);
  if (!found.length) return { ...whole };
  return framed(found, whole);
}

/** The frame of a picture around some boxes, inside the board. */
export function framed(boxes: Look[], whole: Look = WHOLE): Look {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  const around = Math.max(LEAST, Math.max(right - left, bottom - top) * AROUND);
  let width = Math.min(whole.width, Math.max(right - left + 2 * around, whole.width * SMALLEST));
  let height = Math.min(whole.height, bottom - top + 2 * around);
  if (width / height < NARROWEST) width = Math.min(whole.width, height * NARROWEST);
  if (width / height > BROADEST) height = Math.min(whole.height, width / BROADEST);
  const within = (middle: number, length: number, most: number) =>
    Math.max(0, Math.min(most - length, middle - length / 2));
  return {
    left: within((left + right) / 2, width, whole.width),
    top: within((top + bottom) / 2, height, whole.height),
    width,
    height,
  };
}

/** A point of a box: its middle, or near its upper left corner, where a sign hides little of what is in it. */
export const middleOf = ({ left, top, width, height }: Look): [number, number] => [
  left + width / 2,
  top + height / 2,
];
export const cornerOf = ({ left, top, width, height }: Look): [number, number] => [
  left + width * CORNER,
  top + height * CORNER,
];
