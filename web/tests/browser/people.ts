// People in browsers of their own at one table: what they do, and what each of them then sees. Whatever comes to nothing fails.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

import type { Entry, TableMessage } from "../../src/lib/types.ts";
import { boardIsDrawn, open, show, tab, visitor } from "./browser.ts";
import { type Ear, listen, Refusal } from "./ear.ts";
import { layTable, moveByClick, press } from "./playing.ts";
import { laid } from "./tables.ts";
import { type Shown, tidy, toBeShown } from "./words.ts";

/** How long a page may take to show what it was told, in milliseconds; the machine may be busy. */
const PATIENCE = 60_000;

const CLAIM = "They have left: claim the win";

export class Person {
  readonly name: string;
  readonly page: Page;
  readonly url: string;

  constructor(name: string, page: Page, url: string) {
    this.name = name;
    this.page = page;
    this.url = url;
  }

  /** Somebody comes, perhaps over a line of their own, and opens the page if it is said where. */
  static async comes(url: string, name: string, path = "", options: BrowserContextOptions = {}): Promise<Person> {
    const page = await tab(await visitor(options, { name }));
    if (path) await show(page, url + path);
    return new Person(name, page, url);
  }

  /** The same person opens another tab. */
  async opensTab(): Promise<Person> {
    return new Person(this.name, await open(this.page.context(), this.page.url()), this.url);
  }

  get ear(): Ear {
    return listen(this.page);
  }

  /** The table at which this person is. */
  get table(): string {
    const found = /\/table\/([\w-]+)/.exec(this.page.url())?.[1];
    if (!found) throw new Error(`${this.name} is at no table but at ${this.page.url()}`);
    return found;
  }

  /** Ask the server something with this person's key. */
  async asks<T>(path: string, data?: object): Promise<T> {
    const { request } = this.page.context();
    const answer = await (data ? request.post(this.url + path, { data }) : request.get(this.url + path));
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** What the server lets this person see of the table: now, and what it said while they were there. */
  async mayKnow(): Promise<TableMessage> {
    const now = await this.asks<TableMessage>(`/api/tables/${this.table}`);
    const told = this.ear.told.flatMap((message) => message.entries ?? []);
    return { ...now, entries: [...new Map(told.map((entry) => [entry.version, entry])).values()] };
  }

  /** What the server tells somebody who comes now about all that was. */
  async history(): Promise<Entry[]> {
    return (await this.asks<{ entries: Entry[] }>(`/api/tables/${this.table}/history?since=0`)).entries;
  }

  /** Whether one of these seats is this person's. */
  holds(seats: number[]): boolean {
    const held = this.ear.told.findLast((message) => message.held)?.held ?? [];
    return held.some((seat) => seats.includes(seat));
  }

  // --- what people do

  /** Lay a table and come to it; `more` is what else the server takes. */
  async laysTable(game: string, seats: string[], options: Record<string, string> = {}, more = {}): Promise<string> {
    const id = await laid(this.page.context(), this.url, game, seats, options, { name: this.name, ...more });
    await show(this.page, `${this.url}/table/${id}`);
    return this.#isAtTable();
  }

  /** The same by the form of the page. */
  async fillsForm(game: string, seats: string[], options: Record<string, string> = {}): Promise<string> {
    await layTable(this.page, this.url, game, seats, options);
    return this.#isAtTable();
  }

  async #isAtTable(): Promise<string> {
    await this.page.waitForSelector('ul[aria-label="At the table"]');
    return this.table;
  }

