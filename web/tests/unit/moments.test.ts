// The queue of scenes: what is on the board while they play, how they are skipped, and that it never falls far behind.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { lengthOf, stepsSince, timesOf, type Scene, type Step } from "../../src/lib/moments";
import { shared } from "../../src/lib/shared";
import type { Frame, Material, View } from "../../src/lib/types";
import { BEHIND, Moments, skippable, STANDS, type Playbill } from "../../src/shell/moments.svelte";
import { viewOf } from "./wire";

const positions = Array.from({ length: 30 }, (_, k): View => ({ ...viewOf(null), moves: k }));
const at = (k: number) => positions[k] as View;
/** The k-th step; its scenes are named by what it tells. */
function step(k: number, ...names: string[]): Step {
  const told = names.map((key) => ({ kind: key, key, rule: "", actor: null, seat: null, text: "" }));
  return { before: at(k), after: at(k + 1), told, since: k };
}
const LENGTH = 1000;
const scene = (key: string): Scene => ({
  name: key,
  on: key.startsWith("after") ? "after" : "before",
  beats: [
    { name: "one", ms: 400, sound: "card" },
    { name: "two", ms: 600, sound: "coin" },
  ],
});

let pace = 1;
let isHidden = false;
let sounds: string[] = [];
const bill: Playbill = {
  pace: () => pace,
  isHidden: () => isHidden,
  scenes: () => ({ drawings: {}, scenesOf: ({ told }) => told.map(({ key }) => scene(key)) }),
  place: () => ({ near: "", seats: [], material: { game: "", moves: [], board: {} } as unknown as Material }),
  sound: (name) => sounds.push(name),
};
let moments: Moments;
const moves = () => moments.shown?.view["moves"];
const name = () => moments.playing?.scene.name;
/** How long it still plays, in milliseconds. */
function rest(): number {
  let waited = 0;
  for (; moments.playing; waited += 10) vi.advanceTimersByTime(10);
  return waited;
}

beforeEach(() => {
  vi.useFakeTimers();
  [pace, isHidden, sounds] = [1, false, []];
  moments = new Moments(bill);
});
afterEach(() => vi.useRealTimers());

describe("a scene", () => {
  it("plays on the board as it was, and then the present is there", () => {
    moments.push(step(0, "vote"));
    expect([name(), moves(), moments.shown?.until]).toEqual(["vote", 0, 0]);
    vi.advanceTimersByTime(LENGTH - 1);
    expect(name()).toBe("vote");
    vi.advanceTimersByTime(1);
    expect([moments.playing, moments.shown]).toEqual([null, null]);
  });

  it("that comes after the move plays on the present board, and stays on it when more happens", () => {
    moments.push(step(0, "after"));
    expect([name(), moments.shown]).toEqual(["after", null]);
    moments.push(step(1, "vote"));
    expect([name(), moves()]).toEqual(["after", 1]);
    vi.advanceTimersByTime(LENGTH);
    expect([name(), moves()]).toEqual(["vote", 1]);
  });

  it("sounds at its beats, at the speed that was chosen", () => {
    pace = 2;
    moments.push(step(0, "vote"));
    vi.advanceTimersByTime(0);
    expect(sounds).toEqual(["card"]);
    vi.advanceTimersByTime(199);
    expect(sounds).toEqual(["card"]);
    vi.advanceTimersByTime(1);
    expect(sounds).toEqual(["card", "coin"]);
    expect(rest()).toBe(300);
    pace = 0.5;
    moments.push(step(1, "vote"));
    expect(rest()).toBe(2000);
  });

  it("is not there when there are to be none, or nobody can see it", () => {
    pace = 0;
    moments.push(step(0, "vote"));
    expect([moments.playing, moments.shown, moments.hasMissed]).toEqual([null, null, false]);
    [pace, isHidden] = [1, true];
    moments.push(step(1, "vote"));
    expect([moments.playing, moments.shown, moments.hasMissed]).toEqual([null, null, true]);
  });

  it("has beats that follow each other", () => {
    expect(timesOf(scene("vote"), 2)).toEqual({ one: { at: 0, ms: 200 }, two: { at: 200, ms: 300 } });
    expect(lengthOf(scene("vote"))).toBe(LENGTH);
  });
});

describe("several scenes", () => {
  it("are played one after the other, each on its own position; a step without one waits its turn", () => {
    moments.push(step(0, "first"));
    moments.push(step(1));
    moments.push(step(2, "third"));
    expect([name(), moves()]).toEqual(["first", 0]);
    vi.advanceTimersByTime(LENGTH);
    expect([name(), moves(), moments.shown?.until]).toEqual(["third", 2, 2]);
    vi.advanceTimersByTime(LENGTH);
    expect(moments.shown).toBeNull();
  });

  it("one skip ends the present one, the second all", () => {
    for (const k of [0, 1, 2]) moments.push(step(k, "vote"));
    expect(moments.skip()).toBe(true);
    expect([name(), moves()]).toEqual(["vote", 1]);
    expect(moments.skip()).toBe(true);
    expect([moments.playing, moments.shown]).toEqual([null, null]);
    expect(moments.skip()).toBe(false);
    // What comes later begins anew.
    for (const k of [3, 4]) moments.push(step(k, "vote"));
    moments.skip();
    expect([name(), moves()]).toEqual(["vote", 4]);
  });

  it("a sound of a scene that is skipped is not heard", () => {
    moments.push(step(0, "vote"));
    moments.skip();
    vi.advanceTimersByTime(5000);
    expect(sounds).toEqual([]);
  });

  it("never keep the board more than three seconds behind, whatever comes when", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      moments = new Moments(bill);
      let state = seed;
      const roll = (count: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % count;
      let last = -1;
      for (let k = 0; k < 20; k += 1) {
        const names = Array.from({ length: roll(4) }, (_, n) => (n && roll(2) ? `after${n}` : `before${n}`));
        moments.push(step(k, ...names.sort().reverse()));
        if (roll(5) === 0) moments.skip();
        const shown = (moves() as number | undefined) ?? k + 1;
        expect(shown, "time goes on").toBeGreaterThanOrEqual(last);
        last = shown;
        if (roll(3) === 0) expect(rest(), `seed ${seed}`).toBeLessThanOrEqual(BEHIND + 10);
        else vi.advanceTimersByTime(roll(1500));
      }
      rest();
      expect([moments.playing, moments.shown]).toEqual([null, null]);
    }
  });

  it("the newest step keeps its first scene, however much waits", () => {
    for (let k = 0; k < 9; k += 1) moments.push(step(k, "vote"));
    moments.push(step(9, "great"));
    const seen: unknown[] = [];
    for (; moments.playing; vi.advanceTimersByTime(100)) seen.push(name());
    expect(seen).toContain("great");
  });
});

