// Plays a match of every game in Firefox and in WebKit, where they are installed, and says where they are not. `make test-browsers`
// runs it; a word on the command line plays only games that have it in their name.
import { dice } from "../browser/playing.ts";
import { layOut, MATCHES, playByHand } from "../browser/pointing.ts";
import { serve } from "../browser/serve.ts";
import type { Driven } from "./driven.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

const only = process.argv[2] ?? "";

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
  await browser.open(`${url}/health`); // a page of the server from which nothing else is loaded
  const id = await browser.run(layOut, game, others, options);
  await browser.open(`${url}/table/${id}`);
  await browser.run(
    () =>
      new Promise<void>((there) => {
        const look = () => (document.querySelector(".stage .field") ? there() : requestAnimationFrame(look));
        look();
      }),
  );
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
