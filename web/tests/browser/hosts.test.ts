// Hosts keep order at their table, and nobody waits for ever for somebody who has left.
import { mkdirSync } from "node:fs";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { errors, launch } from "./browser.ts";
import { Person } from "./people.ts";
import { press } from "./playing.ts";
import { serve, type Served } from "./serve.ts";

let browser: Browser;
let served: Served;
/** Where pictures are put, if somebody wants to look at them. */
const pictures = process.env["QUADRIGA_PICTURES"];

beforeAll(async () => {
  process.env["QUADRIGA_CLAIM_SECONDS"] = "1";
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

it("a host sends a guest away, who does not sit down again, and lets spectators write nothing", async () => {
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
  await livia.leaves();
  await marcus.leaves();
});

it("whoever waits for somebody who has left ends the match", async () => {
  const livia = await Person.comes(browser, served.url, "Livia");
  const table = await livia.laysTable("caesar", ["me", "open"]);
  const marcus = await Person.comes(browser, served.url, "Marcus", `/table/${table}`);
  await marcus.sits("Pompey");
  const people = [livia, marcus];
  await livia.page.locator("p.turn").waitFor();
  const shown = await livia.asks<{ awaited: number[] }>(`/api/tables/${table}`);
  const [gone, waits] = shown.awaited.includes(0) ? people : [...people].reverse();
  if (!gone || !waits) throw new Error("nobody sits here");
  await gone.leaves();
  await waits.page.waitForFunction(() => document.querySelector("button[aria-controls='tools'], #tools") !== null);
  await expect
    .poll(
      async () => {
        await press(waits.page, "They have left: claim the win").catch(() => undefined);
        return waits.page.locator("#result").count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await picture(waits, "claimed");
  expect(await waits.page.locator("#result").textContent()).toContain("You have won!");
  expect(errors).toEqual([]);
  await waits.leaves();
});

it("a guest who was sent away sees the seat open and is refused", async () => {
  const livia = await Person.comes(browser, served.url, "Livia");
  const table = await livia.laysTable("ave-caesar", ["me", "open", "open"], { players: "3" });
  const marcus = await Person.comes(browser, served.url, "Marcus", `/table/${table}`);
  const seat = await marcus.page.locator("section li strong").nth(1).textContent();
  await marcus.sits(seat ?? "");
  await livia.page.getByRole("button", { name: "Send away" }).waitFor();
  await picture(livia, "guest");
  await livia.page.getByRole("button", { name: "Send away" }).click();
  const sit = marcus.page.getByRole("button", { name: "Sit here" }).first();
  await sit.click();
  await marcus.page.getByText("The host has sent you away from this table.").waitFor();
  await picture(marcus, "sent-away");
  await livia.leaves();
  await marcus.leaves();
});
