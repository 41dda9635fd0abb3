// Several people at one screen: whoever sits before it may be shown what their own seat may know; behind the curtain, what all may.
import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Entry, TableShown } from "../../src/lib/types.ts";
import { boardIsDrawn, newcomer, show } from "./browser.ts";
import { listen, type Message } from "./ear.ts";
import type { Person } from "./people.ts";
import { moveByClick, openCurtain } from "./playing.ts";
import { everyText, secretsOf, sentencesOf } from "./secrets.ts";
import { playAhead } from "./tables.ts";
import { furnitureOf, sayingsOf, tidy } from "./words.ts";

/** Somebody who only listens: at a seat of which they got the key, or as a spectator. */
export class Witness {
  readonly seat: number | null;
  /** The seat's name in views; null for a spectator. */
  readonly name: string | null;
  readonly #page: Page;
  readonly #table: TableShown;
  readonly #entries = new Map<number, Entry>();
  #heard = 0;

  private constructor(seat: number | null, page: Page, table: TableShown) {
    this.seat = seat;
    this.name = seat === null ? null : (table.seats[seat]?.seat ?? null);
    this.#page = page;
    this.#table = table;
  }

  /** Let somebody listen at a seat of this person's, by a private link; or as a spectator. */
  static async at(seat: number | null, person: Person): Promise<Witness> {
    const path = `/api/tables/${person.table}`;
    const context = await newcomer();
    await context.request.post(`${person.url}/api/visitors`);
    if (seat !== null) {
      const { link } = await person.asks<{ link: string }>(`${path}/link`, { seat });
      const claimed = await context.request.post(`${person.url}${path}/claim`, {
        data: { key: link.split("key=")[1] },
      });
      expect(claimed.ok(), `the key of seat ${seat} is taken`).toBe(true);
    }
    const page = await context.newPage();
    const ear = listen(page);
    await page.goto(`${person.url}/health`);
    await page.evaluate((address) => void new WebSocket(`ws://${location.host}${address}/live?since=0`), path);
    const { table } = await ear.until("the witness is told of the table", () => ear.told[0]);
    return new Witness(seat, page, table as TableShown);
  }

