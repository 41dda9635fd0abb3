// Every view in every language, on a desktop and on a phone, light and dark: axe-core finds nothing, nothing is too wide, no text is missing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { errors, launch, visit } from "./browser.ts";
import { dice, layTable, openTab, playSome } from "./playing.ts";

let browser: Browser;
const url = inject("url");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES = ["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"];

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Look at a view as axe-core does, and whether it fits. */
async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(250);
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> };
      }
    ).axe;
    return (await axe.run(document, { resultTypes: ["violations"] })).violations;
  });
  const said = found.map(
    (each) =>
      `${name}: ${each.id}: ${each.nodes
        .slice(0, 4)
        .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`)
        .join(" | ")}`,
  );
  expect.soft(said).toEqual([]);
  const [inside, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect.soft(inside, `${name} is wider than the window`).toBeLessThanOrEqual(shown as number);
}

const WINDOWS = [
  { locale: "en", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { locale: "cs", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  { locale: "nl", viewport: { width: 800, height: 1000 }, colorScheme: "light" },
] as const;

describe.each(WINDOWS)("in $locale, $viewport.width wide, $colorScheme", (options) => {
  it("home, form, rules, lesson and scenario", async () => {
    const page = await visit(browser, url, options);
    expect(await page.locator("html").getAttribute("lang")).toBe(options.locale.slice(0, 2));
    await page.waitForSelector("article");
    await inspect(page, "home");
    for (const game of GAMES) {
      await page.goto(`${url}/new/${game}`);
      await page.waitForSelector("form .seat select");
      await inspect(page, `new ${game}`);
      await page.goto(`${url}/learn/${game}`);
      await page.waitForSelector(".stage");
      await inspect(page, `learn ${game}`);
    }
    await page.goto(`${url}/rules/caesar`);
    await page.waitForSelector("li[id]");
    await inspect(page, "rules");
    await page.goto(`${url}/rules/caesar/rome-ex3`);
    await page.waitForSelector(".stage");
    await inspect(page, "scenario");
    await page.goto(`${url}/nothing-here`);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(GAMES)("a table of %s", async (game) => {
    const page = await visit(browser, url, options);
    await layTable(
      page,
      url,
      game,
      game === "ave-caesar" ? ["me", "tiro", "tiro", "tiro"] : ["me", "tiro"],
      game === "ave-caesar" ? { players: "4" } : {},
    );
    await page.waitForSelector(".stage");
    await inspect(page, "at the start");
    const roll = dice(options.viewport.width);
    await playSome(page, roll, 6);
    await inspect(page, "in the middle");
    for (const tab of game === "caesar" ? ["moves", "chat", "rules"] : ["moves"]) {
      await openTab(page, tab);
      await inspect(page, tab);
    }
    await page.keyboard.press("Escape"); // the sheet of a phone
    await page.locator('[popovertarget="tools"]').click();
    await inspect(page, "the menu");
    await page.locator("#tools button", { hasText: /Resign|Vzdát|Opgeven/ }).click();
    await inspect(page, "a question");
    await page.locator("[data-sure]").click();
    await page.waitForSelector("#result");
    await inspect(page, "at the end");
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
