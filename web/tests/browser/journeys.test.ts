// Stories of people in browsers of their own: after everything that one does, each sees what the server lets them see.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

import { errors, launch } from "./browser.ts";
import { Line } from "./line.ts";
import { everybodySees, Person } from "./people.ts";
import { dice } from "./playing.ts";

let browser: Browser;
const url = inject("url");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(() => expect(errors).toEqual([]));

const NAMES = ["Livia", "Marcus", "Gaius", "Drusilla"];
const TABLES: [string, string[], Record<string, string>][] = [
  ["caesar-cleopatra-2024", ["Cleopatra", "Caesar"], {}],
  ["ave-caesar", ["White", "Blue", "Green", "Yellow"], { players: "4" }],
];

/** One lays the table and the others come by the link; the last one's browser reaches the server over a line of its own. */
async function gather(game: string, seats: string[], options: Record<string, string>, line?: Line): Promise<Person[]> {
  const host = await Person.comes(browser, url, NAMES[0] as string);
  const link = await host.laysTable(game, ["me", ...seats.slice(1).map(() => "open")], options);
  const people = [host];
  for (const seat of seats.slice(1)) {
    const isLast = people.length === seats.length - 1;
    const guest = await Person.comes(browser, isLast && line ? line.url : url, NAMES[people.length] as string, link);
    people.push(guest);
    await guest.sits(seat);
    await everybodySees(people);
  }
  return people;
}

/** Whoever may decides, so many times; everybody sees every move. */
async function playOn(people: Person[], moves: number, roll: (count: number) => number): Promise<void> {
  for (let made = 0; made < moves; made += 1) {
    const { awaited } = await (people[0] as Person).mayKnow();
    const [who] = await Promise.all(people.map(async (person) => ((await person.mayKnow()).held.some((seat) => awaited.includes(seat)) ? person : null))).then((all) => all.filter((each) => each !== null));
    if (!who) throw new Error("nobody has to decide");
    await who.plays(roll);
    await everybodySees(people);
  }
}

it.each(TABLES)("%s: they meet by a link, play, talk, part and meet again", async (game, seats, options) => {
  const people = await gather(game, seats, options);
  const roll = dice(5);
  await playOn(people, 10 * seats.length, roll);
  await Promise.all(people.map((person) => person.leaves()));
});
