// People: on one screen with a curtain, by a link from two browsers, and through a server that dies in between.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { errors, launch, visit } from "./browser.ts";
import { dice, layTable, moveByClick, playOut } from "./playing.ts";
import { serve } from "./serve.ts";

let browser: Browser;
const url = inject("url");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it("two people share a screen, with a curtain between their hands", async () => {
  const page = await visit(browser, url);
  await layTable(page, url, "caesar", ["me", "me"]);
  await page.waitForSelector(".curtain");
  expect(await page.locator(".stage").count()).toBe(0);
  await page.locator(".curtain button").click();
  await page.waitForSelector(".stage");
  const roll = dice(3);
  for (let moves = 0; moves < 400 && !(await page.locator(".curtain").count()); moves += 1) await moveByClick(page, roll);
  expect(await page.locator(".stage").count(), "nobody's tokens are shown behind the curtain").toBe(0);
  await playOut([page], 3);
  expect(errors).toEqual([]);
  await page.context().close();
});

it("a friend comes by the link, and what is said is heard", async () => {
  const host = await visit(browser, url);
  await layTable(host, url, "caesar-cleopatra-2024", ["me", "open"]);
  const link = await host.locator("input[readonly]").inputValue();
  const guest = await visit(browser, link);
  const watcher = await visit(browser, link);
  await guest.locator("main input").first().fill("Marcus");
  await guest.locator("main input").first().press("Tab");
  await guest.getByRole("button", { name: "Sit here" }).click();
  await Promise.all([host.waitForSelector(".stage"), guest.waitForSelector(".stage"), watcher.waitForSelector(".stage")]);
  await host.getByText("Marcus").first().waitFor();
  expect(await watcher.locator("[data-move], [data-pick]").count()).toBe(0);
  await host.getByRole("tab", { name: "Chat" }).click();
  await guest.getByRole("tab", { name: "Chat" }).click();
  await guest.getByLabel("Message").fill("Salve!");
  await guest.getByLabel("Message").press("Enter");
  await host.getByText("Salve!").waitFor();
  // Nothing happens on a stray click where the other would have to agree to an undo.
  const roll = dice(5);
  const before = await host.locator("p.turn").textContent();
  for (let tries = 0; tries < 5; tries += 1) {
    const moves = host.locator(".stage [data-move]");
    if (await moves.count()) {
      await moves.first().dispatchEvent("click");
      break;
    }
    await host.locator(".stage [data-pick]").first().dispatchEvent("click");
  }
  await host.locator("[data-confirm]").waitFor();
  await host.getByRole("button", { name: "Not yet" }).click();
  expect(await host.locator("p.turn").textContent()).toBe(before);
  for (let moves = 0; moves < 12; moves += 1) {
    await moveByClick(host, roll);
    await moveByClick(guest, roll);
    await host.waitForTimeout(50);
  }
  await guest.reload();
  await guest.waitForSelector(".stage");
  await guest.getByRole("button", { name: "Offer a draw" }).click();
  await host.getByRole("button", { name: "Agree" }).click();
  await Promise.all([host, guest, watcher].map((page) => page.getByText("Everyone agreed to a draw.").waitFor()));
  expect(errors).toEqual([]);
  await Promise.all([host, guest, watcher].map((page) => page.context().close()));
});

it("a server that dies in the middle of a turn comes back, and the match goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quadriga-dies-"));
  const first = await serve(0, folder);
  const page = await visit(browser, first.url);
  await layTable(page, first.url, "ave-caesar", ["me", "me"], { players: "2" });
  const roll = dice(11);
  for (let moves = 0; moves < 12; moves += 1) await moveByClick(page, roll);
  await page.waitForTimeout(500);
  const log = () => page.locator('[role="tabpanel"] li.move').count();
  const before = await log();
  first.process.kill("SIGKILL");
  await page.getByText(/connection is lost/i).waitFor();
  const second = await serve(Number(new URL(first.url).port), folder);
  await page.getByText(/connection is lost/i).waitFor({ state: "detached", timeout: 30_000 });
  expect(await log()).toBe(before);
  for (let moves = 0; moves < 8; moves += 1) await moveByClick(page, roll);
  await page.waitForFunction((count) => document.querySelectorAll('[role="tabpanel"] li.move').length > count, before);
  expect(errors).toEqual([]);
  await page.context().close();
  await second.stop();
  rmSync(folder, { recursive: true, force: true });
});