  /** All that this seat may know. */
  async mayKnow(): Promise<{ table: TableShown; entries: Entry[] }> {
    return { table: this.#table, entries: [...this.#told().values()] };
  }

  /** What this seat was told about a version. */
  entry(version: number): Entry | undefined {
    return this.#told().get(version);
  }

  #told(): Map<number, Entry> {
    const { told } = listen(this.#page);
    for (const { entries } of told.slice(this.#heard))
      for (const entry of entries ?? []) this.#entries.set(entry.version, entry);
    this.#heard = told.length;
    return this.#entries;
  }

  /** Wait until this version was told. */
  async hears(version: number): Promise<void> {
    const ear = listen(this.#page);
    await ear.until(`the witness hears of version ${version}`, () => (ear.version >= version ? true : undefined));
  }

  /** Every text of the page that this witness would see now. */
  async reads(address: string): Promise<string[]> {
    const page = await this.#page.context().newPage();
    await page.goto(address);
    await boardIsDrawn(page);
    const texts = await everyText(page);
    await page.close();
    return texts;
  }
}

export class Screen {
  readonly person: Person;
  readonly witnesses: Witness[];
  readonly spectator: Witness;
  /** People at the table who have screens of their own. */
  readonly friends: Person[];
  /** Who sits before the screen; the spectator while the curtain is closed. */
  viewer: Witness;
  readonly #answers: Message[] = [];
  /** How many messages of the server were looked at. */
  #looked = 0;

  private constructor(person: Person, witnesses: Witness[], spectator: Witness, friends: Person[]) {
    this.person = person;
    this.witnesses = witnesses;
    this.spectator = this.viewer = spectator;
    this.friends = friends;
    person.page.on("response", (answer) => {
      if (
        answer.request().method() === "GET" &&
        /\/api\/tables\/[\w-]+(\/versions\/|\/history|$|\?)/.test(answer.url())
      ) {
        void answer.json().then(
          (message: Message) => this.#answers.push(message),
          () => {},
        );
      }
    });
  }

  /** Watch a screen that several seats of a table share. */
  static async of(person: Person, seats: number[], friends: Person[] = []): Promise<Screen> {
    const witnesses: Witness[] = [];
    for (const seat of seats) witnesses.push(await Witness.at(seat, person));
    return new Screen(person, witnesses, await Witness.at(null, person), friends);
  }

  get page(): Page {
    return this.person.page;
  }

  /** Whoever has to decide opens the curtain, if it is closed, and moves; nothing on the way tells what they may not know. */
  async plays(roll: (count: number) => number): Promise<void> {
    await this.tellsNoSecrets();
    await this.opens();
    await this.tellsNoSecrets();
    await this.follows(await moveByClick(this.page, roll));
  }

  /** Whoever has to decide opens the curtain, if it is closed. */
  async opens(): Promise<void> {
    const curtain = this.page.locator(".curtain button");
    if (!(await curtain.count())) return;
    await this.getsNoSecrets();
    const said = await curtain.textContent();
    const { table } = await this.spectator.mayKnow();
    const { seat } = await sayingsOf(table.game);
    const viewer = this.witnesses.find((witness) => said?.includes(`I am ${seat(witness.name ?? "")}:`));
    if (!viewer) throw new Error(`"${said}" names no seat of this screen`);
    this.viewer = viewer;
    await openCurtain(this.page);
  }

  /** Nobody sits before the screen while moves are made elsewhere; whoever comes back finds the curtain. */
  async isLeft(roll: (count: number) => number, moves: number): Promise<void> {
    const { table, url, page } = this.person;
    const address = page.url();
    await page.goto("about:blank");
    await playAhead(
      [this.person, ...this.friends].map((each) => each.page.context()),
      url,
      table,
      roll,
      moves,
    );
    await show(page, address);
    await page.waitForSelector("#result, .curtain, .dock > .prompt", { state: "attached" });
    this.viewer = this.spectator;
    await this.getsNoSecrets();
  }

  /** A move was made, here or elsewhere: the screen shows it, and the curtain may have fallen. */
  async follows({ version }: Entry): Promise<void> {
    await this.person.ear.until(`the screen hears of version ${version}`, () =>
      this.person.ear.version >= version ? true : undefined,
    );
    await this.getsNoSecrets();
    if (await this.page.locator(".curtain").count()) this.viewer = this.spectator;
  }

  /** The page holds no sentence that was told only to others than the one who sits before it, in no line and no attribute. */
  async tellsNoSecrets(page = this.page): Promise<void> {
    await this.#everybodyHears();
    const texts = await everyText(page);
    const secrets = await secretsOf([...this.witnesses, ...this.friends], this.viewer);
    const all = texts.join("\n");
    expect(
      secrets.filter((secret) => all.includes(secret)),
      `what ${this.viewer.name} may not know`,
    ).toEqual([]);
    const known = new Set(await this.#known());
    const log = texts.length && page === this.page ? (await this.person.sees()).log : [];
    expect(
      log.filter((line) => !known.has(line)),
      `lines of the log that are not for ${this.viewer.name}`,
    ).toEqual([]);
  }

  /** The page holds no text that the page of who sits before it, at a screen of their own, would not hold as well. */
  async readsLikeTheirOwn(): Promise<void> {
    await this.tellsNoSecrets();
    const own = new Set(await this.viewer.reads(`${this.person.url}/table/${this.person.table}`));
    const known = await this.#known();
    const { table } = await this.spectator.mayKnow();
    const furniture = new Set(await furnitureOf(table));
    // What is asked is announced in one breath; each of its parts is on the page by itself.
    const asked = tidy((await this.page.locator(".dock > .prompt").textContent()) ?? "");
    const more = (await everyText(this.page)).filter((text) => {
      if (text === asked) return false;
      if (own.has(text) || furniture.has(text.replace(/^\P{Letter}+/u, "")) || own.has(text.replace(/ \(you\)$/, "")))
        return false;
      // Who looks again is told all that happened since, in one breath.
      const untold = known.reduce((rest, sentence) => rest.replaceAll(sentence, ""), text);
      return (
        /\p{Letter}|\d/u.test(untold) &&
        !known.some((sentence) => sentence.includes((text.split(": ").at(-1) ?? text).replace(/^\W/, "")))
      );
    });
    expect(more, `what the screen says and the own page of ${this.viewer.name} does not`).toEqual([]);
  }

  /** Since the last look the server sent nothing but what who sits before the screen, or everybody, may know. */
  async getsNoSecrets(): Promise<void> {
    await this.#everybodyHears();
    const { ear } = this.person;
    const messages = [...ear.told.slice(this.#looked), ...this.#answers.splice(0)];
    this.#looked = ear.told.length;
    const { name } = this.viewer;
    for (const message of messages) {
      const seats = (message.views ?? []).map((view) => view.seat);
      expect(
        seats.filter((seat) => seat !== null && seat !== name),
        `whose views ${name} gets`,
      ).toEqual([]);
      for (const entry of message.entries ?? []) {
        const allowed = [this.viewer, this.spectator].map((witness) => plain(witness.entry(entry.version)));
        expect(allowed, `entry ${entry.version} as ${name} gets it`).toContain(plain(entry));
      }
    }
  }

  /** Sentences that who sits before the screen may read, the longest first. */
  async #known(): Promise<string[]> {
    const known = new Set([...(await sentencesOf(this.viewer)), ...(await sentencesOf(this.spectator))]);
    return [...known].sort((a, b) => b.length - a.length);
  }

  async #everybodyHears(): Promise<void> {
    await Promise.all([...this.witnesses, this.spectator].map((witness) => witness.hears(this.person.ear.version)));
  }
}

/** An entry without the number of its command, which tells nothing. */
const plain = (entry: Entry | undefined): string | undefined => entry && JSON.stringify({ ...entry, id: undefined });
