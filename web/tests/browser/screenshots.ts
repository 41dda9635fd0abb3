// Takes pictures to look at. `make screenshots` puts them into build/screenshots: every table at every size people have, in light
// and dark, at the start, in the middle and at the end; every other view on a desktop and on a phone. Those of the README go to
// docs/images. LOCALE=cs takes them in another language, THEME=papyrus in another theme. Words on the command line (regular
// expressions) take only the pictures that have all of them in their names, which are like caesar-middle-390x844-night and
// docs-caesar: `make screenshots ONLY="^caesar-middle night"`.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import type { Page } from "playwright-core";

import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice, layTable, playOut, playSome } from "./playing.ts";
import { serve } from "./serve.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "build/screenshots");
const IMAGES = join(ROOT, "docs/images");

const SIZES = ["1366x650", "1440x780", "1920x960", "2560x1300", "390x844", "844x390"];
const VIEWED = ["1366x650", "390x844"];
/** The two that the system's setting chooses; a third one is for whoever wants it. */
const chosen = process.env["THEME"];
const THEMES = chosen ? [chosen] : ["marble", "night"];
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

const QUALITY = 75;
const HOME = { x: 0, y: 0, width: 1366, height: 745 }; // one row of games

mkdirSync(FOLDER, { recursive: true });
const only = process.argv.slice(2).flatMap((words) => words.split(" ").filter(Boolean));
const isWanted = (picture: string) => only.every((word) => new RegExp(word).test(picture));
/** The pictures of a view that are wanted, as size and theme. */
const wanted = (name: string, sizes: string[]) =>
  sizes
    .flatMap((size) => THEMES.map((theme) => [size, theme] as const))
    .filter(([size, theme]) => isWanted(`${name}-${size}-${theme}`));
let taken = 0;
const server = await serve();
const browser = await launch();
const locale = process.env["LOCALE"] ?? "en";
const context = await browser.newContext({ locale, reducedMotion: "reduce" });
if (chosen) await context.addInitScript(`localStorage.setItem("settings", JSON.stringify({ theme: "${chosen}" }))`);
const page = await context.newPage();
listen(page);
page.setDefaultTimeout(120_000); // five computers may think before it is one's turn

async function resize(to: Page, size: string): Promise<void> {
  const [width, height] = size.split("x").map(Number) as [number, number];
  await to.setViewportSize({ width, height });
  await to.waitForTimeout(150); // the board is measured and drawn anew
}

/** Take a view at several sizes, in light and dark. */
async function shoot(name: string, sizes: string[], fullPage = false): Promise<void> {
  const pictures = wanted(name, sizes);
  for (const [size, theme] of pictures) {
    await resize(page, size);
    await page.emulateMedia({ colorScheme: theme === "night" ? "dark" : "light" });
    await page.waitForSelector(`html[data-theme="${theme}"]`);
    await page.screenshot({
      path: join(FOLDER, `${name}-${size}-${theme}${locale === "en" ? "" : `-${locale}`}.png`),
      fullPage,
    });
    taken += 1;
  }
  await page.emulateMedia({ colorScheme: "light" });
  await resize(page, "1366x768");
  if (pictures.length) console.log(`${name}: ${pictures.length}`);
}

/** Take a view that scrolls, whole, if its name is asked for. */
async function view(name: string, path: string, ready: string): Promise<void> {
  const isPictured = name === "home" && isWanted("docs-home");
  if (!wanted(name, VIEWED).length && !isPictured) return;
  await page.goto(server.url + path);
  await page.waitForSelector(ready);
  for (const picture of await page.locator("[data-picture]").all()) await picture.scrollIntoViewIfNeeded(); // drawn when seen
  await page.mouse.move(9, 9); // somebody is there: films begin
  for (const film of await page.locator(".film").all()) {
    await film.scrollIntoViewIfNeeded();
    await film
      .locator("[data-shot]")
      .waitFor({ timeout: 8000 })
      .catch(() => {}); // a game of another package has none
  }
  await page.waitForTimeout(700); // pictures arrive
  if (isPictured) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(IMAGES, "home.jpg"), quality: QUALITY, clip: HOME });
  }
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
  const moments = ["start", "middle", "end"].filter((moment) => wanted(`${title}-${moment}`, SIZES).length);
  const isReviewed = title === "caesar" && wanted("review", SIZES).length > 0;
  const pictured = PICTURES[title] && isWanted(`docs-${PICTURES[title]}`) ? PICTURES[title] : undefined;
  if (!moments.length && !isReviewed && !pictured) continue;
  await layTable(page, server.url, game, seats, options);
  await page.waitForSelector(".stage [data-move], .stage [data-pick]", { state: "attached" });
  await shoot(`${title}-start`, SIZES);
  if (moments.join() === "start" && !isReviewed && !pictured) continue;
  await playSome(page, dice(9), half);
  await page.waitForSelector("#result, .stage [data-move], .stage [data-pick]", { state: "attached" });
  if (pictured) await page.screenshot({ path: join(IMAGES, `${pictured}.jpg`), quality: QUALITY });
  await shoot(`${title}-middle`, SIZES);
  if (!moments.includes("end") && !isReviewed) continue;
  await playOut(page, 9);
  await shoot(`${title}-end`, SIZES);
  if (!isReviewed) continue;
  await page.locator('.end a[href$="/review"]').click();
  await page.waitForSelector("polyline", { timeout: 120_000 });
  await shoot("review", SIZES);
}
for (const [title, second] of [
  ["waiting", "open"],
  ["curtain", "me"],
] as const) {
  if (!wanted(title, SIZES).length) continue;
  await layTable(page, server.url, "caesar", ["me", second]);
  await page.waitForSelector(title === "curtain" ? ".curtain button" : ".stage, .table");
  await shoot(title, SIZES);
}
await browser.close();
await server.stop();
console.log(`${taken} pictures in ${FOLDER}`);
if (!taken && only.length) process.exitCode = 1;
