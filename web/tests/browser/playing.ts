// How a person plays through the page: opens a table, clicks what lights up, confirms.
import type { Page } from "playwright-core";

import type { Entry } from "../../src/lib/types.ts";
import { listen, Refusal } from "./ear.ts";

/** A choice that is the same in every run. */
export function dice(seed: number): (count: number) => number {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator("#result").count()) > 0;
}

/** What can be clicked on to decide something. */
const OFFERED = ["[data-move]", "[data-pick]"].map(
  (what) => `.stage ${what}:not([disabled]):not([aria-disabled="true"])`,
) as [string, string];
const [MOVES, PICKS] = OFFERED;
const DECIDES = [".curtain button", ...OFFERED].join();

/** Whether this page has something to decide, or a curtain to open. */
export async function canMove(page: Page): Promise<boolean> {
  return (await page.locator(DECIDES).count()) > 0;
}

/** Wait for one's turn and make one move by clicking on the board, after opening the curtain; it fails if no move results. */
export async function moveByClick(page: Page, roll: (count: number) => number): Promise<Entry> {
  const ear = listen(page);
  await page.waitForSelector(DECIDES, { state: "attached" });
  await openCurtain(page);
  let picked = ""; // the kind of thing that was picked last: a space, a card
  for (let tries = 0; tries < 12; tries += 1) {
    const before = ear.sent.length;
    // First anything that is offered; then a move with what was picked, if there is one; else something of another kind.
    let clicked = await clickOne(page, tries ? MOVES : OFFERED.join(), roll);
    if (clicked === null && picked) clicked = await clickOne(page, `${PICKS}:not([data-pick^="${picked}"])`, roll);
    clicked ??= await clickOne(page, PICKS, roll);
    if (clicked?.startsWith("pick ")) picked = clicked.slice("pick ".length).split(" ")[0] as string;
    else if (clicked === "move") {
      const yes = page.locator("[data-confirm]");
      if (await yes.count()) await yes.dispatchEvent("click");
      try {
        return await ear.answered("move", before);
      } catch (error) {
        // Where several decide at once, the table may have changed under the pointer: then one looks again.
        if (!(error instanceof Refusal) || error.fault.code !== "stale") throw error;
      }
    }
  }
  throw new Error(
    `nothing that is clicked on makes a move: ${await page.locator(".dock > .prompt").allTextContents()}`,
  );
}

/** Open the curtain, if it is closed. */
export async function openCurtain(page: Page): Promise<void> {
  const button = page.locator(".curtain button");
  if (!(await button.count())) return;
  await button.click();
  await page.waitForSelector([...OFFERED, "#result"].join(), { state: "attached" });
}

/** Press a button by its words, after opening the menu where it is in one; if the page asks whether one is sure, one is. */
export async function press(page: Page, button: string): Promise<void> {
  const found = page.getByRole("button", { name: button, exact: true });
  if (!(await found.count())) await page.getByRole("button", { name: "More", exact: true }).click();
  await found.click();
  const sure = page.locator("[data-sure]");
  if (await sure.count()) await sure.click();
}

/** Look at a tab beside the board; on a phone it is in a sheet that is pulled up. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.locator(`#tab-${name}`);
  if (!(await tab.isVisible())) await page.locator(".handle").click();
  await tab.click();
}

/** Click on one of these; say whether that makes a move, or what it picks. Null: there is none, or it is gone. */
async function clickOne(page: Page, what: string, roll: (count: number) => number): Promise<string | null> {
  const found = page.locator(what);
  const count = await found.count();
  if (!count) return null;
  const chosen = found.nth(roll(count));
  try {
    const makes = await chosen.getAttribute("data-move", { timeout: 2000 });
    const picks = await chosen.getAttribute("data-pick", { timeout: 2000 });
    await chosen.dispatchEvent("click", {}, { timeout: 2000 });
    return makes === null ? `pick ${picks}` : "move";
  } catch {
    return null; // the position changed under the pointer
  }
}

/** The action card that is selected for a kind of move. */
const CARDS: Record<string, string> = {
  assassinate: "assassination",
  castle: "castling",
  scout: "scout",
  spy: "spy",
  wrath: "wrath",
};

/** Make a certain move: by the element that makes it, after selecting what the move names. */
export async function makeMove(
  page: Page,
  move: { id: number; kind: string; text: string; parts: Record<string, string> },
): Promise<void> {
  const target = page.locator(`.stage [data-move="${move.id}"]`);
  const click = async () => {
    if (!(await target.count())) return false;
    return target
      .first()
      .dispatchEvent("click", {}, { timeout: 1500 })
      .then(
        () => true,
        () => false,
      ); // it may just have gone
  };
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (await click()) return;
    for (const part of [CARDS[move.kind] ?? "", ...Object.values(move.parts)]) {
      const picks = page.locator(".stage [data-pick]");
      const names = await picks.evaluateAll((found) => found.map((each) => each.getAttribute("data-pick") ?? ""));
      const wanted = names.findIndex((name) => name === part || name.endsWith(` ${part}`));
      if (wanted >= 0)
        await picks
          .nth(wanted)
          .dispatchEvent("click", {}, { timeout: 1500 })
          .catch(() => {});
      if (await click()) return;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`no way to make "${move.text}" on the board`);
}

/** Lay out a table by the form of the page. */
export async function layTable(
  page: Page,
  url: string,
  game: string,
  seats: string[],
  options: Record<string, string> = {},
  clock = "",
): Promise<void> {
  listen(page);
  await page.goto(`${url}/new/${game}`);
  await page.waitForSelector("form .seat select");
  for (const [name, choice] of Object.entries(options)) {
    await page.locator(`[aria-describedby="help-${name}"]`).selectOption(choice);
  }
  await page.waitForFunction(
    (count) => document.querySelectorAll("form .seat select").length === count,
    seats.length,
  );
  for (const [k, who] of seats.entries()) await page.locator("form .seat select").nth(k).selectOption(who);
  if (clock) await page.getByLabel("Clock").selectOption(clock);
  await page.locator("form button.primary").click();
  await page.waitForURL(/\/table\//);
}

/** Make this many moves, or fewer if the match is over before. */
export async function playSome(page: Page, roll: (count: number) => number, moves: number): Promise<void> {
  for (let made = 0; made < moves; made += 1) {
    await page.waitForSelector(`#result, ${DECIDES}`, { state: "attached" });
    if (await isOver(page)) return;
    await moveByClick(page, roll);
  }
}

/** Play on until the match is over. */
export async function playOut(pages: Page[], seed: number, longest = 150_000): Promise<void> {
  const roll = dice(seed);
  const deadline = Date.now() + longest;
  while (!(await isOver(pages[0] as Page))) {
    if (Date.now() > deadline)
      throw new Error(`the match does not end: ${await (pages[0] as Page).locator(".dock > .prompt").textContent()}`);
    await Promise.any(pages.map((page) => page.waitForSelector(`#result, ${DECIDES}`, { state: "attached" })));
    for (const page of pages) if (!(await isOver(page)) && (await canMove(page))) await moveByClick(page, roll);
  }
}
