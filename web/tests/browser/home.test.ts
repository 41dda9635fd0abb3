// The front page: light, every game shown by its own board, the opponent chosen there and remembered.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";

const url = inject("url");
const shots = (page: Page) =>
  page.locator("[data-shot]").evaluateAll((found) => found.map((each) => each.getAttribute("data-shot")));

it("a game is shown by a match on its own board, which goes on by itself and stands still under the pointer", async () => {
  const page = await visit(url, { reducedMotion: "no-preference" });
  const card = page.locator("article", { has: page.locator('a[href="/new/caesar"]') });
  const film = card.locator("[data-shot]");
  await film.waitFor();
  const first = await film.getAttribute("data-shot");
  await expect.poll(() => film.getAttribute("data-shot")).not.toBe(first);
  await card.locator(".picture").hover();
  const under = await film.getAttribute("data-shot");
  // Others go on meanwhile: two shots of theirs are time enough for one of this.
  for (let k = 0; k < 2; k += 1) {
    const before = (await shots(page))[0];
    await expect.poll(async () => (await shots(page))[0]).not.toBe(before);
  }
  expect(await film.getAttribute("data-shot")).toBe(under);
  // A picture: nothing in it can be reached or heard.
  expect(
    await film.evaluate((board) => (board as HTMLElement).inert && board.closest("[aria-hidden]") !== null),
  ).toBe(true);
});

it("whoever wants stillness gets a picture of the board that does not move", async () => {
  const page = await visit(url, { reducedMotion: "reduce" });
  await expect.poll(async () => (await shots(page)).length).toBeGreaterThanOrEqual(4);
  const before = await shots(page);
  // A film that runs would set a timer as soon as it is there.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 2500)));
  expect(await shots(page)).toEqual(before);
});

it("the opponent is chosen by keys, said how they play, and remembered", async () => {
  const page = await visit(url);
  const chosen = page.getByRole("radio", { name: /Marcus/ });
  await chosen.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.getByText("weighs what you may be hiding").waitFor();
  await page.getByRole("button", { name: "Play against Livia", exact: true }).first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole("radio", { name: /Livia/ }).isChecked()).toBe(true);
});

it("a lesson goes on where it was left", async () => {
  const page = await visit(`${url}/learn/caesar`);
  await page.getByRole("navigation", { name: "Chapters" }).getByRole("button").nth(2).click();
  await page.locator(".words h2", { hasText: /^3\./ }).waitFor();
  await page.goto(url);
  await page.getByRole("link", { name: /Go on with the lesson/ }).click();
  await page.locator(".words h2", { hasText: /^3\./ }).waitFor();
});
