// Lesson one of every game, the moves made on the board; and a scenario of the rules.
import { expect, inject, it } from "vitest";

import { lessons as races } from "../../src/boards/avecaesar/lesson.ts";
import { lessons as rome } from "../../src/boards/caesar/lesson.ts";
import { lessons as cleopatra } from "../../src/boards/cleopatra/lesson.ts";
import type { Lesson } from "../../src/lib/lesson.ts";
import type { Material } from "../../src/lib/types.ts";
import { boardIsDrawn, visit } from "./browser.ts";
import { makeMove } from "./playing.ts";

const url = inject("url");
const LESSONS: Record<string, Lesson> = { ...cleopatra, ...races, ...rome };

/** Let the other side of a lesson think for a moment only. */
function hurry(): void {
  const wait = globalThis.setTimeout.bind(globalThis);
  globalThis.setTimeout = ((act: () => void, time = 0) => wait(act, time / 20)) as typeof globalThis.setTimeout;
}

it.each(["caesar-cleopatra-2024", "caesar-cleopatra-1997", "ave-caesar", "caesar"])(
  "lesson one of %s",
  async (game) => {
    const lesson = LESSONS[game];
    if (!lesson) throw new Error(`no lesson of ${game}`);
    expect(lesson.chapters.length).toBeGreaterThan(4);
    const { moves } = (await (await fetch(`${url}/api/games/${game}/material`)).json()) as Material;
    const page = await visit(`${url}/learn/${game}`);
    await page.evaluate(hurry);
    for (const chapter of lesson.chapters) {
      await boardIsDrawn(page);
      for (const [k, step] of chapter.moves.entries()) {
        if (step.other) {
          await page.waitForFunction(
            (done) => Number(document.querySelector("[data-step]")?.getAttribute("data-step")) > done,
            k,
          );
          continue;
        }
        const wanted = moves.find((move) => move.text === step.move);
        if (!wanted) throw new Error(`${game} has no move ${step.move}`);
        await page.waitForFunction(
          (done) => Number(document.querySelector("[data-step]")?.getAttribute("data-step")) === done,
          k,
        );
        await makeMove(page, wanted);
      }
      await page.getByRole("button", { name: "Go on" }).click();
    }
    await page.getByText("That is the game").waitFor();
  },
);

it("a scenario of the rulebook is stepped through and tried", async () => {
  const page = await visit(`${url}/rules/caesar#ROME-EX3`);
  await page.getByLabel("Search").fill("senate");
  await page.locator("summary").first().click();
  await page.locator("li.scenario a").first().click();
  await boardIsDrawn(page);
  await page.getByRole("button", { name: /^Next:/ }).click();
  await page.locator("ol li p").first().waitFor();
});
