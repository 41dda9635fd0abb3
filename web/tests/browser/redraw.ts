// How long the main thread works until a move is drawn, on a processor slowed four times, and on what: `npm run redraw [game]`.
// What counts is every task from the one that hears the server's message to the frame that shows it, in the processor's time;
// no bot thinks there, nothing is loaded any more, and nobody asks the page anything meanwhile: what is clicked on is chosen
// inside it. Moves come one by one. DETAILS=1 says the browser's own names of the work too.
import type { Page } from "playwright-core";

import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { isOver } from "./playing.ts";
import { serve } from "./serve.ts";
import { MARKS, PARTS, redraws, traced, type Work } from "./trace.ts";
import { laid } from "./tables.ts";

const TABLES = [
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["caesar-cleopatra-1997", ["me", "tiro"], { action_pile: "shuffled" }],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me", "tiro"], {}],
] as const;
const SLOWED = Number(process.env["SLOWED"] ?? 4);
/** Moves before it counts: all that a game needs is loaded and compiled then. */
const BEFORE = 4;
/** So many redraws are measured at least. */
const LEAST = 20;
/** A bot takes so long for a move, so that what one brings is drawn before the next; and so long nothing more comes after all. */
const PACE = 0.25;
const QUIET = 400;
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

/** Make a move, and wait until nobody answers any more; how many moves were heard of. */
async function move(page: Page, seed: number): Promise<number> {
  const { told } = listen(page);
  const before = told.length;
  await page.evaluate(`${CLICK}(${seed})`);
  for (let heard = -1; heard !== told.length; await new Promise((done) => setTimeout(done, QUIET)))
    heard = told.length;
  return told.slice(before).filter(({ entries }) => entries?.some(({ kind }) => kind === "move")).length;
}

const server = await serve(0, undefined, { QUADRIGA_BOT_PACE: String(PACE) });
const browser = await launch();
const columns = ["all", ...PARTS];
console.log(`| redraw of a move, processor slowed ${SLOWED} times, ms | ${columns.join(" | ")} | sample |`);
console.log(`|---|${columns.map(() => "---:|").join("")}---|`);
for (const [game, seats, options] of TABLES) {
  if (!game.includes(only)) continue;
  const works: Work[] = [];
  const named = new Map<string, number>();
  for (let match = 0; works.length < LEAST && match < 4; match += 1) {
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
      let heard = 0;
      for (let made = 0; heard < LEAST - works.length && made < 60 && !(await isOver(page)); made += 1)
        heard += await move(page, BEFORE + match * 1000 + made);
    });
    works.push(...redraws(events, (name, ms) => named.set(name, (named.get(name) ?? 0) + ms)));
    await context.close();
  }
  const said = (of: (work: Work) => number, isWhole: boolean) => {
    const sorted = works.map(of).sort((a, b) => a - b);
    const middle = (sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(1);
    return isWhole ? `${middle} (longest ${(sorted.at(-1) ?? NaN).toFixed(1)})` : middle;
  };
  const all = [said(({ task }) => task, true), ...PARTS.map((part) => said(({ parts }) => parts[part], false))];
  console.log(`| ${game} | ${all.join(" | ")} | ${works.length} moves |`);
  if (process.env["DETAILS"])
    for (const [name, ms] of [...named].sort(([, one], [, other]) => other - one).slice(0, 25))
      console.log(`  ${(ms / works.length).toFixed(2)} ${name}`);
}
await browser.close();
await server.stop();
