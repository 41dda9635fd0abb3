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

/** Look at a view as axe-core does, and whether it fits; only at a part of it, where the rest has been looked at already. */
export async function inspect(page: Page, name: string, part = ":root"): Promise<void> {
  await page.evaluate(settled);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async (where) => {
    const axe = (
      globalThis as unknown as {
        axe: { run: (where: string, how: object) => Promise<{ violations: Violation[] }> };
      }
    ).axe;
    // What is found is told by its markup: no path to it has to be made up, of any element.
    return (await axe.run(where, { resultTypes: ["violations"], selectors: false })).violations;
  }, part);
  const said = found.map(
    (each) =>
      `${name}: ${each.id}: ${each.nodes
        .slice(0, 4)
        .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`)
        .join(" | ")}`,
  );
  expect.soft(said).toEqual([]);
  await fits(page, name);
}

/** Nothing is wider than the window. */
export async function fits(page: Page, name: string): Promise<void> {
  const [inside, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect.soft(inside, `${name} is wider than the window`).toBeLessThanOrEqual(shown as number);
}

/** Wait until the fonts are there, and let all that moves arrive: a colour on its way has another contrast. */
async function settled(): Promise<void> {
  await document.fonts.ready;
  for (const each of document.getAnimations())
    if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
  await new Promise((drawn) => requestAnimationFrame(drawn));
}
