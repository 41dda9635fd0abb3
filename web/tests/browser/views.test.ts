// Every view in every language and every theme, on a desktop and on a phone: axe-core finds nothing, nothing is too wide, no text is
// missing.
import { describe, expect, inject, it } from "vitest";

import { boardIsDrawn, visit } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { dice, openTab, playSome } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");
const GAMES = ["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"];

const WINDOWS = [
  { locale: "en", viewport: { width: 1280, height: 900 }, theme: "marble" },
  { locale: "cs", viewport: { width: 360, height: 740 }, theme: "night" },
  { locale: "nl", viewport: { width: 800, height: 1000 }, theme: "papyrus" },
] as const;

describe.each(WINDOWS)("in $locale, $viewport.width wide, $theme", ({ theme, ...window }) => {
  const look = { theme };

  it("home, form, rules, lesson and scenario", async () => {
    const page = await visit(url, window, look);
    expect(await page.locator("html").getAttribute("lang")).toBe(window.locale);
    await page.waitForSelector("article");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
    await inspect(page, "home");
    for (const game of GAMES) {
      await page.goto(`${url}/new/${game}`);
      await page.waitForSelector("form .seat select");
      await inspect(page, `new ${game}`);
      await page.goto(`${url}/learn/${game}`);
      await boardIsDrawn(page);
      await inspect(page, `learn ${game}`);
    }
    await page.goto(`${url}/rules/caesar#clauses`);
    await page.waitForSelector("li[id]");
    await inspect(page, "rules");
    await page.goto(`${url}/rules/caesar/rome-ex3`);
    await boardIsDrawn(page);
    await inspect(page, "scenario");
    await page.goto(`${url}/nothing-here`);
  });

  it.each(GAMES)("a table of %s", async (game) => {
    const page = await (game === "ave-caesar"
      ? sitDown(url, game, ["me", "tiro", "tiro", "tiro"], { players: "4" }, window, look)
      : sitDown(url, game, ["me", "tiro"], {}, window, look));
    await inspect(page, "at the start");
    const roll = dice(window.viewport.width);
    await playSome(page, roll, 4); // few enough that no match is over
    // The log was open at the start and is at the end: in the middle it gives way to what stands beside it.
    await openTab(page, "moves");
    await inspect(page, "in the middle, with moves");
    for (const tab of game === "caesar" ? ["chat", "rules"] : []) {
      await openTab(page, tab);
      await inspect(page, `in the middle, ${tab}`, "#beside");
    }
    await openTab(page, "log");
    await page.keyboard.press("Escape"); // the sheet of a phone
    await page.locator('[popovertarget="tools"]').click();
    await inspect(page, "the menu", "#tools");
    await page.locator("#tools button", { hasText: /Resign|Vzdát|Opgeven/ }).click();
    await inspect(page, "a question", "dialog");
    await page.locator("[data-sure]").click();
    await page.waitForSelector("#result");
    await inspect(page, "at the end");
  });
});
