// The table on one screen: at every size people have, what the next move needs lies whole inside the window, the board and the
// dock do not overlap, and the page does not scroll; at the start, in the middle and at the end of every game.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";

import { dice, playSome, press } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");

const SIZES = [
  { width: 1366, height: 650 },
  { width: 1440, height: 780 },
  { width: 1920, height: 960 },
  { width: 2560, height: 1300 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
const GAMES: [string, string[], Record<string, string>][] = [
  ["liars-dice", ["me", "tiro", "tiro"], { players: "3" }],
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["caesar-cleopatra-1997", ["me", "tiro"], {}],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me", "tiro"], {}],
];

interface Box {
  what: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Everything that lies wrong at this moment, in words. */
async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    const box = (element: Element): Box => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const names = ["data-move", "data-pick", "class"].map((name) => element.getAttribute(name) ?? "").join(" ");
      return { what: `${element.tagName.toLowerCase()} ${names}`, left, top, right, bottom };
    };
    const said = ({ what, ...sides }: Box) =>
      `${what} (${Object.values(sides)
        .map((side) => Math.round(side as number))
        .join(" ")})`;
    const root = document.documentElement;
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth)
      wrong.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
    /** The part of the window in which something can be seen: what it lies in may be clipped or scrolled. */
    const seen = (element: Element): Box => {
      const clip = { what: "", left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let each = element.parentElement; each; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const { left, top, right, bottom } = each.getBoundingClientRect();
        if (style.overflowX !== "visible") {
          clip.left = Math.max(clip.left, left);
          clip.right = Math.min(clip.right, right);
        }
        if (style.overflowY !== "visible") {
          clip.top = Math.max(clip.top, top);
          clip.bottom = Math.min(clip.bottom, bottom);
        }
      }
      return clip;
    };
    const needed = [
      ...document.querySelectorAll(
        ".stage [data-move], .stage [data-pick], .dock, .dock .prompt, .dock .hand, .tools",
      ),
    ];
    for (const element of needed) {
      if (element.closest("[popover]")) continue;
      const [it, clip] = [box(element), seen(element)];
      if (it.right - it.left < 1 || it.bottom - it.top < 1) continue;
      if (
        it.left < clip.left - 1 ||
        it.top < clip.top - 1 ||
        it.right > clip.right + 1 ||
        it.bottom > clip.bottom + 1
      )
        wrong.push(`${said(it)} is not whole inside ${said(clip)}`);
    }
    const overlap = (one: Box, other: Box) =>
      one.left < other.right - 1 &&
      one.right > other.left + 1 &&
      one.top < other.bottom - 1 &&
      one.bottom > other.top + 1;
    const people = document.querySelector(".people");
    const seats = [...document.querySelectorAll(".people .seat")].map(box);
    // Three seats on a phone are scrolled sideways under one's own.
    if (people && people.scrollWidth <= people.clientWidth)
      for (const [k, one] of seats.entries())
        for (const other of seats.slice(k + 1))
          if (overlap(one, other)) wrong.push(`${said(one)} and ${said(other)} overlap`);
    const [room, dock] = [document.querySelector(".room"), document.querySelector(".dock")].map(
      (each) => each && box(each),
    );
    const field = document.querySelector(".field");
    if (!room || !dock || !field) wrong.push("there is no board or no dock");
    else {
      const it = box(field);
      if (overlap(it, dock)) wrong.push(`${said(it)} and ${said(dock)} overlap`);
      if ((it.right - it.left) * (it.bottom - it.top) < 0.2 * innerWidth * innerHeight)
        wrong.push(`the board is small: ${said(it)}`);
    }
    return [...new Set(wrong)];
  });
}

/** How long a page may take to lie anew after the window has changed, in milliseconds; the machine may be busy. */
const PATIENCE = 60_000;

/** Look at a moment at every size. */
async function look(page: Page, moment: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const deadline = Date.now() + PATIENCE;
    let wrong = await faultsOf(page);
    while (wrong.length && Date.now() < deadline) {
      await page.waitForTimeout(100);
      wrong = await faultsOf(page);
    }
    expect.soft(wrong, `${moment}, ${size.width} x ${size.height}`).toEqual([]);
  }
}

describe.each(GAMES)("%s", (game, seats, options) => {
  it("lies whole on every screen at the start, in the middle and at the end", async () => {
    const page = await sitDown(url, game, seats, options);
    await page.waitForSelector(".stage [data-move], .stage [data-pick]", { state: "attached" });
    await look(page, "at the start");
    const roll = dice(6);
    for (const moves of [4, 8]) {
      await playSome(page, roll, moves);
      await page.waitForSelector("#result, .stage [data-move], .stage [data-pick]", { state: "attached" });
      await look(page, `after ${moves} more moves`);
    }
    if (!(await page.locator("#result").count())) await press(page, "Resign");
    await page.waitForSelector("#result");
    await look(page, "at the end");
    await page.getByRole("button", { name: "Look at the board" }).click();
    await look(page, "at the end, with the result put aside");
  });
});
