// Stories of people in browsers of their own: after everything that one does, each sees what the server lets them see.
import { expect, inject, it } from "vitest";

import { Line } from "./line.ts";
import { everybodySees, Person } from "./people.ts";
import { dice } from "./playing.ts";
import { everyText, secretsOf } from "./secrets.ts";

const url = inject("url");

const NAMES = ["Livia", "Marcus", "Gaius", "Drusilla"];
const TABLES: [string, string[], Record<string, string>][] = [
  ["caesar-cleopatra-2024", ["Cleopatra", "Caesar"], {}],
  ["ave-caesar", ["Red", "Blue", "Green", "Yellow"], { players: "4" }],
];

/** One lays the table and the others come by the link; the last one's browser reaches the server over a line of its own. */
async function gather(
  game: string,
  seats: string[],
  options: Record<string, string>,
  line?: Line,
): Promise<Person[]> {
  const host = await Person.comes(url, NAMES[0] as string);
  const link = await host.fillsForm(game, ["me", ...seats.slice(1).map(() => "open")], options);
  const people = [host];
  for (const seat of seats.slice(1)) {
    const isLast = people.length === seats.length - 1;
    const guest = await Person.comes(
      isLast && line ? line.url : url,
      NAMES[people.length] as string,
      `/table/${link}`,
    );
    people.push(guest);
    await guest.sits(seat);
    await everybodySees(people);
  }
  return people;
}

/** Find out who has to decide now. */
async function whoDecides(people: Person[]): Promise<Person> {
  const { awaited } = await (people[0] as Person).mayKnow();
  const who = people.find((person) => person.holds(awaited));
  if (!who) throw new Error(`none of these people holds one of the seats ${awaited}, which have to decide`);
  return who;
}

/** Whoever has to decides, so many times; everybody sees every move. The last who did is returned. */
async function playOn(people: Person[], moves: number, roll: (count: number) => number): Promise<Person> {
  for (let made = 1; ; made += 1) {
    const who = await whoDecides(people);
    await who.plays(roll);
    await everybodySees(people);
    if (made >= moves) return who;
  }
}

it.each(TABLES)(
  "%s: they meet by a link, play, talk, take back, lose the connection, finish and play again",
  async (game, seats, options) => {
    const line = await Line.to(url);
    const people = await gather(game, seats, options, line);
    const [host, last] = [people[0], people.at(-1)] as [Person, Person];
    const roll = dice(5);
    let mover = await playOn(people, 4 * seats.length, roll);

    await last.says("Salvete!");
    for (const person of people) expect(await person.hears()).toEqual([`${last.name}: Salvete!`]);

    // One asks for undo: refused by the first who is asked. After the next move it is asked for again, and granted by all.
    const moves = (await host.mayKnow()).entries.length;
    await mover.asksForUndo();
    await everybodySees(people);
    await (people.find((person) => person !== mover) as Person).answers("undo", false);
    await everybodySees(people);
    mover = await playOn(people, 1, roll);
    await mover.asksForUndo();
    for (const other of people.filter((person) => person !== mover)) {
      await everybodySees(people);
      await other.answers("undo", true);
    }
    await everybodySees(people);
    expect((await host.history()).slice(moves).map((entry) => entry.kind)).toContain("undo");
    expect(await whoDecides(people), "who took back decides again").toBe(mover);

    // The line is cut, and the others go on meanwhile.
    line.cut();
    await last.hearsOfLoss();
    await everybodySees(people.slice(0, -1));
    await host.says("Where are you?");
    line.mend();
    await everybodySees(people);
    expect(await last.hears()).toContain(`${host.name}: Where are you?`);

    // The line goes dead under a move, which nobody is told: the page notices, says so and sends the move again, which counts once.
    while ((await whoDecides(people)) !== last) mover = await playOn(people, 1, roll);
    const before = await last.history();
    line.goDead();
    line.refuse();
    const [{ id }] = await Promise.all([last.plays(roll), last.hearsOfLoss().then(() => line.mend())]);
    await everybodySees(people);
    expect(last.ear.sent.filter((order) => order.id === id).length, "the move was sent again").toBeGreaterThan(1);
    expect(
      (await last.history()).slice(before.length).filter((entry) => entry.id === id).length,
      "the move counts once",
    ).toBe(1);

    if (seats.length === 2) await last.resigns();
    else {
      await last.offersDraw();
      for (const person of people.slice(0, -1)) {
        await everybodySees(people);
        await person.answers("draw", true);
      }
    }
    await everybodySees(people);
    const finished = host.table;
    for (const person of people) {
      await person.wantsRematch();
      if (person !== last) await everybodySees(people);
    }
    for (const person of people) await person.isTakenAlong(finished);
    expect(new Set(people.map((person) => person.table)).size, "all are at the same table").toBe(1);
    await everybodySees(people);
    await playOn(people, people.length, roll);
    line.close();
  },
);

it.each(TABLES)(
  "%s: they get up and sit elsewhere, one plays in two tabs, and somebody comes late to watch",
  async (game, seats, options) => {
    const host = await Person.comes(url, "Livia");
    const table = await host.laysTable(game, ["me", ...seats.slice(1).map(() => "open")], options);
    const guest = await Person.comes(url, "Marcus", `/table/${table}`);
    const people = [host, guest];
    const [first, ...rest] = seats as [string, ...string[]];
    await everybodySees(people);
    await host.getsUp(first);
    await everybodySees(people);
    await guest.sits(first);
    await everybodySees(people);
    await guest.getsUp(first);
    await everybodySees(people);
    await guest.sits(first);
    for (const seat of rest.slice(1)) {
      const another = await Person.comes(url, NAMES[people.length] as string, `/table/${table}`);
      people.push(another);
      await another.sits(seat);
      await everybodySees(people);
    }
    await host.sits(rest[0] as string);
    await everybodySees(people);
    const roll = dice(8);
    await playOn(people, seats.length, roll);

    // Two tabs in one seat: what is done in either is seen in both.
    const other = await guest.opensTab();
    const all = [...people, other];
    await everybodySees(all);
    for (const tab of [other, guest]) {
      while (!guest.holds((await host.mayKnow()).awaited)) {
        await playOn(
          people.filter((person) => person !== guest),
          1,
          roll,
        );
        await everybodySees(all);
      }
      await tab.plays(roll);
      await everybodySees(all);
    }

    // Who comes late sees all that was, without what is hidden, and has nothing to decide.
    const late = await Person.comes(url, "Vettius", `/table/${table}`);
    await everybodySees([...all, late]);
    expect((await late.sees()).log.length).toBeGreaterThan(seats.length);
    await late.says("Who wins?");
    expect(await late.hears()).toEqual(["Vettius: Who wins?"]);
    expect(await host.hears(), "players do not hear who watches").toEqual(["Nobody has said anything."]);
    const secrets = await secretsOf(people, late);
    expect(secrets.length, "there is something to hide").toBeGreaterThan(0);
    const told = await everyText(late.page);
    expect(secrets.filter((secret) => told.some((text) => text.includes(secret)))).toEqual([]);
    await playOn([...all, late], 1, roll);
  },
);
