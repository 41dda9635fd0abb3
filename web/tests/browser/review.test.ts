// Looking back: the whole match in one answer, the analysis that fills in by itself, mistakes, addresses, playing on.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { boardIsDrawn, open } from "./browser.ts";
import { playOut } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");

/** Whether something lies whole in the part of another that is in sight. */
const isInside = (page: Page, what: string, where: string) =>
  page.evaluate(
    ([inner, outer]) => {
      const [a, b] = [inner, outer].map((each) => document.querySelector(each)?.getBoundingClientRect());
      return a !== undefined && b !== undefined && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    },
    [what, where] as const,
  );

it("a finished match is looked back at without a request for every step, analysed, shared and played on", async () => {
  const page = await sitDown(url, "caesar", ["me", "tiro"]);
  await playOut(page, 5);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const askedFor = (part: string) => asked.filter((path) => path.endsWith(part)).length;

  await page.getByRole("link", { name: "Look back and analyse" }).click();
  await boardIsDrawn(page);
  const slider = page.getByLabel("Turn of the match");
  const last = Number(await slider.getAttribute("max"));
  expect(last).toBeGreaterThan(10);
  const board = await page.locator(".field").boundingBox();
  await page.getByRole("button", { name: "To the beginning" }).click();
  await page.getByText(`turn 0 of ${last}`, { exact: true }).waitFor();
  for (let turn = 1; turn <= last; turn += 1) {
    await page.keyboard.press("ArrowRight");
    await page.getByText(`turn ${turn} of ${last}`, { exact: true }).waitFor();
    expect(await page.locator(".field").boundingBox(), "the board stays where it is").toEqual(board);
  }
  await slider.fill(String(last - 2));
  await page.getByText(`turn ${last - 2} of ${last}`, { exact: true }).waitFor();
  // The turns are listed beside the board, and a click on one goes there.
  await page.getByRole("tab", { name: "Log" }).click();
  expect(await page.locator("[data-turns] li").count()).toBe(last + 1);
  const shown = page.locator("[data-turns] [aria-current]");
  expect(await shown.getAttribute("data-turn")).toBe(String(last - 2));
  await expect.poll(() => isInside(page, "[data-turns] [aria-current]", "[role=tabpanel]")).toBe(true);
  await page.locator('[data-turn="3"]').click();
  await page.getByText(`turn 3 of ${last}`, { exact: true }).waitFor();
  expect(await page.locator('[data-turn="3"]').textContent(), "what happened is told").toContain("places");
  expect(await page.locator(".field").boundingBox(), "the board stays where it is").toEqual(board);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown.getAttribute("data-turn")).toBe("4");
  await page.locator(`[data-turn="${last - 2}"]`).click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  expect([
    askedFor("/film"),
    askedFor("/history"),
    asked.filter((path) => path.includes("/versions/")).length,
  ]).toEqual([1, 0, 0]);
  await page.getByLabel("View as").selectOption("1");
  await expect.poll(() => askedFor("/film")).toBe(2);

  // The address leads there again.
  await expect.poll(() => page.url()).toMatch(/\/review\?at=\d+&seat=1$/);
  const other = await open(page.context(), page.url());
  await other.getByText(`turn ${last - 2} of ${last}`, { exact: true }).waitFor();
  expect(await other.getByLabel("View as").inputValue()).toBe("1");
  await other.close();

  // Nobody has to ask for the analysis.
  await page.getByRole("img", { name: "Chance of winning after every move" }).waitFor({ timeout: 300_000 });
  expect(await page.locator("svg polyline[data-seat]").count()).toBe(2);
  const mistakes = page.locator("[data-mistakes] li[data-grade]");
  await mistakes.first().waitFor({ timeout: 300_000 });
  let looked = 0;
  await expect
    .poll(
      async () => {
        // Some better moves have no place, like one that uses no bonus: then another mistake is looked at.
        const all = await mistakes.all();
        await all[looked++ % all.length]?.getByRole("button").click();
        await page.locator("[data-why]").waitFor();
        return page.locator(".stage .advised").count();
      },
      { message: "the better move is on the board" },
    )
    .toBeGreaterThan(0);

  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByLabel("Against").selectOption("tiro");
  await page.getByRole("button", { name: "Play", exact: true }).last().click();
  await page.waitForURL(/\/table\/[\w-]+$/);
  await boardIsDrawn(page);
});