describe("what happened is shown again", () => {
  it("from its first position, every step, also those without a scene, and then the present", () => {
    isHidden = true;
    moments.push(step(0, "vote"));
    isHidden = false;
    moments.replay([step(0), step(1, "vote"), step(2)]);
    expect([moments.isReplaying, moments.hasMissed]).toEqual([true, false]);
    const seen: unknown[] = [];
    for (; moments.playing; vi.advanceTimersByTime(50)) if (seen.at(-1) !== moves()) seen.push(moves());
    expect(seen).toEqual([0, 1, 3]);
    expect([moments.isReplaying, moments.shown]).toEqual([false, null]);
  });

  it("even where there are no scenes", () => {
    pace = 0;
    moments.replay([step(0, "vote")]);
    expect(moves()).toBe(0);
    expect(rest()).toBe(STANDS * 1.5);
  });

  it("and what happens meanwhile follows", () => {
    moments.replay([step(0)]);
    moments.push(step(1, "vote"));
    vi.advanceTimersByTime(STANDS * 1.5);
    expect([name(), moves()]).toEqual(["vote", 1]);
  });

  it("since a seat's own last move; for who has none, the last turn", () => {
    const frames = [null, 0, 1, 1, 0, 1, 1].map((seat, k): Frame => ({
      version: k,
      number: k,
      turn: [0, 1, 2, 2, 3, 4, 4][k] ?? 0,
      seat,
      kind: k ? "move" : "start",
      view: at(k),
      events: [],
    }));
    const from = (seat: number | null) => stepsSince(frames, seat).map(({ before }) => before["moves"]);
    expect(from(0)).toEqual([4, 5]);
    expect(from(1)).toEqual([4, 5]);
    expect(from(null)).toEqual([4, 5]);
    expect(stepsSince(frames.slice(0, 1), 0)).toEqual([]);
    expect(stepsSince(frames.slice(0, 2), 1).map(({ after }) => after["moves"])).toEqual([1]);
  });
});

describe("a click or a key", () => {
  let leave: () => void;
  let clicked: string[];
  beforeEach(() => {
    document.body.innerHTML = `<div class="room"><button id="piece"></button></div><button id="chat"></button>`;
    clicked = [];
    for (const each of document.querySelectorAll("button"))
      each.addEventListener("click", () => clicked.push(each.id));
    leave = skippable(moments);
  });
  afterEach(() => {
    leave();
    document.body.innerHTML = "";
  });
  function click(id: string): void {
    const button = document.getElementById(id) as HTMLElement;
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    button.click();
  }
  function press(key: string): boolean {
    return document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }

  it("on the board ends a scene and does nothing else: the board shows what is past", () => {
    moments.push(step(0, "vote"));
    click("piece");
    expect([moments.playing, clicked]).toEqual([null, []]);
    click("piece");
    expect(clicked).toEqual(["piece"]);
  });

  it("elsewhere, or over the present board, ends it and does what it does", () => {
    moments.push(step(0, "vote"));
    click("chat");
    expect([moments.playing, clicked]).toEqual([null, ["chat"]]);
    moments.push(step(1, "after"));
    click("piece");
    expect([moments.playing, clicked]).toEqual([null, ["chat", "piece"]]);
  });

  it("of a key ends it too, but for those that only move the focus", () => {
    moments.push(step(0, "vote"));
    expect([press("Tab"), name()]).toEqual([true, "vote"]);
    expect([press("Enter"), moments.playing]).toEqual([false, null]);
    moments.push(step(1, "vote"));
    expect([press("m"), moments.playing]).toEqual([true, null]);
    expect(press("Enter")).toBe(true);
  });
});

describe("a position that follows another", () => {
  it("shares with it whatever is the same, and holds what is new", () => {
    const old = { a: { x: 1, y: [1, 2] }, b: [{ z: 1 }, { z: 2 }], c: null, d: 1 };
    const now = { a: { x: 1, y: [1, 2] }, b: [{ z: 1 }, { z: 3 }], c: { e: 1 }, d: 1 };
    const made = shared(old, structuredClone(now));
    expect(made).toEqual(now);
    expect(made.a).toBe(old.a);
    expect(made.b[0]).toBe(old.b[0]);
    expect(made.b).not.toBe(old.b);
    expect(shared(old, structuredClone(old))).toBe(old);
  });

  it("is never mistaken for it", () => {
    expect(shared({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
    expect(shared({ a: [1, 2] }, { a: [1] })).toEqual({ a: [1] });
    expect(shared([1], { 0: 1 })).toEqual({ 0: 1 });
    expect(shared({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(shared(null, { a: 1 })).toEqual({ a: 1 });
    expect(shared({ a: 1 }, null)).toBeNull();
  });
});
