// Hosts keep order at their table.
import { mkdirSync } from "node:fs";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { errors, launch } from "./browser.ts";
import { Person } from "./people.ts";
import { serve, type Served } from "./serve.ts";

let browser: Browser;
let served: Served;
/** Where pictures are put, if somebody wants to look at them. */
const pictures = process.env["QUADRIGA_PICTURES"];

beforeAll(async () => {
  served = await serve();
  browser = await launch();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  await served.stop();
});

const picture = async (person: Person, name: string) => {
  if (pictures) await person.page.screenshot({ path: `${pictures}/${name}.png` });
};

it("a host lets spectators write nothing, and write again", async () => {
  const livia = await Person.comes(browser, served.url, "Livia");
  const table = await livia.laysTable("caesar", ["me", "open"]);
  const marcus = await Person.comes(browser, served.url, "Marcus", `/table/${table}`, {
    viewport: { width: 390, height: 844 },
  });
  const waiting = livia.page.locator("[data-waiting]");
  await waiting.getByLabel("Spectators may not write").check();
  await marcus.page.getByText("The host does not let spectators write.").waitFor();
  expect(await marcus.page.getByLabel("Message").isDisabled()).toBe(true);
  await picture(livia, "host");
  await picture(marcus, "muted");
  await waiting.getByLabel("Spectators may not write").uncheck();
  await expect.poll(() => marcus.page.getByLabel("Message").isDisabled()).toBe(false);
  expect(errors).toEqual([]);
  await livia.leaves();
  await marcus.leaves();
});
