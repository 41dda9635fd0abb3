// Pictures of guides go near what matters, and stay inside of their board.
import { describe, expect, it } from "vitest";

import { cornerOf, framed, lookAt, middleOf, UPRIGHT, WHOLE } from "../../src/parts/near";

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

describe("the frame of a picture", () => {
  it("holds all that is looked at, with something around it", () => {
    const [one, other] = [box(300, 200, 100, 80), box(500, 300, 100, 80)];
    const look = framed([one, other]);
    expect(look.left).toBeLessThan(300);
    expect(look.top).toBeLessThan(200);
    expect(look.left + look.width).toBeGreaterThan(600);
    expect(look.top + look.height).toBeGreaterThan(380);
  });

  it.each([
    ["in a corner", box(0, 0, 20, 20)],
    ["at the other corner", box(880, 580, 20, 20)],
    ["tall", box(400, 0, 90, 600)],
    ["broad", box(0, 280, 900, 30)],
    ["everything", box(0, 0, 900, 600)],
  ])("stays inside of the board: %s", (_, thing) => {
    const look = framed([thing]);
    expect(look.left).toBeGreaterThanOrEqual(0);
    expect(look.top).toBeGreaterThanOrEqual(0);
    expect(look.left + look.width).toBeLessThanOrEqual(WHOLE.width + 0.001);
    expect(look.top + look.height).toBeLessThanOrEqual(WHOLE.height + 0.001);
    expect(look.width / look.height).toBeGreaterThanOrEqual(0.79);
    expect(look.width / look.height).toBeLessThanOrEqual(2.61);
  });

  it("is the whole board where nothing is found", () => {
    expect(lookAt(document.createElement("div"), [".nothing"], WHOLE)).toEqual(WHOLE);
    expect(lookAt(document.createElement("div"), [], UPRIGHT)).toEqual(UPRIGHT);
  });

  it("puts signs near the corner and arrows to the middle", () => {
    expect(middleOf(box(10, 20, 100, 50))).toEqual([60, 45]);
    const [x, y] = cornerOf(box(10, 20, 100, 50));
    expect(x).toBeGreaterThan(10);
    expect(x).toBeLessThan(40);
    expect(y).toBeGreaterThan(20);
    expect(y).toBeLessThan(40);
  });
});
