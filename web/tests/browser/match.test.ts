// A whole match of every game through the page, against the computer, by clicking what lights up.
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";
import { layTable, playOut, press } from "./playing.ts";

const url = inject("url");

it.each([
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["caesar-cleopatra-1997", ["me", "tiro"], { action_pile: "shuffled" }],
  ["ave-caesar", ["me", "tiro", "tiro"], { players: "3" }],
  ["caesar", ["me", "tiro"], { modules: "poison+centurions" }],
  ["caesar", ["me"], { solo: "low" }],
] as const)("a match of %s with %j and %j is played to its end", async (game, seats, options) => {
  const page = await visit(url);
  await layTable(page, url, game, [...seats], options);
  await page.waitForSelector(".stage");
  await playOut(page, 7);
  await page.getByText("How the score came about").click();
  await page.waitForSelector(".sheet table");
  const result = (await page.locator("#result").textContent()) ?? "";
  expect(result).toMatch(/won|wins|draw|lost/);
  expect(await page.title(), "who looks at another tab sees the result in this one's title").toContain(result);
  expect(await page.locator(".sheet tr").count()).toBeGreaterThan(1);
  await press(page, "Check fairness");
  await page.locator(".checked", { hasText: /^Fair: the secret and the shares/ }).waitFor();
});

it("one click on a picture plays", async () => {
  const page = await visit(url);
  await page.getByRole("radio", { name: /Livia/ }).check();
  await page
    .getByRole("button", { name: /^Play against Livia/ })
    .first()
    .waitFor();
  await page.locator("article .picture").first().click();
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".stage");
  await page.locator('ul[aria-label="At the table"]', { hasText: "Livia · legatus" }).waitFor();
  await page.locator("p.turn", { hasText: "Your turn." }).waitFor();
  await page.goto(url);
  await page.waitForSelector("article");
  expect(await page.getByRole("radio", { name: /Livia/ }).isChecked()).toBe(true);
  await page.getByRole("link", { name: /Go on/ }).first().click();
  await page.waitForURL(/\/table\//);
  await page.waitForSelector(".stage");
});
