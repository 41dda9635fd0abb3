// A match looked at again: where its turns end, which moves were mistakes, and where it turned.
import { BASE } from "./base";
import type { Frame, MoveJudged, ReviewShown } from "./types";

/** The frames at which one stops who goes from turn to turn: the beginning, and where every turn ends. */
export function stopsOf(frames: Frame[]): number[] {
  const ends = frames.flatMap((frame, k) => (k && frames[k + 1]?.turn !== frame.turn ? [k] : []));
  return frames.length ? [0, ...ends] : [];
}

/** The shapes of grades, around a middle at 0, so that colour is not alone. */
export const MARKS: Record<NonNullable<MoveJudged["grade"]>, string> = {
  blunder: "M0-7.5 7.5 0 0 7.5-7.5 0Z",
  mistake: "M0-6.5 6.5 5H-6.5Z",
  inaccuracy: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
};

/** The mistakes in the order in which they were made: of every turn of a seat only the move that cost most. */
export function gradedOf(review: ReviewShown | null): MoveJudged[] {
  const worst = new Map<string, MoveJudged>();
  for (const move of review?.moves ?? []) {
    const turn = `${move.turn} ${move.seat}`;
    if (move.grade !== null && move.cost > (worst.get(turn)?.cost ?? -1)) worst.set(turn, move);
  }
  return [...worst.values()].sort((a, b) => a.number - b.number);
}

/** The chances after every move that was looked at, in order, with those before the first. */
export function courseOf(review: ReviewShown): { number: number; chances: Record<string, number> }[] {
  return [{ number: 0, chances: review.start }, ...review.moves].sort((a, b) => a.number - b.number);
}

/** A move after which the match stood differently: whose chances it changed most, and from what to what. */
export interface Swing {
  move: MoveJudged;
  seat: string;
  before: number;
  after: number;
}

/** A change that is smaller than this turns no match. */
const LEAST = 0.08;

/** The moves that changed somebody's chances most, each in a turn of its own, in the order of the match. */
export function swingsOf(review: ReviewShown, count = 3): Swing[] {
  const course = courseOf(review);
  const chances = new Map(course.map((each) => [each.number, each.chances]));
  const swings = review.moves.flatMap((move) => {
    const before = chances.get(move.number - 1);
    if (!before) return [];
    const all = review.seats.map((seat) => ({
      move,
      seat,
      before: before[seat] ?? 0,
      after: move.chances[seat] ?? 0,
    }));
    return all.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1);
  });
  const turns = new Set<number>();
  return swings
    .filter((swing) => sizeOf(swing) >= LEAST)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .filter(({ move }) => !turns.has(move.turn) && turns.add(move.turn))
    .slice(0, count)
    .sort((a, b) => a.move.number - b.move.number);
}

const sizeOf = ({ before, after }: Swing): number => Math.abs(after - before);

/** The address of a position: after how many moves, and from which seat it is seen. */
export function addressOf(id: string, at: number, seat?: number): string {
  return `${BASE}/table/${id}/review?at=${at}${seat === undefined ? "" : `&seat=${seat}`}`;
}

/** Where one goes to see what a move was about: a mistake is seen before it is made, beside what was better. */
export function placeOfMove(move: MoveJudged): number {
  return move.grade === null ? move.number : move.number - 1;
}
