// Matches against the computer by the page's own ways: the form with its options, and one click on the front page. Matches of every
// game are played to their ends in touch.test.ts.
import { expect, inject, it } from "vitest";

import { boardIsDrawn, visit } from "./browser.ts";
import { endIsTold } from "./end.ts";
import { layTable, playOut } from "./playing.ts";

const url = inject("url");

it("a match against the solo opponent is chosen in the form, and played to its end", async () => {
  const page = await visit(`${url}/new/caesar`);
  await layTable(page, url, "caesar", ["me"], { solo: "low" });
  await boardIsDrawn(page);
  await playOut(page, 7);
  await endIsTold(page, "the secret and the shares"); // the form adds a share of this browser
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
  await boardIsDrawn(page);
  await page.locator('ul[aria-label="At the table"]', { hasText: "Livia · legatus" }).waitFor();
  await page.locator("p.turn", { hasText: "Your turn." }).waitFor();
  await page.goto(url);
  await page.waitForSelector("article");
  expect(await page.getByRole("radio", { name: /Livia/ }).isChecked()).toBe(true);
  await page.getByRole("link", { name: /Go on/ }).first().click();
  await page.waitForURL(/\/table\//);
  await boardIsDrawn(page);
});
