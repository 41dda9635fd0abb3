// Several people at one screen: whoever sits before it may be shown what their own seat may know; behind the curtain, what all may.
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";

import type { Entry, TableMessage, View } from "../../src/lib/types.ts";
import { listen, type Message } from "./ear.ts";
import type { Person } from "./people.ts";
import { moveByClick, openCurtain } from "./playing.ts";
import { everyText, secretsOf, sentencesOf } from "./secrets.ts";

/** Somebody who only listens: at a seat of which they got the key, or as a spectator. */
export class Witness {
  readonly seat: number | null;
  readonly #page: Page;
  readonly #table: TableMessage["table"];

  private constructor(seat: number | null, page: Page, table: TableMessage["table"]) {
    this.seat = seat;
    this.#page = page;
    this.#table = table;
  }

  /** Let somebody listen at a seat of this person's, by a private link; or as a spectator. */
  static async at(seat: number | null, person: Person, browser: Browser): Promise<Witness> {
    const path = `/api/tables/${person.table}`;
    const context = await browser.newContext();
    await context.request.post(`${person.url}/api/visitors`);
    if (seat !== null) {
      const { link } = await person.asks<{ link: string }>(`${path}/link`, { seat });
      const claimed = await context.request.post(`${person.url}${path}/claim`, { data: { key: link.split("key=")[1] } });
      expect(claimed.ok(), `the key of seat ${seat} is taken`).toBe(true);
    }
    const page = await context.newPage();
    const ear = listen(page);
    await page.goto(`${person.url}/health`);
    await page.evaluate((address) => void new WebSocket(`ws://${location.host}${address}/live?since=0`), path);
    const { table } = await ear.until("the witness is told of the table", () => ear.told[0]);
    return new Witness(seat, page, table as TableMessage["table"]);
  }

  /** All that this seat may know. */
  async mayKnow(): Promise<{ table: TableMessage["table"]; entries: Entry[] }> {
    return { table: this.#table, entries: listen(this.#page).told.flatMap((message) => message.entries ?? []) };
  }

  /** What was told about a version. */
  entry(version: number): Entry | undefined {
    return listen(this.#page).told.flatMap((message) => message.entries ?? []).find((entry) => entry.version === version);
  }

  /** Wait until this version was told. */
  async hears(version: number): Promise<void> {
    const ear = listen(this.#page);
    await ear.until(`the witness hears of version ${version}`, () => (ear.version >= version ? true : undefined));
  }

  /** Every text of the page that this witness would see now. */
  async reads(path: string, url: string): Promise<string[]> {
    const page = await this.#page.context().newPage();
    await page.goto(url + path);
    await page.waitForSelector(".stage");
    const texts = await everyText(page);
    await page.close();
    return texts;
  }

  async leaves(): Promise<void> {
    await this.#page.context().close();
  }
}

export class Screen {
  readonly person: Person;
  readonly witnesses: Witness[];
  readonly spectator: Witness;
  readonly #answers: Message[] = [];
  /** How many messages of the server were looked at. */
  #looked = 0;

  private constructor(person: Person, witnesses: Witness[], spectator: Witness) {
    this.person = person;
    this.witnesses = witnesses;
    this.spectator = spectator;
    person.page.on("response", (answer) => {
      if (/\/api\/tables\/[\w-]+(\/versions|\/history|$|\?)/.test(answer.url()) && answer.request().method() === "GET") {
        void answer.json().then((message: Message) => this.#answers.push(message), () => {});
      }
    });
  }

  /** Watch a screen that several seats of a table share. */
  static async of(person: Person, seats: number[], browser: Browser): Promise<Screen> {
    const witnesses: Witness[] = [];
    for (const seat of seats) witnesses.push(await Witness.at(seat, person, browser));
    const screen = new Screen(person, witnesses, await Witness.at(null, person, browser));
    screen.#looked = person.ear.told.length;
    return screen;
  }

  get page(): Page {
    return this.person.page;
  }

  /** Who sits before the screen: the witness of a seat, or the spectator while the curtain is closed. */
  async before(): Promise<Witness> {
    if (await this.page.locator(".curtain").count()) return this.spectator;
    const { held, awaited } = await this.person.mayKnow();
    const seat = held.find((each) => awaited.includes(each));
    return this.witnesses.find((witness) => witness.seat === seat) ?? this.spectator;
  }

  /** Whoever has to decide opens the curtain, if it is closed, and moves; nothing on the way tells what they may not know. */
  async plays(roll: (count: number) => number): Promise<void> {
    await this.tellsNoSecrets();
    this.#takesNothingFor(this.spectator);
    await openCurtain(this.page);
    const who = await this.before();
    await this.tellsNoSecrets(who);
    await moveByClick(this.page, roll);
    this.#takesNothingFor(who);
  }

  /** The page holds no sentence that was told only to others than the one who sits before it, and got none. */
  async tellsNoSecrets(who?: Witness): Promise<void> {
    const now = who ?? (await this.before());
    await Promise.all([...this.witnesses, this.spectator].map((witness) => witness.hears(this.person.ear.version)));
    const texts = await everyText(this.page);
    const secrets = await secretsOf(this.witnesses, now);
    const told = secrets.filter((secret) => texts.some((text) => text.includes(secret)));
    expect(told, `what seat ${now.seat} may not know`).toEqual([]);
    const known = new Set([...(await sentencesOf(now)), ...(await sentencesOf(this.spectator))]);
    const { log } = await this.person.sees();
    expect(log.filter((line) => !known.has(line)), `lines of the log that are not for seat ${now.seat}`).toEqual([]);
  }

  /** Since the last look the server sent nothing but what this one, or everybody, may know. */
  #takesNothingFor(who: Witness): void {
    const messages = [...this.person.ear.told.slice(this.#looked), ...this.#answers.splice(0)];
    this.#looked = this.person.ear.told.length;
    const name = who.seat === null ? null : (this.person.ear.told.findLast((each) => each.table)?.table?.seats[who.seat]?.seat ?? null);
    for (const message of messages) {
      const seen = (message.views ?? []).map((view: View) => view.seat);
      expect(seen.filter((seat) => seat !== null && seat !== name), `views that seat ${who.seat} gets of others`).toEqual([]);
      for (const entry of message.entries ?? []) {
        const mine = [who, this.spectator].map((witness) => plain(witness.entry(entry.version)));
        expect(mine, `entry ${entry.version} as seat ${who.seat} gets it`).toContain(plain(entry));
      }
    }
  }
}

/** An entry without the number of its command, which tells nothing. */
const plain = (entry: Entry | undefined): string => JSON.stringify({ ...entry, id: undefined });
