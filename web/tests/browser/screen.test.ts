// One screen for several people, at the beginning, in the middle and at the end of matches: no text on the page tells what the one
// before it may not know.
import { expect, inject, it } from "vitest";

import { boardIsDrawn, open } from "./browser.ts";
import { Person } from "./people.ts";
import { dice, isOver } from "./playing.ts";
import { Screen } from "./screen.ts";

const url = inject("url");

/** Play on at a shared screen, and elsewhere where others have to decide. */
async function playOn(screen: Screen, moves: number, roll: (count: number) => number): Promise<void> {
  const { ear } = screen.person;
  for (let made = 0; made < moves && ear.awaited.length; made += 1) {
    const friend = screen.friends.find((each) => each.holds(ear.awaited));
    if (friend) await screen.follows(await friend.plays(roll));
    else await screen.plays(roll);
  }
  if (!ear.awaited.length) await screen.page.waitForSelector("#result", { state: "attached" });
}

/** Play on until somebody else has to come to the screen. */
async function playToCurtain(screen: Screen, roll: (count: number) => number): Promise<void> {
  do {
    expect(await isOver(screen.page), "the match is not over before somebody else comes").toBe(false);
    await playOn(screen, 1, roll);
  } while (!(await screen.page.locator(".curtain").count()));
}

/** Look at all that could tell something: the curtain, the moves, the match from its beginning, the others' last turn. */
async function lookAround(screen: Screen, roll: (count: number) => number): Promise<void> {
  await playToCurtain(screen, roll);
  await screen.readsLikeTheirOwn();
  await screen.page.getByRole("tab", { name: "Moves" }).click();
  await screen.tellsNoSecrets();
  expect(await screen.page.locator("[data-listed]").count(), "no moves are listed behind the curtain").toBe(0);
  await screen.page.getByRole("tab", { name: "Log" }).click();

  // Looking back while the match is on: as a spectator, who steps through the last moves.
  const back = await open(screen.page.context(), `${screen.page.url()}/review`);
  await boardIsDrawn(back);
  for (let steps = 0; steps < 4; steps += 1) {
    await screen.tellsNoSecrets(back);
    const before = await back.locator(".at").textContent();
    await back.getByRole("button", { name: "One turn back" }).click();
    await back.waitForFunction((said) => document.querySelector(".at")?.textContent !== said, before);
  }
  await back.close();

  await screen.opens();
  await screen.readsLikeTheirOwn();
  const last = screen.page.getByRole("button", { name: "Replay the last turn" });
  await last.click();
  const past = screen.page.locator(".past", { hasText: "What happened since your last turn" });
  await past.waitFor();
  await screen.tellsNoSecrets();
  await past.waitFor({ state: "detached" });
  await screen.getsNoSecrets();
}

it.each([
  ["caesar", {}, 8, 8, Infinity],
  ["caesar-cleopatra-2024", {}, 20, 70, 10], // the opening alone takes some moves
  ["caesar-cleopatra-1997", { action_pile: "shuffled" }, 20, 70, 10],
] as const)(
  "%s: two people share a screen, and neither is told the other's secrets",
  async (game, options, first, unseen, most) => {
    const person = await Person.comes(url, "Livia");
    await person.laysTable(game, ["me", "me"], options);
    const screen = await Screen.of(person, [0, 1]);
    const roll = dice(3);
    await playOn(screen, first, roll);
    await lookAround(screen, roll);
    await screen.isLeft(roll, unseen);
    await playOn(screen, most, roll);
  },
);

it("ave-caesar: three people share a screen, a fourth plays elsewhere, and nobody is told the others' cards", async () => {
  const person = await Person.comes(url, "Livia");
  const table = await person.laysTable("ave-caesar", ["me", "me", "me", "open"], { players: "4" });
  const friend = await Person.comes(url, "Marcus", `/table/${table}`);
  await friend.sits("Yellow");
  const screen = await Screen.of(person, [0, 1, 2], [friend]);
  const roll = dice(4);
  await playOn(screen, 8, roll);
  await lookAround(screen, roll);
  await screen.isLeft(roll, 60);
  await playOn(screen, Infinity, roll);
});
