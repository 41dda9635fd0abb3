// Looks at a view as axe-core does, and whether it fits.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Look at a view as axe-core does, and whether it fits. */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.evaluate(settled);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> };
      }
    ).axe;
    // What is found is told by its markup: no path to it has to be made up, of any element.
    return (await axe.run(document, { resultTypes: ["violations"], selectors: false })).violations;
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

/** Wait until the fonts are there and nothing moves any more: a colour on its way has another contrast. */
async function settled(): Promise<void> {
  await document.fonts.ready;
  const ending = document
    .getAnimations()
    .filter((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((each) => each.finished));
}
