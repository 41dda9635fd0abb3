// What can wait for the frame does, and what is forgotten does not.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { afterFrame } from "../../src/lib/later";
import { announce, voice } from "../../src/shell/announce.svelte";

let frames: FrameRequestCallback[] = [];
/** The browser draws, and then does what waited for it. */
function draw(): void {
  for (const frame of frames.splice(0)) frame(0);
  vi.runAllTimers();
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", (number: number) => frames.splice(number - 1, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("something is done once the frame is drawn, unless it is left before", () => {
  const done: string[] = [];
  afterFrame(() => done.push("kept"));
  afterFrame(() => done.push("left"))();
  vi.runAllTimers();
  expect(done).toEqual([]);
  draw();
  expect(done).toEqual(["kept"]);
});

it("what was said is forgotten at once, and the new is said with the frame", () => {
  announce("Caesar lays a card.");
  draw();
  expect(voice.news).toBe("Caesar lays a card.");
  announce("Cleopatra lays a 3.");
  expect(voice.news).toBe("");
  announce("The vote begins.");
  draw();
  expect(voice.news).toBe("The vote begins.");
  announce("");
  expect(voice.news).toBe("");
});
