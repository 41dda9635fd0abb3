// A real Chromium: the one from npm, or the one that QUADRIGA_CHROMIUM names.
import { existsSync } from "node:fs";

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

export async function launch(more: string[] = []): Promise<Browser> {
  if (ours) return playwright.launch({ executablePath: ours, args: [...QUIET, ...more] });
  return playwright.launch({
    executablePath: await chromium.executablePath(),
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

/** Open the page in a visitor's own window; whatever goes wrong in it fails the test. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await newcomer({ reducedMotion: "reduce", ...options });
  await context.addInitScript("delete globalThis.AudioContext"); // a device that nobody hears costs time too
  return open(context, url);
}

/** What the browser of somebody keeps who has chosen a theme. */
export function chosen(url: string, theme: string): NonNullable<BrowserContextOptions["storageState"]> {
  const settings = { name: "settings", value: JSON.stringify({ theme }) };
  return { cookies: [], origins: [{ origin: url, localStorage: [settings] }] };
}

/** Open the page in another tab of a visitor who is there already. */
export async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  listen(page);
  page.on("pageerror", (error) => errors.push(`${error.message}\n${error.stack ?? ""}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|net::ERR|40[0-9]|429|503/.test(message.text()))
      errors.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector("#app > *"); // the words are loaded before anything is drawn, and the browser does not wait for them
  return page;
}

/** What went wrong in any page: after every test it is empty (setup.ts). */
export const errors: string[] = [];