  sits(seat: string): Promise<Entry> {
    return this.ear.ordered("sit", () => this.#placeOf(seat).getByRole("button", { name: "Sit here" }).click());
  }

  getsUp(seat: string): Promise<Entry> {
    return this.ear.ordered("leave", () => this.#placeOf(seat).getByRole("button", { name: "Get up" }).click());
  }

  sendsAway(seat: string): Promise<Entry> {
    return this.ear.ordered("remove", () => this.#placeOf(seat).getByRole("button", { name: "Send away" }).click());
  }

  #placeOf(seat: string) {
    return this.page.locator("section li", {
      has: this.page.locator("strong", { hasText: new RegExp(`^${seat}$`) }),
    });
  }

  plays(roll: (count: number) => number): Promise<Entry> {
    return moveByClick(this.page, roll);
  }

  async says(text: string): Promise<Entry> {
    await this.page.getByRole("tab", { name: "Chat" }).click();
    await this.page.getByLabel("Message").fill(text);
    const said = await this.ear.ordered("say", () => this.page.getByLabel("Message").press("Enter"));
    await this.page.getByRole("tab", { name: "Log" }).click();
    return said;
  }

  /** Read what was said at the table, and go back to the log. */
  async hears(): Promise<string[]> {
    await this.page.getByRole("tab", { name: "Chat" }).click();
    const said = await this.page.locator('ol[aria-label="Conversation"] [data-said]').allTextContents();
    await this.page.getByRole("tab", { name: "Log" }).click();
    return said.map(tidy);
  }

  asksForUndo(): Promise<Entry> {
    return this.#orders("undo", "Take back");
  }

  offersDraw(): Promise<Entry> {
    return this.#orders("draw", "Offer a draw");
  }

  resigns(): Promise<Entry> {
    return this.#orders("resign", "Resign");
  }

  /** Whether the page offers to end the match against somebody who has left. */
  async canClaim(): Promise<boolean> {
    return (await this.page.locator("#tools button", { hasText: CLAIM }).count()) > 0;
  }

  /** End the match against somebody who has left: again, as long as the server finds that too soon. */
  async claimsWin(): Promise<Entry> {
    await this.page.waitForSelector(`#tools button:has-text("${CLAIM}")`, { state: "attached" });
    for (;;)
      try {
        return await this.#orders("claim", CLAIM);
      } catch (error) {
        if (!(error instanceof Refusal) || error.fault.code !== "there") throw error;
      }
  }

  answers(question: "undo" | "draw", yes: boolean): Promise<Entry> {
    return this.#orders(`${question}-answer`, yes ? "Agree" : "Refuse");
  }

  wantsRematch(): Promise<Entry> {
    return this.#orders("rematch", "Rematch");
  }

  /** Press a button that stands for a command, in the menu if it is there; if one is asked, one means it. */
  #orders(kind: string, button: string): Promise<Entry> {
    return this.ear.ordered(kind, () => press(this.page, button));
  }

  /** Wait until the page has gone on to the next match by itself. */
  async isTakenAlong(from: string): Promise<void> {
    await this.page.waitForURL((url) => !url.href.includes(from));
    await boardIsDrawn(this.page);
  }

  /** Wait until the page says that the connection is lost. */
  async hearsOfLoss(): Promise<void> {
    await this.page.getByText(/connection is lost/i).waitFor();
  }

  async leaves(): Promise<void> {
    await this.page.context().close();
  }

  // --- what people see

  sees(): Promise<Shown> {
    return this.page.evaluate(() => {
      const text = (node: Element | null) => {
        const copy = node?.cloneNode(true) as Element | undefined;
        for (const aside of copy?.querySelectorAll("a.clause, em, .soft, button") ?? []) aside.remove();
        return (copy?.textContent ?? "").replace(/\s+/g, " ").trim();
      };
      const all = (what: string) => [...document.querySelectorAll(what)];
      return {
        seats: all('ul[aria-label="At the table"] li .who')
          .map((who) => [...who.children].map(text).filter(Boolean).join(" | "))
          .sort(),
        turn: text(document.querySelector("p.turn")),
        asks: all(".asks").map(text),
        result: document.querySelector("#result") && text(document.querySelector("#result")),
        log: all('ol[aria-label="What happened"] li p').map(text),
        decides: document.querySelector(".stage [data-move], .stage [data-pick]") !== null,
      };
    });
  }
}

/** Everybody's page shows, without being loaded again, what the server lets that person see, and nothing else. */
export async function everybodySees(people: Person[]): Promise<void> {
  await Promise.all(people.map(seesAll));
}

async function seesAll(person: Person): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const known = await person.mayKnow();
    await person.ear.until(`${person.name} hears of version ${known.version}`, () =>
      person.ear.version >= known.version ? true : undefined,
    );
    const [shown, meant] = [await person.sees(), await toBeShown(known)];
    if (person.ear.version === known.version && JSON.stringify(shown) === JSON.stringify(meant)) return;
    if (Date.now() > deadline) {
      expect(shown, `what ${person.name} sees`).toEqual(meant);
      expect(person.ear.version, `the version that ${person.name} knows`).toBe(known.version);
    }
    await person.page.waitForTimeout(40);
  }
}
