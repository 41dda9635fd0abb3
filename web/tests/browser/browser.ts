// A real Chromium: the one from npm, or the one that QUADRIGA_CHROMIUM names.
import { existsSync, statfsSync } from "node:fs";

import chromium from "@sparticuz/chromium";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as playwright,
  type Page,
} from "playwright-core";

import { listen } from "./ear.ts";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

const named = process.env["QUADRIGA_CHROMIUM"];
const ours = named && existsSync(named) ? named : undefined;

/** Unpack the browser from npm, before several tests do so at once: while one still writes it, no other can run it. */
export async function unpack(): Promise<void> {
  if (!ours) await chromium.executablePath();
}

/** Whether what a browser's processes share may lie in memory. Playwright puts it on the disk, where it takes longer and is gigabytes in a run,
 * because in a container there may be no room. */
function isRoomy(): boolean {
  if (!existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize > 2 ** 30;
}

export async function launch(more: string[] = []): Promise<Browser> {
  const ignoreDefaultArgs = isRoomy() ? ["--disable-dev-shm-usage"] : [];
  if (ours) return playwright.launch({ executablePath: ours, ignoreDefaultArgs, args: [...QUIET, ...more] });
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    ignoreDefaultArgs,
    args: [...QUIET, "--no-zygote", "--font-render-hinting=none", ...more],
  });
}

let shared: Promise<Browser> | undefined;

/** Let somebody come with a browser of their own, in which nothing was opened yet. All tests of a process share its Chromium. */
export async function newcomer(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  shared ??= launch();
  const given = { locale: "en", viewport: { width: 1280, height: 900 }, ...options };
  const context = await (await shared).newContext(given);
  context.setDefaultTimeout(60_000); // the machine may be busy
  return context;
}

/** Everybody leaves. */
export async function allLeave(): Promise<void> {
  await Promise.all(((await shared)?.contexts() ?? []).map((context) => context.close()));
}

/** Somebody who wants neither motion nor sound, which cost time too, and has chosen these settings. */
export async function visitor(options: BrowserContextOptions = {}, settings: object = {}): Promise<BrowserContext> {
  const context = await newcomer({ reducedMotion: "reduce", ...options });
  await context.addInitScript((kept) => {
    delete (globalThis as { AudioContext?: unknown }).AudioContext;
    if (location.origin !== "null" && !localStorage.getItem("settings")) localStorage.setItem("settings", kept);
  }, JSON.stringify(settings));
  return context;
}

/** Open the page in a visitor's own window; whatever goes wrong in it fails the test. */
export async function visit(url: string, options: BrowserContextOptions = {}, settings: object = {}): Promise<Page> {
  return open(await visitor(options, settings), url);
}

/** An empty window of somebody who is there already; what is said and what goes wrong in it is heard. */
export async function tab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  listen(page);
  page.on("pageerror", (error) => errors.push(`${error.message}\n${error.stack ?? ""}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|net::ERR|40[0-9]|429|503/.test(message.text()))
      errors.push(message.text());
  });
  return page;
}

/** Open the page in another tab of a visitor who is there already. */
export async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await tab(context);
  await show(page, url);
  return page;
}

/** Go to an address, and wait until something is drawn: the words are loaded before, and the browser does not wait for them. */
export async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector("#app > *");
}

/** Wait until a board is drawn, which comes after what lies around it. */
export async function boardIsDrawn(page: Page): Promise<void> {
  await page.waitForSelector(".stage .field > *", { state: "attached" });
}

/** What went wrong in any page: after every test it is empty (setup.ts). */
export const errors: string[] = [];
