// How much a visit brings over the line: bytes, which are the same on every machine.
import { type BrowserContext } from "playwright-core";
import { expect, inject, it } from "vitest";

import { boardIsDrawn, newcomer } from "./browser.ts";
import { laid } from "./tables.ts";
import { weigh } from "./weight.ts";

const url = inject("url");
const FIRST_VIEW = 120_000;
const TABLE = 250_000;
const MOST = { players: "6" };

/** A browser in which nothing was opened yet. */
async function fresh<T>(locale: string, use: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await newcomer({ locale });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

const first = (locale: string) =>
  fresh(locale, async (context) => {
    // Films come later, when their picture is in sight and nothing else is to do: here nothing ever is.
    await context.addInitScript("IntersectionObserver = class { observe() {} disconnect() {} }");
    const page = await context.newPage();
    return weigh(page, async () => {
      await page.goto(url);
      await page.waitForSelector("article h2");
    });
  });

it("the first view is light, and English loads no letters of other languages", async () => {
  const weight = await first("en");
  expect(weight.total, weight.files.join("\n")).toBeLessThan(FIRST_VIEW);
  const fonts = weight.files.filter((file) => file.endsWith(".woff2"));
  expect(fonts.length).toBeGreaterThan(1);
  expect(fonts.filter((file) => !file.includes("-basic-"))).toEqual([]);
  expect(weight.files.filter((file) => /\/assets\/(sound|u?qr|Waiting)/i.test(file))).toEqual([]);
});

it.each(["cs", "nl"])("the first view is light in %s", async (locale) => {
  const weight = await first(locale);
  expect(weight.total, weight.files.join("\n")).toBeLessThan(FIRST_VIEW);
});

it("letters of Czech come with their accents", async () => {
  const weight = await first("cs");
  for (const slice of ["basic", "accents", "hooks"])
    expect(weight.files.filter((file) => file.includes(`alegreya-sans-400-${slice}`))).toHaveLength(1);
  expect(weight.files.filter((file) => /western|extended/.test(file))).toEqual([]);
});

it.each([
  ["caesar-cleopatra-2024", ["me", "tiro"], {}],
  ["caesar-cleopatra-1997", ["me", "tiro"], {}],
  ["ave-caesar", ["me", "tiro", "tiro", "tiro", "tiro", "tiro"], MOST],
  ["caesar", ["me", "tiro"], {}],
] as const)("a table of %s is light", async (game, seats, options) => {
  await fresh("en", async (context) => {
    const id = await laid(context, url, game, [...seats], options);
    const page = await context.newPage();
    const weight = await weigh(page, async () => {
      await page.goto(`${url}/table/${id}`);
      await boardIsDrawn(page);
    });
    expect(weight.total, weight.files.join("\n")).toBeLessThan(TABLE);
  });
});
