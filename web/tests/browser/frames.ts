// How smooth scenes are: frames a second and the longest task of the main thread through every kind of scene, on the largest
// board. `npm run frames [game]`.
import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { canMove, dice, isOver, moveByClick } from "./playing.ts";
import { serve } from "./serve.ts";
import { laid } from "./tables.ts";

const TABLES = [
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me"], { solo: "high" }],
] as const;
const SECONDS = Number(process.env["SECONDS"] ?? 40);
const only = process.argv[2] ?? "";

/** Notes every frame while a scene is there, and every long task that begins in one. */
const WATCH = `
  globalThis.frames = {}; globalThis.longest = {};
  let last = 0; let before = null;
  const frame = (now) => {
    const name = document.querySelector(".moment")?.dataset.scene ?? null;
    if (last && name && name === before) (globalThis.frames[name] ??= []).push(now - last);
    [last, before] = [now, name];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (before)
      globalThis.longest[before] = Math.max(globalThis.longest[before] ?? 0, duration);
  }).observe({ type: "longtask" });`;

const server = await serve();
const browser = await launch();
console.log("| scene at 2560x1300 | frames a second | p95 of a frame, ms | longest task over 50 ms | sample |");
console.log("|---|---:|---:|---:|---|");
for (const [game, seats, options] of TABLES) {
  if (!game.includes(only)) continue;
  const context = await browser.newContext({ locale: "en", viewport: { width: 2560, height: 1300 } });
  await context.addInitScript(WATCH);
  await context.addInitScript(
    `localStorage.setItem("settings", JSON.stringify({ confirm: false, muted: true, pace: 1 }))`,
  );
  const page = await context.newPage();
  listen(page);
  await page.goto(`${server.url}/table/${await laid(context, server.url, game, [...seats], options)}`);
  const roll = dice(3);
  const until = Date.now() + SECONDS * 1000;
  while (Date.now() < until && !(await isOver(page))) {
    await page.waitForTimeout(250); // nobody asks the page anything while it plays
    if (await canMove(page)) await moveByClick(page, roll);
  }
  const { frames, longest } = (await page.evaluate("({ frames, longest })")) as {
    frames: Record<string, number[]>;
    longest: Record<string, number>;
  };
  for (const [name, all] of Object.entries(frames)) {
    const sorted = [...all].sort((a, b) => a - b);
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
    const long = longest[name] ? `${longest[name].toFixed(0)} ms` : "none";
    console.log(
      `| ${game}: ${name} | ${(1000 / mean).toFixed(1)} | ${p95.toFixed(1)} | ${long} | ${all.length} frames |`,
    );
  }
  await context.close();
}
await browser.close();
await server.stop();
