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
const FREE = ':not([disabled]):not([aria-disabled="true"])';
const MOVES = `.stage [data-move]${FREE}`;
const PICKS = `.stage [data-pick]${FREE}`;
const OVER = "#result";
const DECIDES = `.curtain button, ${MOVES}, ${PICKS}`;

/** Whether this page has something to decide, or a curtain to open. */
export async function canMove(page: Page): Promise<boolean> {
  return (await page.locator(DECIDES).count()) > 0;
}

/** Wait until the end comes (or whatever else ends this) or there is something to decide; say whether it is the end. The page
 * itself says when: asking it again and again would take longer than most moves. */
function isEnd(page: Page, end: string): Promise<boolean> {
  return page.evaluate(awaited, [end, DECIDES, LONGEST] as const);
}

function awaited([end, decides, longest]: readonly [string, string, number]): Promise<boolean> {
  return new Promise((done, failed) => {
    const look = () => {
      const isEnd = document.querySelector(end) !== null;
      if (isEnd || document.querySelector(decides)) stop(() => done(isEnd));
    };
    const stop = (how: () => void) => {
      clearTimeout(late);
      changes.disconnect();
      how();
    };
    const changes = new MutationObserver(look);
    const late = setTimeout(() => stop(() => failed(new Error("nothing to decide, and no end"))), longest);
    changes.observe(document, { childList: true, subtree: true, attributes: true });
    look();
  });
}

/** How long a page may take, in milliseconds; the machine may be busy. */
const LONGEST = 60_000;

/** Wait for one's turn and make one move by clicking on the board, after opening the curtain; it fails if no move results. */
export async function moveByClick(page: Page, roll: (count: number) => number): Promise<Entry> {
  const made = await moveBefore(page, roll, OVER);
  if (!made) throw new Error("the match is over");
  return made;
}

/** The same; null if the end comes before one's turn. */
async function moveBefore(page: Page, roll: (count: number) => number, end: string): Promise<Entry | null> {
  const ear = listen(page);
  for (let tries = 0; tries < 12; tries += 1) {
    if (await isEnd(page, end)) return null;
    await openCurtain(page);
    const before = ear.sent.length;
    const rolls = Array.from({ length: 12 }, () => roll(2 ** 30) / 2 ** 30);
    if (!(await page.evaluate(clickMove, [MOVES, PICKS, rolls] as const))) continue;
    try {
      return await ear.answered("move", before);
    } catch (error) {
      // Where several decide at once, the table may have changed under the pointer: then one looks again.
      if (!(error instanceof Refusal) || error.fault.code !== "stale") throw error;
    }
  }
  throw new Error(
    `nothing that is clicked on makes a move: ${await page.locator(".dock > .prompt").allTextContents()}`,
  );
}

/** In the page: click on what is offered until that makes a move, and confirm it; say whether it came to that. */
async function clickMove([moves, picks, rolls]: readonly [string, string, number[]]): Promise<boolean> {
  const click = async (element: Element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
    await new Promise((drawn) => setTimeout(drawn));
  };
  const kindOf = (element: Element) => element.getAttribute("data-pick")?.split(" ")[0]; // a space, a card
  let picked: string | undefined;
  for (const roll of rolls) {
    const [all, ready] = [`${moves}, ${picks}`, moves].map((what) => [...document.querySelectorAll(what)]);
    const others = [...document.querySelectorAll(picks)].filter((each) => kindOf(each) !== picked);
    // First anything that is offered; then a move with what was picked, if there is one; else something of another kind.
    const offered = (picked === undefined ? [all] : [ready, others, all]).find((each) => each?.length);
    const chosen = offered?.[Math.floor(roll * offered.length)];
    if (!chosen) return false; // the position changed under the pointer
    const makesMove = chosen.hasAttribute("data-move");
    picked = kindOf(chosen);
    await click(chosen);
    if (!makesMove) continue;
    const sure = document.querySelector("[data-confirm]");
    if (sure) await click(sure);
    return true;
  }
  return false;
}

/** Open the curtain, if it is closed. */
export async function openCurtain(page: Page): Promise<void> {
  const button = page.locator(".curtain button");
  if (!(await button.count())) return;
  await button.click();
  await page.waitForSelector(`#result, ${MOVES}, ${PICKS}`, { state: "attached" });
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
  const deadline = Date.now() + LONGEST;
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
): Promise<void> {
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
  await page.locator("form button.primary").click();
  await page.waitForURL(/\/table\//);
}

/** Make this many moves, or fewer if the match is over before, or whatever else ends this. */
export async function playSome(
  page: Page,
  roll: (count: number) => number,
  moves: number,
  end = OVER,
): Promise<void> {
  let made = 0;
  while (made < moves && (await moveBefore(page, roll, end))) made += 1;
}

/** Play on until the match is over. */
export function playOut(page: Page, seed: number): Promise<void> {
  return playSome(page, dice(seed), Infinity);
}
