// Liar's Dice, a game of somebody else, on the board that the page draws from the view alone.
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";
import { listen } from "./ear.ts";
import { playOut } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");
const GAME = "liars-dice";
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

it("is among the games, with its rules and no lesson", async () => {
  const page = await visit(url);
  const card = page.locator(`article:has(a[href="/new/${GAME}"])`);
  await card.waitFor();
  expect(await card.locator("h2").textContent()).toBe("Liar's Dice");
  expect(await card.locator(`a[href="/learn/${GAME}"]`).count()).toBe(0);
  await card.locator(`a[href="/rules/${GAME}"]`).click();
  await page.waitForSelector("li#LIAR-1");
});

it.each([
  ["a laptop", { viewport: { width: 1366, height: 768 } }],
  ["a phone", PHONE],
] as const)("is played to its end on %s", async (_, options) => {
  const page = await sitDown(url, GAME, ["me", "tiro", "tiro"], { players: "3" }, options);
  await page.waitForSelector(".stage [data-pick]");
  expect(await page.locator(".side").count()).toBe(3);
  expect(await page.locator(".side .back").count()).toBe(10);
  await playOut(page, 7);
  await page.getByText("How the score came about").click();
  await page.waitForSelector(".sheet table");
  expect(await page.locator(".side .back").count()).toBe(0);
});

it("has what the next move needs on a phone's screen, whatever is above it", async () => {
  const page = await sitDown(url, GAME, ["me", "tiro"], {}, PHONE);
  await page.waitForSelector(".stage [data-move]");
  for (const each of await page.locator(".stage [data-move], .stage [data-pick]").all()) {
    const box = await each.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(844);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

it("is played by keys: one stop a row, arrows inside it", async () => {
  const page = await sitDown(url, GAME, ["me", "tiro"]);
  await page.waitForSelector(".stage [data-pick]");
  await page.locator('.stage [data-pick][tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("2 of 1");
  await listen(page).ordered("move", async () => {
    await page.keyboard.press("Enter");
    const yes = page.locator("[data-confirm]");
    if (await yes.count()) await yes.press("Enter");
  });
});
