// Small things that people notice: a wrong address, a device with a wrong clock, who is to move when nobody is, where the focus is.
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";

import { visit } from "./browser.ts";
import { everybodySees, Person } from "./people.ts";
import { dice } from "./playing.ts";

const url = inject("url");

it("an address that leads nowhere shows the page, which says so", async () => {
  const page = await visit(url);
  for (const path of ["/nonsense", "/table", "/rules/caesar/no/such/thing"]) {
    await page.goto(url + path);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
  }
  await page.getByRole("link", { name: "To the home page", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a game" }).waitFor();
});

it("nobody is to move when a match was given up", async () => {
  const host = await Person.comes(url, "Livia");
  const table = await host.laysTable("caesar", ["me", "open"]);
  const guest = await Person.comes(url, "Marcus", `/table/${table}`);
  await guest.sits("Pompey");
  await everybodySees([host, guest]);
  const toMove = (person: Person) => person.page.locator("li.seat").getByText("to move").count();
  for (const person of [host, guest])
    expect(await toMove(person), "somebody is to move while the match is on").toBe(1);
  await guest.resigns();
  await everybodySees([host, guest]);
  for (const person of [host, guest]) expect(await toMove(person)).toBe(0);
});

it("a hint stays while others talk and choose unseen, and goes with one's own move", async () => {
  const host = await Person.comes(url, "Livia");
  const table = await host.laysTable("caesar-cleopatra-2024", ["me", "open"], {}, { hints: true });
  const guest = await Person.comes(url, "Marcus", `/table/${table}`);
  await guest.sits("Caesar");
  await everybodySees([host, guest]);
  await host.page.getByRole("button", { name: "Hint", exact: true }).click();
  const hint = host.page.locator("section.hint");
  await hint.waitFor();
  await guest.says("Ave!");
  await guest.plays(dice(1));
  await everybodySees([host, guest]);
  expect(await hint.count(), "the hint is gone, although the position is the same").toBe(1);
  await host.plays(dice(2));
  await hint.waitFor({ state: "detached" });
});

it("who holds several seats gets up from one of them, and is answered", async () => {
  const host = await Person.comes(url, "Livia");
  await host.laysTable("ave-caesar", ["me", "me", "open", "open"], { players: "4" });
  await host.getsUp("Blue");
  await everybodySees([host]);
});

it.each([90, -90])("a device whose clock is %i seconds ahead shows the right time left", async (ahead) => {
  const host = await Person.comes(url, "Livia");
  await host.laysTable(
    "caesar",
    ["me", "open"],
    {},
    {
      clock: { kind: "bank", seconds: 300, increment: 5 },
    },
  );
  const guest = await Person.comes(url, "Marcus");
  await guest.page.context().addInitScript(setClock, ahead * 1000);
  await guest.page.goto(`${url}/table/${host.table}`);
  expect(
    Math.round(((await guest.page.evaluate(() => Date.now())) - Date.now()) / 10_000),
    "the device's clock is wrong",
  ).toBe(ahead / 10);
  await guest.sits("Pompey");
  await everybodySees([host, guest]);
  await (await whoDecides(host, guest)).plays(dice(1));
  await everybodySees([host, guest]);
  const { clock } = await host.mayKnow();
  const since = Date.now() / 1000 - clock.since;
  const left = clock.left.map((seconds, seat) => seconds - (clock.running.includes(seat) ? since : 0));
  for (const person of [host, guest]) {
    const shown = await person.page.getByRole("timer").allTextContents();
    const wrong = shown.map((face, seat) => Math.abs(secondsOf(face) - (left[seat] ?? 0)));
    expect(Math.max(...wrong), `${person.name} is shown ${shown}`).toBeLessThan(30);
  }
});

async function whoDecides(...people: Person[]): Promise<Person> {
  const { awaited } = await (people[0] as Person).mayKnow();
  return people.find((person) => person.holds(awaited)) as Person;
}

/** Let a page's clock be wrong by some milliseconds. */
function setClock(ahead: number): void {
  const right = Date.now.bind(Date);
  globalThis.Date = class extends Date {
    constructor(...given: [] | [string | number]) {
      super(given.length ? given[0] : right() + ahead);
    }

    static override now(): number {
      return right() + ahead;
    }
  } as DateConstructor;
}

const secondsOf = (face: string): number => face.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Press a key, and wait for a move that it makes to be answered and for one's next turn. */
async function playByKey(person: Person, key: string): Promise<void> {
  await person.ear.ordered("move", () => person.page.keyboard.press(key));
  await person.page.locator("p.turn", { hasText: "Your turn." }).waitFor();
}

const IS_FOCUSED = (zone: string) =>
  document.activeElement !== document.body && document.activeElement?.closest(zone) !== null;

/** Wait until the focus is somewhere: it comes back with the next frame. */
const focusIsOn = (page: Page, where: string) => page.waitForFunction(IS_FOCUSED, where);

it("after a move made by keys the focus is where it was: among the moves, and on the board", async () => {
  const person = await Person.comes(url, "Livia");
  await person.laysTable("caesar", ["me", "tiro"]);
  const { page } = person;
  await page.locator("p.turn", { hasText: "Your turn." }).waitFor();
  await page.keyboard.press("m");
  await page.locator("[data-listed]").first().focus();
  for (let moves = 0; moves < 3; moves += 1) {
    await playByKey(person, "Enter");
    await focusIsOn(page, "[data-listed]");
  }
  for (let moves = 0; moves < 2; moves += 1) {
    // A token of the hand, then a space of the board, until there is a move to make.
    for (const place of [".dock", ".field"]) {
      if (await page.locator(".stage [data-move]").count()) break;
      await page.locator(`${place} [data-pick]`).first().focus();
      await page.keyboard.press("Enter");
    }
    await page.locator(".field [data-pick], .stage [data-move]").first().focus();
    for (let tabs = 0; tabs < 80 && !(await page.evaluate(IS_FOCUSED, ".stage [data-move]")); tabs += 1)
      await page.keyboard.press("Tab");
    await playByKey(person, "Enter");
    await focusIsOn(page, ".stage");
  }
});
