// How long the main thread works until a move is drawn, on a processor slowed four times: `npm run redraw [game]`. Nothing but
// the page itself is at work then: what is clicked on is chosen inside it, and nobody asks it anything meanwhile.
import type { Page } from "playwright-core";

import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { isOver } from "./playing.ts";
import { serve } from "./serve.ts";
import { MARKS, redraws, traced, type Work } from "./trace.ts";
import { laid } from "./weight.ts";

const TABLES = [
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["caesar-cleopatra-1997", ["me", "tiro"], { action_pile: "shuffled" }],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me", "tiro"], {}],
] as const;
const SLOWED = 4;
const BEFORE = 4;
const MOVES = 10;
/** So long nothing more comes after a move. */
const QUIET = 500;
const only = process.argv[2] ?? "";

/** Click on what is offered until a move is made; always the same ones. */
const CLICK = `(async (seed) => {
  const roll = (count) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0, Math.floor((seed / 2 ** 32) * count));
  const offered = (what) => [...document.querySelectorAll(".stage " + what + ":not([disabled]):not([aria-disabled=true])")];
  let picked = "";
  for (let tries = 0; tries < 12; tries += 1) {
    const moves = offered("[data-move]");
    const picks = offered("[data-pick]").filter((each) => each.dataset.pick.split(" ")[0] !== picked);
    const all = tries && moves.length ? moves : [...moves, ...picks];
    const chosen = all[roll(all.length)];
    if (!chosen) return false;
    picked = chosen.dataset.pick?.split(" ")[0] ?? picked;
    chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    if (chosen.dataset.move !== undefined) return true;
    await new Promise((done) => setTimeout(done, 60));
  }
  return false;
})`;

async function move(page: Page, seed: number): Promise<void> {
  const ear = listen(page);
  await page.evaluate(`${CLICK}(${seed})`);
  for (let told = -1; told !== ear.told.length; await new Promise((done) => setTimeout(done, QUIET)))
    told = ear.told.length;
}

const server = await serve();
const browser = await launch();
console.log("| redraw of a move, processor slowed four times, ms | all | script, style, layout | paint | sample |");
console.log("|---|---:|---:|---:|---|");
for (const [game, seats, options] of TABLES) {
  if (!game.includes(only)) continue;
  const context = await browser.newContext({ locale: "en", viewport: { width: 1440, height: 780 } });
  await context.addInitScript(MARKS);
  await context.addInitScript(
    `localStorage.setItem("settings", JSON.stringify({ confirm: false, muted: true, pace: 0 }))`,
  );
  const page = await context.newPage();
  listen(page);
  await page.goto(`${server.url}/table/${await laid(context, server.url, game, [...seats], options)}`);
  await page.waitForSelector(".stage [data-move], .stage [data-pick]", { state: "attached" });
  for (let made = 0; made < BEFORE; made += 1) await move(page, made);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const events = await traced(browser, page, async () => {
    for (let made = 0; made < MOVES && !(await isOver(page)); made += 1) await move(page, BEFORE + made);
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const works = redraws(events);
  const said = (of: (work: Work) => number) => {
    const sorted = works.map(of).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return `${at(0.5).toFixed(1)} (p90 ${at(0.9).toFixed(1)})`;
  };
  console.log(
    `| ${game} | ${said(({ task }) => task)} | ${said(({ task, paint }) => task - paint)} | ${said(({ paint }) => paint)} | ${works.length} moves |`,
  );
  await context.close();
}
await browser.close();
await server.stop();
