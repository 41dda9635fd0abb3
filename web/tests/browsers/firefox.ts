// Firefox, if it is installed: by WebDriver BiDi, which it speaks itself.
import { execFileSync } from "node:child_process";

import puppeteer from "puppeteer-core";

import { type Driven, installed } from "./driven.ts";

/** Start Firefox; null if it is not installed. */
export async function firefox(): Promise<Driven | null> {
  const executablePath = installed("QUADRIGA_FIREFOX", ["firefox-esr", "firefox"]);
  if (!executablePath) return null;
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: null, // the window's own size: not every Firefox lets another be set
    args: ["--width=1366", "--height=735"],
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => {
    // Who goes on to another page before a font has come has missed nothing.
    if (!/downloadable font: download failed.*status=2152398850/s.test(String(error))) errors.push(String(error));
  });
  return {
    name: execFileSync(executablePath, ["--version"], { encoding: "utf8" }).trim(),
    open: async (url) => void (await page.goto(url)),
    run: (act, ...got) => page.evaluate(`(${act})(...${JSON.stringify(got)})`) as never,
    press: (x, y) => page.mouse.click(x, y),
    errors: () => Promise.resolve(errors),
    quit: () => browser.close(),
  };
}
