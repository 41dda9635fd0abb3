// A match of every game by keyboard alone: no pointer event is ever sent.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice } from "./playing.ts";
import { MATCHES } from "./pointing.ts";

const url = inject("url");

const isOn = (page: Page, what: string) =>
  page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what);

/** How many moves are listed after the one that has the focus. */
const countAfter = (page: Page) =>
  page.evaluate(() => {
    const listed = [...document.querySelectorAll("[data-listed]")];
    return listed.length - 1 - listed.indexOf(document.activeElement as Element);
  });

/** Press Tab until something has the focus. */
async function tabTo(page: Page, what: string, most = 250): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
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

it.each(MATCHES)("a match of %s is begun and played to its end with keys", async (game) => {
  const page = await visit(url);
  await page.evaluate(() => {
    addEventListener("pointerdown", () => Object.assign(globalThis, { isPointed: true }), true);
  });
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
  await page.waitForSelector(".stage");
  // First on the board itself: whatever is offered there has the focus in turn.
  await tabTo(page, ".stage [data-pick], .stage [data-move]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  // Then by the list of moves, which the key m opens.
  await page.keyboard.press("m");
  await page.waitForSelector("[data-listed]");
  await tabTo(page, "[data-listed]");
  const roll = dice(2);
  while (!(await isOverOrListed(page))) {
    if (!(await isOn(page, "[data-listed]"))) await tabTo(page, "[data-listed]");
    for (let further = roll(Math.min(4, 1 + (await countAfter(page)))); further > 0; further -= 1)
      await page.keyboard.press("Tab");
    await listen(page).ordered("move", () => page.keyboard.press("Enter"));
  }
  expect(await page.evaluate(() => "isPointed" in globalThis), "no pointer was used").toBe(false);
  expect(await page.locator("[data-announcer]").textContent()).not.toBe("");
});
