// Every game by keyboard alone, from the front page to the end of a match: no pointer event is ever sent. The middle of long matches
// is played without the page: the list of moves is the same for every move.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { boardIsDrawn, open, show, visitor } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice } from "./playing.ts";
import { playAhead } from "./tables.ts";

const url = inject("url");

/** The games, and how many moves nobody watches: fewer than the shortest match has. */
const MATCHES = [
  ["caesar-cleopatra-2024", 60],
  ["caesar-cleopatra-1997", 70],
  ["ave-caesar", 0],
  ["caesar", 0],
] as const;

/** How many moves of a long match are made by keys before those that nobody watches; the rest comes after them. */
const WATCHED = 12;

const isOn = (page: Page, what: string) =>
  page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what);

/** How many moves are listed after the one that has the focus. */
const countAfter = (page: Page) =>
  page.evaluate(() => {
    const listed = [...document.querySelectorAll("[data-listed]")];
    return listed.length - 1 - listed.indexOf(document.activeElement as Element);
  });

/** Press Tab until something has the focus; while it is not there, wait for it. */
async function tabTo(page: Page, what: string, most = 250): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.waitForSelector(what, { state: "attached" });
    await page.keyboard.press("Tab");
    if (await isOn(page, what)) return;
  }
  throw new Error(`Tab never comes to ${what}`);
}

/** Wait until the match is over, or there are moves and the page has brought the focus back to them, which it does with the next
 * frame; say whether it is over. */
async function isOverOrListed(page: Page): Promise<boolean> {
  await page.waitForSelector("#result, [data-listed]", { state: "attached" });
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return document.querySelector("#result") !== null;
  });
}

/** The key m opens the list of moves. */
async function openList(page: Page): Promise<void> {
  await boardIsDrawn(page);
  await page.keyboard.press("m");
  await tabTo(page, "[data-listed]");
}

/** Press Enter on what the board offers: it is the whole move, or its beginning, which Escape takes back. */
async function tryOnBoard(page: Page): Promise<void> {
  if (await isOn(page, "[data-move]")) await listen(page).ordered("move", () => page.keyboard.press("Enter"));
  else for (const key of ["Enter", "Escape"]) await page.keyboard.press(key);
}

it.each(MATCHES)("a match of %s is begun and played to its end with keys", async (game, unwatched) => {
  const context = await visitor();
  await context.addInitScript(() => addEventListener("pointerdown", () => localStorage.setItem("pointed", ""), true));
  const page = await open(context, url);
  await page.waitForSelector("article");
  await tabTo(page, `a[href="/new/${game}"]`);
  await page.keyboard.press("Enter");
  const seats = page.locator("form .seat select");
  await seats.first().waitFor();
  // Against the quickest of all: in every list they come after oneself and a friend.
  await tabTo(page, "form .seat select");
  for (let seat = 1; seat < (await seats.count()); seat += 1) {
    await tabTo(page, "form .seat select");
    for (const key of ["Home", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    expect(await seats.nth(seat).inputValue()).toBe("tiro");
  }
  await tabTo(page, "form button.primary");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".stage :is([data-pick], [data-move])", { state: "attached" }); // others may be the first to move
  // First on the board itself: whatever is offered there has the focus in turn.
  await tabTo(page, ".stage [data-pick], .stage [data-move]");
  await tryOnBoard(page);
  await openList(page);
  const roll = dice(2);
  for (let moves = 0; !(await isOverOrListed(page)); moves += 1) {
    if (unwatched && moves === WATCHED) {
      const id = /\/table\/([\w-]+)/.exec(page.url())?.[1] ?? "";
      await page.goto("about:blank");
      await playAhead([context], url, id, roll, unwatched);
      await show(page, `${url}/table/${id}`);
      await openList(page);
    }
    if (!(await isOn(page, "[data-listed]"))) await tabTo(page, "[data-listed]");
    for (let further = roll(Math.min(4, 1 + (await countAfter(page)))); further > 0; further -= 1)
      await page.keyboard.press("Tab");
    await listen(page).ordered("move", () => page.keyboard.press("Enter"));
  }
  expect(await page.evaluate(() => localStorage.getItem("pointed")), "no pointer was used").toBe(null);
  expect(await page.locator("[data-announcer]").textContent()).not.toBe("");
});
