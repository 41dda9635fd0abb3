// Takes pictures of every view: desktop, phone, dark. `make screenshots` puts them into build/screenshots; three go to docs/images.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import type { Page } from "playwright-core";

import { launch } from "./browser.ts";
import { dice, layTable, playOut, playSome } from "./playing.ts";
import { serve } from "./serve.ts";

const FOLDER = resolve(import.meta.dirname, "../../../build/screenshots");
const LOOKS = [
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;
const TABLES: [string, string, string[], Record<string, string>][] = [
  ["cleopatra-2024", "caesar-cleopatra-2024", ["me", "miles"], {}],
  ["cleopatra-1997", "caesar-cleopatra-1997", ["me", "miles"], { action_pile: "shuffled" }],
  ["ave-caesar", "ave-caesar", ["me", "miles", "miles", "miles", "miles", "miles"], { players: "6" }],
  ["caesar", "caesar", ["me", "miles"], { modules: "poison+centurions" }],
  ["crassus", "caesar", ["me"], { solo: "high" }],
];

/** The pictures of the README. */
const PICTURES: Record<string, string> = {
  "cleopatra-2024": "cleopatra",
  "ave-caesar": "ave-caesar",
  caesar: "caesar",
};
const IMAGES = resolve(import.meta.dirname, "../../../docs/images");

mkdirSync(FOLDER, { recursive: true });
const server = await serve();
const browser = await launch();
const only = process.argv[2];

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
  console.log(name);
}

for (const { name, ...look } of LOOKS) {
  if (only && only !== name) continue;
  const context = await browser.newContext({ ...look, locale: "en" });
  const page = await context.newPage();
  await page.goto(server.url);
  await shoot(page, `home-${name}`);
  await page.goto(`${server.url}/new/ave-caesar`);
  await shoot(page, `new-${name}`);
  await page.goto(`${server.url}/rules/caesar`);
  await shoot(page, `rules-${name}`);
  for (const game of ["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"]) {
    await page.goto(`${server.url}/learn/${game}`);
    await shoot(page, `learn-${game}-${name}`);
  }
  await page.goto(`${server.url}/rules/caesar/rome-ex3`);
  await shoot(page, `scenario-${name}`);
  for (const [title, game, seats, options] of TABLES) {
    const roll = dice(9);
    await layTable(page, server.url, game, seats, options);
    await page.waitForSelector(".stage");
    await shoot(page, `${title}-start-${name}`);
    await playSome(page, roll, 12);
    await shoot(page, `${title}-middle-${name}`);
    const pictured = name === "desktop" ? PICTURES[title] : undefined;
    if (pictured) await page.screenshot({ path: join(IMAGES, `${pictured}.png`) });
    await playOut([page], 9);
    await shoot(page, `${title}-end-${name}`);
    if (title === "caesar") {
      await page.locator('a[href$="/review"]').click();
      await page.waitForSelector(".stage");
      await page.waitForSelector("polyline", { timeout: 120_000 });
      await shoot(page, `review-${name}`);
    }
  }
  await layTable(page, server.url, "caesar", ["me", "open"]);
  await shoot(page, `waiting-${name}`);
  await layTable(page, server.url, "caesar", ["me", "me"]);
  await shoot(page, `curtain-${name}`);
  await context.close();
}
await browser.close();
await server.stop();
