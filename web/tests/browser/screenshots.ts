// Takes pictures to look at. `make screenshots` puts them into build/screenshots: every table at every size people have, in light
// and dark, at the start, in the middle and at the end; every other view on a desktop and on a phone. Three tables of the README
// go to docs/images. A word on the command line takes only what has it in its name.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import type { Page } from "playwright-core";

import { launch } from "./browser.ts";
import { dice, layTable, playOut, playSome } from "./playing.ts";
import { serve } from "./serve.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "build/screenshots");
const IMAGES = join(ROOT, "docs/images");

const SIZES = ["1366x650", "1440x780", "1920x960", "2560x1300", "390x844", "844x390"];
const VIEWED = ["1366x650", "390x844"];
const THEMES = ["light", "dark"] as const;
const GAMES = ["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"];
/** Each with the number of moves after which it is in the middle. */
const TABLES: [string, string, string[], Record<string, string>, number][] = [
  ["cleopatra-2024", "caesar-cleopatra-2024", ["me", "miles"], {}, 12],
  ["cleopatra-1997", "caesar-cleopatra-1997", ["me", "miles"], { action_pile: "shuffled" }, 12],
  ["ave-caesar", "ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }, 12],
  ["caesar", "caesar", ["me", "miles"], { modules: "poison+centurions" }, 6],
  ["crassus", "caesar", ["me"], { solo: "high" }, 4],
];

/** The pictures of the README. */
const PICTURES: Record<string, string> = {
  "cleopatra-2024": "cleopatra",
  "ave-caesar": "ave-caesar",
  caesar: "caesar",
};

mkdirSync(FOLDER, { recursive: true });
const only = process.argv[2] ?? "";
const server = await serve();
const browser = await launch();
const context = await browser.newContext({ locale: "en", reducedMotion: "reduce" });
const page = await context.newPage();
page.setDefaultTimeout(120_000); // five computers may think before it is one's turn

async function resize(to: Page, size: string): Promise<void> {
  const [width, height] = size.split("x").map(Number) as [number, number];
  await to.setViewportSize({ width, height });
  await to.waitForTimeout(150); // the board is measured and drawn anew
}

/** Take a view at several sizes, in both themes. */
async function shoot(name: string, sizes: string[], fullPage = false): Promise<void> {
  for (const size of sizes) {
    await resize(page, size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`), fullPage });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await resize(page, "1366x768");
  console.log(name);
}

/** Take a view that scrolls, whole, if its name is asked for. */
async function view(name: string, path: string, ready: string): Promise<void> {
  if (!name.includes(only)) return;
  await page.goto(server.url + path);
  await page.waitForSelector(ready);
  for (const picture of await page.locator("[data-picture]").all()) await picture.scrollIntoViewIfNeeded(); // drawn when seen
  await page.waitForTimeout(700); // pictures arrive
  await shoot(name, VIEWED, true);
}

await resize(page, "1366x768");
await view("home", "/", "article");
await view("new", "/new/ave-caesar", "form .seat select");
await view("rules", "/rules/caesar#clauses", "li[id]");
for (const game of GAMES) await view(`learn-${game}`, `/learn/${game}`, ".stage");
for (const game of GAMES) await view(`guide-${game}`, `/rules/${game}`, "[data-drawn]");
await view("scenario", "/rules/caesar/rome-ex3", ".stage");

for (const [title, game, seats, options, half] of TABLES) {
  if (!title.includes(only)) continue;
  await layTable(page, server.url, game, seats, options);
  await page.waitForSelector(".stage [data-move], .stage [data-pick]", { state: "attached" });
  await shoot(`${title}-start`, SIZES);
  await playSome(page, dice(9), half);
  await page.waitForSelector("#result, .stage [data-move], .stage [data-pick]", { state: "attached" });
  const pictured = PICTURES[title];
  if (pictured) await page.screenshot({ path: join(IMAGES, `${pictured}.jpg`), quality: 85 });
  await shoot(`${title}-middle`, SIZES);
  await playOut([page], 9);
  await shoot(`${title}-end`, SIZES);
  if (title !== "caesar") continue;
  await page.locator('.end a[href$="/review"]').click();
  await page.waitForSelector("polyline", { timeout: 120_000 });
  await shoot("review", SIZES);
}
for (const [title, second] of [
  ["waiting", "open"],
  ["curtain", "me"],
] as const) {
  if (!title.includes(only)) continue;
  await layTable(page, server.url, "caesar", ["me", second]);
  await page.waitForSelector(title === "curtain" ? ".curtain button" : ".stage, .table");
  await shoot(title, SIZES);
}
await browser.close();
await server.stop();
