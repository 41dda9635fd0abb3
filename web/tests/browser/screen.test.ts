// One screen for several people, over whole matches: no text on the page tells what the one before it may not know.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

import { errors, launch } from "./browser.ts";
import { Person } from "./people.ts";
import { dice, isOver } from "./playing.ts";
import { Screen } from "./screen.ts";

let browser: Browser;
const url = inject("url");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(() => expect(errors).toEqual([]));

it.each([
  ["caesar", 2, {}, Infinity],
  ["caesar-cleopatra-2024", 2, {}, 60],
  ["caesar-cleopatra-1997", 2, { action_pile: "shuffled" }, 40],
  ["ave-caesar", 4, { players: "4" }, Infinity],
] as const)("%s: %i people share a screen, and none is told the others' secrets", async (game, seats, options, most) => {
  const person = await Person.comes(browser, url, "Livia");
  await person.laysTable(game, Array.from({ length: seats }, () => "me"), options);
  const screen = await Screen.of(person, Array.from({ length: seats }, (_, seat) => seat), browser);
  const roll = dice(3);
  for (let moves = 0; moves < most && !(await isOver(person.page)); moves += 1) await screen.plays(roll);
  await person.leaves();
});
