// Where everything lies at a table, at the sizes people have; the field seen from nearer; one Escape for one thing.
import { afterEach, describe, expect, it } from "vitest";

import { listenTo } from "../../src/shell/keys";
import { besides, fit, modeOf, railOf } from "../../src/shell/layout";
import { at, HOME, moved, zoomed } from "../../src/shell/nearer";

const SIZES = [
  { width: 1366, height: 650, mode: "wide", rail: 300 },
  { width: 1440, height: 780, mode: "wide", rail: 300 },
  { width: 1920, height: 960, mode: "wide", rail: 365 },
  { width: 2560, height: 1300, mode: "wide", rail: 440 },
  { width: 390, height: 844, mode: "upright", rail: 0 },
  { width: 844, height: 390, mode: "lying", rail: 320 },
  { width: 800, height: 1000, mode: "narrow", rail: 240 },
] as const;

describe.each(SIZES)("a screen of $width x $height", ({ width, height, mode, rail }) => {
  it(`is ${mode}, with a rail of ${rail}`, () => {
    expect(modeOf({ width, height })).toBe(mode);
    expect(railOf({ width, height }, mode)).toBe(rail);
  });
  it("holds the largest rectangle of a shape, whole", () => {
    const found = fit({ width, height }, [{ name: "map", least: 4 / 3, most: 4 / 3 }]);
    expect(found.width).toBeLessThanOrEqual(width);
    expect(found.height).toBeLessThanOrEqual(height);
    expect(Math.abs(found.width / found.height - 4 / 3)).toBeLessThan(0.02);
    expect(Math.max(found.width / width, found.height / height)).toBeGreaterThan(0.99);
  });
  it("turns a drawing that fits better upright", () => {
    const shapes = [
      { name: "lying", least: 1.6, most: 1.6 },
      { name: "upright", least: 0.625, most: 0.625 },
    ];
    expect(fit({ width, height }, shapes).shape).toBe(width > height ? "lying" : "upright");
  });
  it("has what is said beside a spot whole inside, wherever the spot is", () => {
    for (const [left, top] of [
      [0, 0],
      [width, height],
      [width / 2, height - 5],
    ] as const) {
      const thing = { width: 300, height: 180 };
      const found = besides({ left, top, width: 0, height: 0 }, thing, { innerWidth: width, innerHeight: height });
      expect(found.left).toBeGreaterThanOrEqual(0);
      expect(found.top).toBeGreaterThanOrEqual(0);
      expect(found.left + thing.width).toBeLessThanOrEqual(width);
      expect(found.top + thing.height).toBeLessThanOrEqual(height);
    }
  });
});

describe("the field from nearer", () => {
  const field = { x: 100, y: 50, width: 800, height: 400 };
  it("keeps the point under the pointer in place", () => {
    const point = at(HOME, field, { x: 500, y: 250 });
    expect(point).toEqual({ x: 400, y: 200 });
    expect(zoomed(HOME, 2, point, field)).toEqual({ scale: 2, x: -400, y: -200 });
  });
  it("is never smaller than it is, nor larger than four times", () => {
    expect(zoomed(HOME, 0.5, { x: 0, y: 0 }, field)).toEqual(HOME);
    expect(zoomed(HOME, 99, { x: 0, y: 0 }, field).scale).toBe(4);
  });
  it("is moved as far as its own edge", () => {
    const near = { scale: 2, x: -400, y: -200 };
    const shown = { width: 1600, height: 800 };
    expect(moved(near, 9999, 9999, shown)).toEqual({ scale: 2, x: 0, y: 0 });
    expect(moved(near, -9999, -9999, shown)).toEqual({ scale: 2, x: -800, y: -400 });
  });
});

describe("keys", () => {
  const offs: (() => void)[] = [];
  afterEach(() => offs.splice(0).forEach((off) => off()));
  const press = (key: string, on: EventTarget = document.body) =>
    on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

  it("are answered by what was opened last, and by one only", () => {
    const heard: string[] = [];
    offs.push(listenTo({ Escape: () => heard.push("below") }));
    const off = listenTo({ Escape: () => heard.push("above") });
    press("Escape");
    off();
    press("Escape");
    expect(heard).toEqual(["above", "below"]);
  });
  it("go on to the layer below where the upper one has nothing to do", () => {
    const heard: string[] = [];
    offs.push(listenTo({ Escape: () => heard.push("below") }), listenTo({ Escape: () => false }));
    press("Escape");
    expect(heard).toEqual(["below"]);
  });
  it("are letters while somebody writes, but for Escape", () => {
    const heard: string[] = [];
    offs.push(listenTo({ m: () => heard.push("m"), Escape: () => heard.push("Escape") }));
    const input = document.body.appendChild(document.createElement("input"));
    press("m", input);
    press("Escape", input);
    expect(heard).toEqual(["Escape"]);
    input.remove();
  });
});
