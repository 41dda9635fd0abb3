// Scenes in a real browser: they begin and end, a click ends one, none is there for who wants stillness, who listens is told the
// same, and what happened unseen is shown again.
import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";

import { listen } from "./ear.ts";
import { inspect } from "./inspect.ts";
import { dice, moveByClick, playSome } from "./playing.ts";
import { sitDown } from "./tables.ts";

const url = inject("url");

/** So slow that a scene can be looked at. */
const SLOW = 0.02;

/** A seat at a table, with scenes at some speed; they are skipped until all that are wanted have begun. */
async function seated(
  game: string,
  seats: string[],
  options: Record<string, string>,
  { pace, still = false, wanted = [] }: { pace: number; still?: boolean; wanted?: readonly string[] },
) {
  const window = {
    reducedMotion: still ? "reduce" : "no-preference",
    viewport: { width: 1440, height: 780 },
  } as const;
  const page = await sitDown(url, game, seats, options, window, { pace, confirm: false });
  // Every scene that ever begins, also one that is gone before anybody looks.
  await page.evaluate(`
    globalThis.begun = []; globalThis.styles = new Set();
    const wanted = new Set(${JSON.stringify(wanted)});
    new MutationObserver(() => {
      const scene = document.querySelector(".moment");
      if (!scene || scene === globalThis.last) return;
      globalThis.last = scene;
      globalThis.begun.push(scene.dataset.scene);
      wanted.delete(scene.dataset.scene);
      const isLast = wanted.size === 0;
      requestAnimationFrame(() => {
        for (const each of scene.getAnimations({ subtree: true }))
          for (const frame of each.effect.getKeyframes()) for (const name in frame) globalThis.styles.add(name);
        if (isLast) scene.dataset.kept = "";
        else document.dispatchEvent(new KeyboardEvent("keydown", { key: "x" }));
      });
    }).observe(document.querySelector(".stage"), { childList: true });
  `);
  return page;
}
const begun = (page: Page) => page.evaluate("globalThis.begun") as Promise<string[]>;
const KEYFRAME = new Set(["offset", "easing", "composite", "computedOffset", "transform", "opacity"]);

describe.each([
  ["caesar-cleopatra-2024", ["me", "tiro"], {}, ["vote"]],
  ["ave-caesar", ["me", "tiro", "tiro"], { players: "3" }, ["drive"]],
  ["caesar", ["me"], { solo: "high" }, ["crassus", "closing"]],
] as const)("%s", (game, seats, options, wanted) => {
  it(`shows ${wanted.join(" and ")}; only what the compositor moves moves; a skip ends it, and play goes on`, async () => {
    const page = await seated(game, [...seats], options, { pace: SLOW, wanted });
    await playSome(page, dice(4), Infinity, "#result, [data-kept]");
    expect(await begun(page)).toEqual(expect.arrayContaining([...wanted]));
    const scene = page.locator("[data-scene]");
    expect(await scene.getAttribute("aria-hidden"), "a picture: words tell it").toBe("true");
    const styles = (await page.evaluate("[...globalThis.styles]")) as string[];
    expect(styles.filter((each) => !KEYFRAME.has(each))).toEqual([]);
    expect(styles).toContain("transform");
    await page.evaluate(() => document.getAnimations().forEach((each) => each.pause())); // to be looked at, not waited for
    await inspect(page, `a scene of ${game}`);
    // Its words are in the announcer, although it is not over.
    await expect.poll(() => page.locator("[data-announcer] p").first().textContent()).toMatch(/.{6}/);
    // One scene may follow another: each is skipped until there is something to decide.
    const decides = page.locator("#result, .stage [data-move], .stage [data-pick]");
    const skipped = async () => {
      if (await scene.count()) await page.keyboard.press("x");
      return (await scene.count()) === 0 && (await decides.count()) > 0;
    };
    await expect.poll(skipped).toBe(true);
  });
});

it("a click on the board ends a scene and chooses nothing; at the usual speed it ends by itself", async () => {
  const page = await seated("ave-caesar", ["me", "tiro", "tiro"], { players: "3" }, { pace: SLOW });
  const ear = listen(page);
  const scene = page.locator("[data-scene]");
  const roll = dice(2);
  // What draws scenes is loaded after the board, and the first moves need not wait for it.
  await playSome(page, roll, Infinity, "#result, [data-scene]");
  await scene.first().waitFor({ state: "attached" });
  const sent = ear.sent.filter((each) => each.do === "move").length;
  const first = await scene.elementHandle();
  await page.locator(".room").click();
  await expect.poll(async () => first?.evaluate((node) => node.isConnected)).toBe(false);
  expect(ear.sent.filter((each) => each.do === "move").length, "the click chose nothing").toBe(sent);
  while (await scene.count()) await page.locator(".room").click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Moments").selectOption("1");
  await page.keyboard.press("Escape");
  const before = (await begun(page)).length;
  await moveByClick(page, roll);
  await expect.poll(async () => (await begun(page)).length).toBeGreaterThan(before);
  await page.waitForSelector(".stage [data-move]", { state: "attached" });
  await expect.poll(() => scene.count()).toBe(0);
});

it.each([
  ["who wants stillness", 1, true],
  ["who has switched them off", 0, false],
] as const)("%s sees none, and is told the same", async (_, pace, still) => {
  const page = await seated("ave-caesar", ["me", "tiro", "tiro"], { players: "3" }, { pace, still });
  const roll = dice(2);
  for (let moves = 0; moves < 3; moves += 1) await moveByClick(page, roll);
  await page.waitForSelector(".stage [data-move]", { state: "attached" });
  expect(await begun(page)).toEqual([]);
  // What waits to disappear, or has, does not move.
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((each) => each.playState === "running" && each.effect?.getComputedTiming().progress != null).length,
    );
  if (still) await expect.poll(moving, { message: "nothing moves, not even for ever" }).toBe(0);
  const announced = () => page.locator("[data-announcer] p").first().textContent();
  await expect.poll(announced).toMatch(/plays a \d and drives/);
});

it("what happened since one's last move is shown again on demand, on the board as it stood", async () => {
  const page = await seated("ave-caesar", ["me", "tiro", "tiro"], { players: "3" }, { pace: 0 });
  const roll = dice(2);
  await moveByClick(page, roll);
  await moveByClick(page, roll);
  await page.waitForSelector(".stage [data-move]", { state: "attached" });
  const chariots = () =>
    page.locator(".arena [data-chariot]").evaluateAll((all) => all.map((each) => each.getAttribute("style")).join());
  const present = await chariots();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Moments").selectOption("2");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Replay the last turn" }).click();
  await page.getByText("What happened since your last turn").waitFor();
  expect(await chariots(), "the others stand where they stood").not.toBe(present);
  expect(await page.locator(".stage [data-move]").count(), "nothing can be chosen in the past").toBe(0);
  await page.getByText("What happened since your last turn").waitFor({ state: "detached" });
  expect(await begun(page)).toContain("drive");
  await expect.poll(chariots).toBe(present);
  await page.waitForSelector(".stage [data-move]", { state: "attached" });
});
