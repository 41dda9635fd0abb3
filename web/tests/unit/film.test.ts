// Films of the front page: how they are developed and played, with a clock of our own.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { develop, filmOf, LAST, Player, SHOT, type Recorded } from "../../src/lib/film";

const RECORDED: Recorded = {
  seats: ["a", "b"],
  first: { seat: null, to_move: "a", stage: "play", legal: [], sides: { a: { cards: [1, 2] }, b: { cards: [3] } } },
  shots: [
    {
      told: [],
      changes: [
        [["sides", "a", "cards"], [2]],
        [["last"], 1],
      ],
    },
    { told: [], changes: [[["last"]], [["to_move"], null]] },
  ],
} as unknown as Recorded;

describe("a film", () => {
  it("is developed shot by shot, and what did not change is shared", () => {
    const [first, second, third] = develop(RECORDED).map(({ view }) => view as unknown as Record<string, never>);
    expect(first).toEqual(RECORDED.first);
    expect(second).toMatchObject({ last: 1, sides: { a: { cards: [2] }, b: { cards: [3] } } });
    const sides = [first, second].map((view) => view?.["sides"] as unknown as { b: object } | undefined);
    expect(sides[1]?.b).toBe(sides[0]?.b);
    expect(third).not.toHaveProperty("last");
    expect(third?.["to_move"]).toBeNull();
  });

  it("is there for a game that has one, and null for another", async () => {
    const film = await filmOf("caesar", "caesar");
    expect(film && develop(film).length).toBeGreaterThan(30);
    expect(await filmOf("any", "nothing")).toBeNull();
  });
});

describe("the player", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows a shot at a time, stays at the last one, and begins again", () => {
    const shown: number[] = [];
    const player = new Player(3, 1, (at) => shown.push(at));
    player.run(true);
    vi.advanceTimersByTime(SHOT - 1);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([2]);
    vi.advanceTimersByTime(LAST - 1);
    expect(shown).toEqual([2]);
    vi.advanceTimersByTime(1 + SHOT);
    expect(shown).toEqual([2, 0, 1]);
  });

  it("stands still when it may not run, and goes on from there", () => {
    const shown: number[] = [];
    const player = new Player(9, 0, (at) => shown.push(at));
    player.run(true);
    vi.advanceTimersByTime(SHOT);
    player.run(false);
    vi.advanceTimersByTime(100 * SHOT);
    expect(shown).toEqual([1]);
    expect(vi.getTimerCount()).toBe(0);
    player.run(true);
    vi.advanceTimersByTime(SHOT);
    expect(shown).toEqual([1, 2]);
  });
});
