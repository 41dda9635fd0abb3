// A match of every game by keyboard alone: no pointer event is ever sent.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { errors, launch, visit } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice, isOver } from "./playing.ts";
import { MATCHES } from "./pointing.ts";

let browser: Browser;
const url = inject("url");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Press Tab until something has the focus. */
async function tabTo(page: Page, what: string, most = 250): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what)) return;
  }
  throw new Error(`Tab never comes to ${what}`);
}

const isOn = (page: Page, what: string) =>
  page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, what);

it.each(MATCHES)("a match of %s is begun and played to its end with keys", async (game) => {
  const page = await visit(browser, url);
  await page.evaluate(() => {
    addEventListener("pointerdown", () => Object.assign(globalThis, { isPointed: true }), true);
  });
  await page.waitForSelector("article");
  await tabTo(page, `a[href="/new/${game}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("form .seat select");
  await tabTo(page, "form .seat:nth-of-type(2) select, form .seat select");
  await tabTo(page, "form button.primary");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".stage");
  const roll = dice(2);
  // First on the board itself: whatever is offered there has the focus in turn.
  await tabTo(page, ".stage [data-pick], .stage [data-move]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  // Then by the list of moves, which the key m opens.
  const deadline = Date.now() + 150_000;
  await page.keyboard.press("m");
  while (!(await isOver(page))) {
    if (Date.now() > deadline) throw new Error("the match does not end");
    await page.waitForSelector("#result, [data-listed]", { state: "attached" });
    const listed = page.locator("[data-listed]");
    const count = await listed.count();
    if (!count) continue;
    if (!(await isOn(page, "[data-listed]"))) await tabTo(page, "[data-listed]");
    for (let further = roll(Math.min(count, 4)); further > 0; further -= 1) await page.keyboard.press("Tab");
    if (!(await isOn(page, "[data-listed]"))) continue; // beyond the last one, or the position has changed
    await listen(page).ordered("move", () => page.keyboard.press("Enter"));
  }
  expect(await page.evaluate(() => "isPointed" in globalThis), "no pointer was used").toBe(false);
  expect(await page.locator("[data-announcer]").textContent()).not.toBe("");
  expect(errors).toEqual([]);
  await page.context().close();
});
