// Looking back: replay with a slider, every seat's view, the analysis with its curve and the costly moves.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { errors, launch, visit } from "./browser.ts";
import { layTable, playOut } from "./playing.ts";

let browser: Browser;
const url = inject("url");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it("a finished match is replayed and analysed", async () => {
  const page = await visit(browser, url);
  await layTable(page, url, "caesar", ["me", "tiro"]);
  await playOut([page], 5);
  await page.getByRole("link", { name: "Look back and analyse" }).click();
  await page.waitForSelector(".stage");
  const slider = page.getByLabel("Moment of the match");
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(10);
  await page.getByRole("button", { name: "To the beginning" }).click();
  await page.getByText(`move 0 of ${last}`, { exact: true }).waitFor();
  const start = await page.locator(".stage").innerText();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.waitForFunction((before) => document.querySelector<HTMLElement>(".stage")?.innerText !== before, start);
  await page.getByLabel("View as").selectOption("1");
  await slider.fill(String(last - 2));
  await page.getByText(`move ${last - 2} of ${last}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Analyse the match" }).click();
  await page.getByRole("img", { name: "Chance of winning after every move" }).waitFor({ timeout: 150_000 });
  expect(await page.locator("svg polyline").count()).toBe(2);
  expect(errors).toEqual([]);
  await page.context().close();
});
