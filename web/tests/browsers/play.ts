// Plays a match of every game in Firefox and in WebKit, where they are installed, and says where they are not. `make test-browsers`
// runs it; a word on the command line plays only games that have it in their name.
import { dice } from "../browser/playing.ts";
import { layOut, MATCHES, playByHand } from "../browser/pointing.ts";
import { serve } from "../browser/serve.ts";
import type { Driven } from "./driven.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

const only = process.argv[2] ?? "";
/** How long a page may take to come, in milliseconds; the machine may be busy. */
const PATIENCE = 60_000;

/** Whether the table fits: nothing scrolls, and the hand lies whole inside the window. */
function fits(): string[] {
  const wrong = [];
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  if (scrollHeight > clientHeight || scrollWidth > clientWidth) wrong.push("the page scrolls");
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  if (!dock || dock.bottom > innerHeight + 1 || dock.right > innerWidth + 1) wrong.push("the hand is not whole");
  const board = document.querySelector(".room .field")?.getBoundingClientRect();
  if (!board || board.width < 300) wrong.push(`the board is ${Math.round(board?.width ?? 0)} px wide`);
  return wrong;
}

async function play(browser: Driven, url: string, match: (typeof MATCHES)[number]): Promise<string> {
  const [game, others, options] = match;
  await browser.open(url);
  const id = await browser.run(layOut, game, others, options);
  await browser.open(`${url}/table/${id}`);
  const deadline = Date.now() + PATIENCE;
  while (!(await browser.run(() => document.querySelector(".stage .field") !== null))) {
    if (Date.now() > deadline) throw new Error("the table is never there");
    await new Promise((done) => setTimeout(done, 100));
  }
  const wrong = await browser.run(fits);
  const moves = await playByHand(browser, dice(7));
  const result = await browser.run(() => document.querySelector("#result")?.textContent ?? "");
  wrong.push(...(await browser.errors()));
  if (wrong.length) throw new Error(wrong.join("; "));
  return `${moves} moves, "${result}"`;
}

let failed = 0;
const server = await serve();
for (const [title, start] of [
  ["Firefox", firefox],
  ["WebKit", webkit],
] as const) {
  const browser = await start();
  if (!browser) {
    console.log(`${title}: not installed`);
    continue;
  }
  for (const match of MATCHES) {
    if (!match[0].includes(only)) continue;
    try {
      console.log(`${browser.name}: ${match[0]}: ${await play(browser, server.url, match)}`);
    } catch (error) {
      failed += 1;
      console.log(`${browser.name}: ${match[0]}: FAILED: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await browser.quit();
}
await server.stop();
process.exitCode = failed ? 1 : 0;
