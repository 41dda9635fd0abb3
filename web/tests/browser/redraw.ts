// How long the main thread works until a move is drawn, on a processor slowed four times: `npm run redraw [game]`.
import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice, playSome } from "./playing.ts";
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
const MOVES = 14;
const only = process.argv[2] ?? "";

const server = await serve();
const browser = await launch();
console.log("| redraw of a move, processor slowed four times | task | script | style | layout | paint | sample |");
console.log("|---|---:|---:|---:|---:|---:|---|");
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
  const roll = dice(5);
  await playSome(page, roll, 6);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const events = await traced(browser, page, () => playSome(page, roll, MOVES));
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const works = redraws(events);
  const of = (part: keyof Work, share: number) => {
    const sorted = works.map((work) => work[part]).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  };
  const said = (part: keyof Work) => `${of(part, 0.5).toFixed(1)} (p90 ${of(part, 0.9).toFixed(1)})`;
  console.log(
    `| ${game} | ${(["task", "script", "style", "layout", "paint"] as const).map(said).join(" | ")} | ${works.length} moves |`,
  );
  await context.close();
}
await browser.close();
await server.stop();
