// People in browsers of their own at one table: what they do, and what each of them then sees. Whatever comes to nothing fails.
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";

import type { Entry, TableMessage } from "../../src/lib/types.ts";
import { open, visit } from "./browser.ts";
import { type Ear, listen } from "./ear.ts";
import { layTable, moveByClick } from "./playing.ts";
import { type Shown, tidy, toBeShown } from "./words.ts";

export class Person {
  readonly name: string;
  readonly page: Page;
  readonly url: string;

  constructor(name: string, page: Page, url: string) {
    this.name = name;
    this.page = page;
    this.url = url;
  }

  /** Somebody opens the page, perhaps over a line of their own. */
  static async comes(browser: Browser, url: string, name: string, path = "/", options: BrowserContextOptions = {}): Promise<Person> {
    const page = await visit(browser, url, options);
    await page.evaluate((said) => localStorage.setItem("settings", JSON.stringify({ name: said })), name);
    await page.goto(url + path);
    await page.waitForSelector("#app > *");
    return new Person(name, page, url);
  }

  /** The same person opens another tab. */
  async opensTab(): Promise<Person> {
    return new Person(this.name, await open(this.page.context(), this.page.url()), this.url);
  }

  get ear(): Ear {
    return listen(this.page);
  }

  /** The path of the table at which this person is. */
  get table(): string {
    const found = /\/table\/[\w-]+/.exec(this.page.url());
    if (!found) throw new Error(`${this.name} is at no table but at ${this.page.url()}`);
    return found[0];
  }

  /** Ask the server something with this person's key. */
  async asks<T>(path: string, data?: object): Promise<T> {
    const { request } = this.page.context();
    const answer = await (data ? request.post(this.url + path, { data }) : request.get(this.url + path));
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** What the server lets this person see of the table. */
  mayKnow(): Promise<TableMessage> {
    return this.asks<TableMessage>(`/api${this.table.replace("/table/", "/tables/")}?since=0`);
  }

  // --- what people do

  async laysTable(game: string, seats: string[], options: Record<string, string> = {}): Promise<string> {
    await layTable(this.page, this.url, game, seats, options);
    await this.page.waitForSelector('ul[aria-label="At the table"]');
    return this.table;
  }

  sits(seat: string): Promise<Entry> {
    return this.ear.ordered("sit", () => this.#placeOf(seat).getByRole("button", { name: "Sit here" }).click());
  }

  getsUp(seat: string): Promise<Entry> {
    return this.ear.ordered("leave", () => this.#placeOf(seat).getByRole("button", { name: "Get up" }).click());
  }

  #placeOf(seat: string) {
    return this.page.locator("section li", { has: this.page.locator("strong", { hasText: new RegExp(`^${seat}$`) }) });
  }

  plays(roll: (count: number) => number): Promise<Entry> {
    return moveByClick(this.page, roll);
  }

  async says(text: string): Promise<Entry> {
    await this.page.getByRole("tab", { name: "Chat" }).click();
    await this.page.getByLabel("Message").fill(text);
    return this.ear.ordered("say", () => this.page.getByLabel("Message").press("Enter"));
  }

  /** Read what was said at the table, and go back to the log. */
  async hears(): Promise<string[]> {
    await this.page.getByRole("tab", { name: "Chat" }).click();
    const said = await this.page.locator('ol[aria-label="Conversation"] li').allTextContents();
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

  answers(question: "undo" | "draw", yes: boolean): Promise<Entry> {
    return this.#orders(`${question}-answer`, yes ? "Agree" : "Refuse");
  }

  wantsRematch(): Promise<Entry> {
    return this.#orders("rematch", "Rematch");
  }

  /** Press a button that stands for a command, and say yes if one is asked. */
  #orders(kind: string, button: string): Promise<Entry> {
    this.page.once("dialog", (dialog) => void dialog.accept());
    return this.ear.ordered(kind, () => this.page.getByRole("button", { name: button }).click());
  }

  async goesToNextMatch(): Promise<void> {
    const before = this.page.url();
    await this.page.getByRole("link", { name: "To the next match" }).click();
    await this.page.waitForURL((url) => url.href !== before);
    await this.page.waitForSelector(".stage");
  }

  async leaves(): Promise<void> {
    await this.page.context().close();
  }

  // --- what people see

  sees(): Promise<Shown> {
    return this.page.evaluate(() => {
      const text = (node: Element | null) => {
        const copy = node?.cloneNode(true) as Element | undefined;
        for (const aside of copy?.querySelectorAll("a.clause, em, .turn .soft, button") ?? []) aside.remove();
        return (copy?.textContent ?? "").replace(/\s+/g, " ").trim();
      };
      const all = (what: string) => [...document.querySelectorAll(what)];
      return {
        seats: all('ul[aria-label="At the table"] li .who').map((who) => [...who.children].map(text).filter(Boolean).join(" | ")),
        turn: text(document.querySelector("p.turn")),
        asks: all(".main > [aria-live=polite] .panel").map(text),
        result: document.querySelector("#result") && text(document.querySelector("#result")),
        log: all('ol[aria-label="What happened"] li p').map(text),
        decides: document.querySelector(".stage [data-move], .stage [data-pick]") !== null,
      };
    });
  }
}

/** Everybody's page shows, without being loaded again, what the server lets that person see, and nothing else. */
export async function everybodySees(people: Person[]): Promise<void> {
  for (const person of people) {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const [shown, meant] = [await person.sees(), await toBeShown(await person.mayKnow())];
      if (JSON.stringify(shown) === JSON.stringify(meant)) break;
      if (Date.now() > deadline) expect(shown, `what ${person.name} sees`).toEqual(meant);
    }
  }
}
