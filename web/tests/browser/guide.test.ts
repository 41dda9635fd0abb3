// The guides to the rules: every page of every game is read in every language; its pictures are drawn by the boards, on a desktop and
// on a phone, by day and by night; its clauses open in place.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";

import type { Guide } from "../../src/lib/guide.ts";
import avecaesar from "../../src/boards/avecaesar/guide/pages/ave-caesar.json" with { type: "json" };
import caesar from "../../src/boards/caesar/guide/pages/caesar.json" with { type: "json" };
import classic from "../../src/boards/cleopatra/guide/pages/caesar-cleopatra-1997.json" with { type: "json" };
import renewed from "../../src/boards/cleopatra/guide/pages/caesar-cleopatra-2024.json" with { type: "json" };
import { visit } from "./browser.ts";
import { fits, inspect } from "./inspect.ts";
import { openTab } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");
const GUIDES = {
  "caesar-cleopatra-2024": renewed,
  "caesar-cleopatra-1997": classic,
  "ave-caesar": avecaesar,
  caesar,
} as unknown as Record<string, Guide>;
const WINDOWS = [
  { isDrawn: true, locale: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { isDrawn: true, locale: "cs", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  { isDrawn: false, locale: "nl", viewport: { width: 800, height: 1000 }, colorScheme: "light" }, // only its words are others
] as const;

/** Scroll to every picture and wait until it is drawn. */
async function drawAll(page: Page): Promise<void> {
  for (const picture of await page.locator("[data-picture]").all()) {
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((node) => node?.hasAttribute("data-drawn"), await picture.elementHandle());
  }
}

describe.each(WINDOWS)("in $locale, $viewport.width wide, $colorScheme", ({ isDrawn, ...options }) => {
  it.each(Object.entries(GUIDES))("the guide to %s", async (game, guide) => {
    const page = await visit(`${url}/rules/${game}`, options);
    for (const [k, { name, sections }] of guide.pages.entries()) {
      if (k) await page.locator(".turn .next").click(); // one page leads to the next
      await page.waitForSelector(`[data-page="${name}"]`);
      expect(await page.locator(".guide > section > h3").count()).toBe(sections.length);
      const pictures = sections.flatMap((section) => section.pictures ?? []);
      await page.waitForFunction(
        (count) => document.querySelectorAll("[data-picture]").length === count,
        pictures.length,
      );
      if (!isDrawn) {
        await fits(page, `${game}, page ${name}`);
        continue;
      }
      await drawAll(page);
      for (const picture of pictures) {
        if (!("scenario" in picture)) continue;
        const spots = [...(picture.focus ?? []), ...(picture.marks ?? []).map(([spot]) => spot)];
        for (const spot of [...spots, ...(picture.arrows ?? []).flat()])
          expect(
            await page.locator(`[data-picture="${picture.name}"] .board`).locator(spot).count(),
            `${spot} in the picture ${picture.name}`,
          ).toBeGreaterThan(0);
      }
      await inspect(page, `${game}, page ${name}`);
    }
    await page.locator(".turn .next").click(); // and the last one to the clauses
    await page.waitForSelector("li[id]");
    expect(await page.locator("li[id]").count()).toBeGreaterThan(40);
  });
});

it("a guide is read with keys: pages, clauses in place, a position to try", async () => {
  const page = await visit(`${url}/rules/caesar`, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.waitForSelector("[data-page=map]");
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const tabTo = async (words: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press("Tab");
      if (words.test(await focused())) return;
    }
    throw new Error(`Tab never comes to ${words}`);
  };
  await tabTo(/^2\. A turn$/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-page=turn]");
  await page.waitForFunction(() => document.activeElement?.textContent === "A turn");
  await tabTo(/^ROME-T1$/);
  await page.keyboard.press("Enter");
  const reason = page.locator(".reason");
  await reason.getByText("Place one token of your supply").waitFor();
  expect(await reason.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await reason.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent?.trim() === "ROME-T1");
  await tabTo(/^▸ Try this position/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog .stage");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForSelector("[data-page=turn]");
  // Fingers hit what is there.
  const heights = (what: string) =>
    page.locator(what).evaluateAll((found) => found.map((each) => each.getBoundingClientRect().height));
  expect(Math.min(...(await heights(".rulebook nav a, .turn a")))).toBeGreaterThanOrEqual(44);
  expect(Math.min(...(await heights(".guide .clause")))).toBeGreaterThanOrEqual(24);
  await page.locator(".guide .clause").first().tap();
  await reason.waitFor();
});

it("an address leads to a clause, and back to the first page", async () => {
  const page = await visit(`${url}/rules/caesar#ROME-T7`);
  await page.waitForSelector("#ROME-T7.pointed");
  await page.locator(".rulebook nav a").first().click();
  await page.waitForSelector("[data-page=map]");
  await page.goBack();
  await page.waitForSelector("#ROME-T7.pointed");
});

it("the panel beside a table offers the same pages and the clauses", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const page = await sitDown(url, "ave-caesar", ["me", "tiro"], { players: "2" }, phone);
  await openTab(page, "rules");
  await page.waitForSelector("[data-page=start]");
  await drawAll(page);
  await inspect(page, "a guide beside a table");
  await page.getByLabel("Pages").selectOption("emperor");
  await page.waitForSelector("[data-page=emperor]");
  await page.getByLabel("Pages").selectOption("clauses");
  await page.waitForSelector("#AVE-C1");
});
