// How heavy and how quick the page is, measured in a real browser; `make bench` writes what this prints.
import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { dice, playSome } from "./playing.ts";
import { serve } from "./serve.ts";
import { laid } from "./tables.ts";
import { kB, weigh, type Weight } from "./weight.ts";

const ROUNDS = 5;
const server = await serve();
const browser = await launch();

const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const at = (numbers: number[], part: number) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? NaN;

// When a message arrives, when the position it brings is drawn, and how long every frame takes in the second after it.
const WATCH = `
  globalThis.drawn = []; globalThis.frames = [];
  const named = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...named, set(hear) {
    named.set.call(this, (event) => {
      const arrived = performance.now();
      hear(event);
      requestAnimationFrame(() => setTimeout(() => globalThis.drawn.push(performance.now() - arrived)));
      let last = 0;
      const frame = (now) => { if (last) globalThis.frames.push(now - last); last = now; if (now < arrived + 600) requestAnimationFrame(frame); };
      requestAnimationFrame(frame);
    });
  } });`;

const said = ({ total, fonts, scripts }: Weight) => `${kB(total)} kB (fonts ${kB(fonts)}, JavaScript ${kB(scripts)})`;

console.log("| what | measured | sample |\n|---|---:|---|");
const starts: number[] = [];
let first: Weight = { total: 0, fonts: 0, scripts: 0, files: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const page = await (await browser.newContext({ locale: "en" })).newPage();
  const weight = await weigh(page, async () => {
    await page.goto(server.url);
    await page.waitForSelector("article h2");
    starts.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN),
    );
  });
  if (weight.total > first.total) first = weight;
  await page.context().close();
}
console.log(`| first view, all that is sent | ${said(first)} | the heaviest of ${ROUNDS} visits |`);
console.log(
  `| first view drawn (first contentful paint) | ${middle(starts).toFixed(0)} ms (${Math.min(...starts).toFixed(0)} to ${Math.max(...starts).toFixed(0)}) | ${ROUNDS} visits |`,
);
for (const [game, seats, options] of [
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me", "tiro"], {}],
] as const) {
  const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 } });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  listen(page);
  const id = await laid(context, server.url, game, [...seats], options);
  const weight = await weigh(page, async () => {
    await page.goto(`${server.url}/table/${id}`);
    await page.waitForSelector(".stage");
  });
  await page.evaluate("globalThis.drawn = []; globalThis.frames = [];");
  const roll = dice(1);
  for (let moves = 0; moves < 25; moves += 1) {
    await playSome(page, roll, 1);
    await page.waitForTimeout(500);
  }
  const { drawn, frames } = (await page.evaluate("({ drawn, frames })")) as { drawn: number[]; frames: number[] };
  console.log(`| ${game}: a table, all that is sent | ${said(weight)} | one visit |`);
  console.log(
    `| ${game}: from a message to its being drawn | ${middle(drawn).toFixed(0)} ms (p95 ${at(drawn, 0.95).toFixed(0)}) | ${drawn.length} messages |`,
  );
  console.log(
    `| ${game}: a frame while things move | ${middle(frames).toFixed(1)} ms (p95 ${at(frames, 0.95).toFixed(1)}) | ${frames.length} frames |`,
  );
  await context.close();
}
await browser.close();
await server.stop();
