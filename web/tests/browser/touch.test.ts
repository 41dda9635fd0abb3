// A whole match of every game on a phone by touch alone: no mouse, no key; what a finger cannot hit is not there.
import { expect, inject, it } from "vitest";

import { boardIsDrawn, visit } from "./browser.ts";
import { endIsTold } from "./end.ts";
import { dice } from "./playing.ts";
import { layOut, MATCHES, playByHand, type Screen } from "./pointing.ts";

const url = inject("url");

it.each(MATCHES)("a match of %s is played with a finger", async (game, others, options) => {
  const page = await visit(url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const touches = await page.evaluate(() => {
    const seen = { touch: 0, other: 0 };
    addEventListener("pointerdown", (event) => (seen[event.pointerType === "touch" ? "touch" : "other"] += 1), true);
    addEventListener("keydown", () => (seen.other += 1), true);
    Object.assign(globalThis, { seen });
    return seen;
  });
  expect(touches).toEqual({ touch: 0, other: 0 });
  const screen: Screen = {
    run: (act, ...got) => page.evaluate(`(${act})(...${JSON.stringify(got)})`) as never,
    press: (x, y) => page.touchscreen.tap(x, y),
  };
  const id = await screen.run(layOut, game, others, options);
  await page.evaluate((path) => {
    history.pushState(null, "", path); // so that what was counted stays
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/table/${id}`);
  await boardIsDrawn(page);
  const moves = await playByHand(screen, dice(3));
  expect(moves).toBeGreaterThan(5);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: { touch: number; other: number } }).seen);
  expect(seen.touch).toBeGreaterThanOrEqual(moves);
  expect(seen.other, "mouse or keys").toBe(0);
  await endIsTold(page);
  // The result can be left with a finger too.
  await page.locator(".end a", { hasText: "Look back" }).tap();
  await page.waitForURL(/review/);
});
