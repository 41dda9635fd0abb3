// Stills of scenes: every kind that a match brings up, stopped where it shows most. `npm run stills [game] [size]` puts them into
// build/screenshots.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { canMove, dice, isOver, moveByClick } from "./playing.ts";
import { serve } from "./serve.ts";
import { laid } from "./tables.ts";

const FOLDER = resolve(import.meta.dirname, "../../../build/screenshots");
const TABLES: [string, string, string[], Record<string, string>][] = [
  ["cleopatra-2024", "caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["cleopatra-1997", "caesar-cleopatra-1997", ["me", "tiro"], { action_pile: "shuffled" }],
  ["ave-caesar", "ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", "caesar", ["me", "tiro"], { modules: "poison+centurions" }],
  ["crassus", "caesar", ["me"], { solo: "high" }],
  ["any", "liars-dice", ["me", "tiro"], {}], // where examples/liars-dice is installed
];
/** So slow that every scene can be stopped where one likes. */
const SLOW = 0.01;
/** Where in a scene the pictures are taken, as shares of it. */
const SHARES = process.env["SHARES"]?.split(",").map(Number) ?? [0.2, 0.5, 0.75];
const EACH = 2;
/** How many scenes of a kind pass before: those at the beginning of a race are all alike. */
const SKIPPED = Number(process.env["SKIPPED"] ?? 0);
const [only = "", size = "1440x780", theme = "light"] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number) as [number, number];

mkdirSync(FOLDER, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [title, game, seats, options] of TABLES) {
  if (!title.includes(only) || (title === "any" && only !== "any")) continue;
  const context = await browser.newContext({
    locale: "en",
    viewport: { width, height },
    colorScheme: theme as "light",
  });
  await context.addInitScript(
    `localStorage.setItem("settings", JSON.stringify({ confirm: false, muted: true, pace: ${SLOW} }))`,
  );
  const page = await context.newPage();
  page.on("pageerror", (error) => console.log("error", error.message));
  listen(page);
  await page.goto(`${server.url}/table/${await laid(context, server.url, game, seats, options)}`);
  await page.waitForSelector(".stage [data-move], .stage [data-pick], [data-scene]", { state: "attached" });
  const roll = dice(Number(process.env["SEED"] ?? 3));
  const taken = new Map<string, number>();
  const until = Date.now() + Number(process.env["SECONDS"] ?? 60) * 1000;
  while (Date.now() < until && !(await isOver(page))) {
    const scene = page.locator("[data-scene]");
    const name = (await scene.count()) ? await scene.getAttribute("data-scene").catch(() => null) : null;
    if (name) {
      const count = taken.get(name) ?? 0;
      if (count >= SKIPPED && count < SKIPPED + EACH && name !== "still")
        for (const share of SHARES) {
          await page.evaluate((share) => {
            const found = document.getAnimations().filter((each) => {
              const target = (each.effect as KeyframeEffect).target;
              return target?.closest(".moment");
            });
            const end = Math.max(...found.map((each) => Number(each.effect?.getComputedTiming().endTime)));
            for (const each of found) {
              each.pause();
              each.currentTime = end * share;
            }
          }, share);
          await page.screenshot({ path: join(FOLDER, `scene-${title}-${name}-${count}-${share}-${size}.png`) });
        }
      taken.set(name, count + 1);
      await page.keyboard.press("x");
    } else if (await canMove(page)) await moveByClick(page, roll);
    else await page.waitForTimeout(50);
  }
  console.log(title, JSON.stringify(Object.fromEntries(taken)));
  await context.close();
}
await browser.close();
await server.stop();
