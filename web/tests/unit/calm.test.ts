// What can wait is done when somebody is there, one thing after the other.
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules(); // it remembers that somebody came
});
afterEach(() => void vi.useRealTimers());

it("waits for a sign of somebody", async () => {
  const { whenCalm } = await import("../../src/lib/calm");
  const done: string[] = [];
  whenCalm(() => done.push("one"));
  whenCalm(() => done.push("two"))(); // called off
  whenCalm(() => done.push("three"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(done).toEqual([]);
  dispatchEvent(new Event("pointermove"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(done).toEqual(["one", "three"]);
});

it("does not wait for ever, and one thing waits for the other", async () => {
  const { whenCalm } = await import("../../src/lib/calm");
  const done: string[] = [];
  let finish: () => void = () => {};
  whenCalm(async () => {
    done.push("begins");
    await new Promise<void>((end) => (finish = end));
  });
  whenCalm(() => done.push("next"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(["begins"]);
  finish();
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toEqual(["begins", "next"]);
});
