// What somebody sees who has played a match to its end.
import type { Page } from "playwright-core";
import { expect } from "vitest";

import { press } from "./playing.ts";

/** The page says who won, in its title too, how the score came about, and that the dice were fair, by what they were made of. */
export async function endIsTold(page: Page, dice = "the secret"): Promise<void> {
  await page.getByText("How the score came about").click();
  await page.waitForSelector(".sheet table");
  const result = (await page.locator("#result").textContent()) ?? "";
  expect(result).toMatch(/won|wins|draw|lost/);
  expect(await page.title(), "who looks at another tab sees the result in this one's title").toContain(result);
  expect(await page.locator(".sheet tr").count()).toBeGreaterThan(1);
  await press(page, "Check fairness");
  await page.locator(".checked", { hasText: new RegExp(`^Fair: ${dice} that made`) }).waitFor();
  await page.locator("dialog button.primary").click();
  await page.locator("dialog").waitFor({ state: "detached" });
}
