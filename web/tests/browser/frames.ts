// How smooth scenes are: frames a second, the longest task of the main thread and how many tiles are painted through every kind of
// scene, on the largest board. Tiles do not depend on how busy the machine is. `npm run frames [game]`.
import { launch } from "./browser.ts";
import { listen } from "./ear.ts";
import { canMove, dice, isOver, moveByClick } from "./playing.ts";
import { serve } from "./serve.ts";
import { laid } from "./tables.ts";
import { traced, type Traced } from "./trace.ts";

const TABLES = [
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], { players: "6" }],
  ["caesar", ["me"], { solo: "high" }],
] as const;
const SECONDS = Number(process.env["SECONDS"] ?? 40);
const only = process.argv[2] ?? "";

/** Notes every frame while a scene is there, and every long task that begins in one; marks in the trace where one begins. */
const WATCH = `
  globalThis.frames = {}; globalThis.longest = {};
  let last = 0; let before = null;
  const frame = (now) => {
    const name = document.querySelector(".moment")?.dataset.scene ?? null;
    if (last && name && name === before) (globalThis.frames[name] ??= []).push(now - last);
    if (name !== before) performance.mark("scene " + (name ?? ""));
    [last, before] = [now, name];
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (before)
      globalThis.longest[before] = Math.max(globalThis.longest[before] ?? 0, duration);
  }).observe({ type: "longtask" });`;

/** How many tiles were painted in the scenes of every kind, and how many scenes there were. */
function painted(events: Traced[]): Map<string, { tiles: number; scenes: number }> {
  const found = new Map<string, { tiles: number; scenes: number }>();
  const marks = events.filter(({ name }) => name.startsWith("scene ")).sort((one, other) => one.ts - other.ts);
  for (const [k, { name, ts }] of marks.entries()) {
    const [scene, until] = [name.slice("scene ".length), marks[k + 1]?.ts];
    if (!scene || until === undefined) continue;
    const sum = found.get(scene) ?? { tiles: 0, scenes: 0 };
    sum.tiles += events.filter((each) => each.name === "RasterTask" && each.ts >= ts && each.ts < until).length;
    sum.scenes += 1;
    found.set(scene, sum);
  }
  return found;
}

const server = await serve();
const browser = await launch();
console.log(
  "| scene at 2560x1300 | frames a second | p95 of a frame, ms | longest task over 50 ms | tiles painted a scene | sample |",
);
console.log("|---|---:|---:|---:|---:|---|");
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
  const tiles = painted(
    await traced(browser, page, async () => {
      while (Date.now() < until && !(await isOver(page))) {
        await page.waitForTimeout(250); // nobody asks the page anything while it plays
        if (await canMove(page)) await moveByClick(page, roll);
      }
    }),
  );
  const { frames, longest } = (await page.evaluate("({ frames, longest })")) as {
    frames: Record<string, number[]>;
    longest: Record<string, number>;
  };
  for (const [name, all] of Object.entries(frames)) {
    const sorted = [...all].sort((a, b) => a - b);
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
    const long = longest[name] ? `${longest[name].toFixed(0)} ms` : "none";
    const { tiles: count, scenes } = tiles.get(name) ?? { tiles: NaN, scenes: 0 };
    console.log(
      `| ${game}: ${name} | ${(1000 / mean).toFixed(1)} | ${p95.toFixed(1)} | ${long} | ${(count / scenes).toFixed(0)} | ` +
        `${all.length} frames, ${scenes} scenes |`,
    );
  }
  await context.close();
}
await browser.close();
await server.stop();
