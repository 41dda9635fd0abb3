// Themes: chosen in the settings, kept, each with colours of its own that can be read; else as the system has it.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { dice, playSome } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");
const THEMES = ["marble", "papyrus", "night"];

const dressed = (page: Page) => page.locator("html").getAttribute("data-theme");
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

it("the page follows the system until a theme is chosen, and keeps the one that was", async () => {
  const page = await visit(url, { colorScheme: "light" });
  const themes = page.getByLabel("Theme");
  expect(await dressed(page)).toBe("marble");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForSelector('html[data-theme="night"]');
  const seen = new Set<string>();
  for (const theme of THEMES) {
    await themes.selectOption(theme);
    expect(await dressed(page)).toBe(theme);
    seen.add(await ground(page));
  }
  expect(seen.size).toBe(THEMES.length);
  await themes.selectOption("papyrus");
  await page.reload();
  await page.waitForSelector("article");
  expect(await dressed(page)).toBe("papyrus");
  await themes.selectOption("auto");
  expect(await dressed(page)).toBe("night");
});

it("a table changes its theme while one plays, and can be read in each", async () => {
  // Every game's table is read in every theme by views.test.ts.
  const page = await sitDown(url, "caesar", ["me", "tiro"]);
  await page.waitForSelector(".stage [data-move], .stage [data-pick]", { state: "attached" });
  await playSome(page, dice(3), 4);
  await page.locator('[popovertarget="settings"]').click();
  for (const theme of THEMES) {
    await page.getByLabel("Theme").selectOption(theme);
    expect(await dressed(page)).toBe(theme);
    await inspect(page, theme);
  }
});
