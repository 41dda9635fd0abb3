// What a page and the server say to each other over the page's sockets: so that a test can wait for what happens.
import type { Page } from "playwright-core";

import type { Clock, Entry, Fault, TableShown, View } from "../../src/lib/types.ts";

/** A message of the server. */
export interface Message {
  type: string;
  version: number;
  id?: string | null;
  entries?: Entry[];
  views?: View[];
  awaited?: number[];
  held?: number[];
  table?: TableShown;
  clock?: Clock;
  error?: Fault;
}

/** A command of the page. */
export interface Order {
  do: string;
  id?: string;
  [part: string]: unknown;
}

export class Refusal extends Error {
  readonly fault: Fault;

  constructor(order: Order, fault: Fault) {
    super(`${JSON.stringify(order)} was refused: ${fault.code}, ${fault.message}`);
    this.fault = fault;
  }
}

/** How long something may take, in milliseconds; the machine may be busy. */
const LONGEST = 60_000;

export class Ear {
  /** All messages of the server about the table at which the page is, the newest last. */
  readonly told: Message[] = [];
  /** All commands of the page, the newest last. */
  readonly sent: Order[] = [];
  readonly #page: Page;
  #table = "";
  readonly #wakened = new Set<() => void>();

  constructor(page: Page) {
    this.#page = page;
    page.on("websocket", (socket) => {
      const table = new URL(socket.url()).pathname;
      if (table !== this.#table) this.told.length = this.sent.length = 0;
      this.#table = table;
      socket.on("framereceived", ({ payload }) =>
        this.#hear(() => this.told.push(JSON.parse(String(payload)) as Message)),
      );
      socket.on("framesent", ({ payload }) => this.#hear(() => this.sent.push(JSON.parse(String(payload)) as Order)));
    });
  }

  #hear(take: () => void): void {
    take();
    for (const wake of [...this.#wakened]) wake();
  }

  /** The newest version of the table that the page knows. */
  get version(): number {
    return Math.max(0, ...this.told.filter((message) => message.entries).map((message) => message.version));
  }

  /** The seats that have to decide, as the page was told last; none after the end. */
  get awaited(): number[] {
    return this.told.findLast((message) => message.awaited)?.awaited ?? [];
  }

  /** Wait until something was said; `what` is for the message when it never is. */
  until<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((found, failed) => {
      const look = () => {
        try {
          const seen = find();
          if (seen !== undefined) end(() => found(seen));
        } catch (error) {
          end(() => failed(error as Error)); // it was refused
        }
      };
      const end = (how: () => void) => {
        clearTimeout(late);
        this.#wakened.delete(look);
        how();
      };
      const late = setTimeout(
        () => end(() => failed(new Error(`${what}: it never happened at ${this.#page.url()}`))),
        LONGEST,
      );
      this.#wakened.add(look);
      look();
    });
  }

  /** Do something that makes the page send a command, and wait for its answer: the entry that it became. */
  async ordered(kind: string, act: () => Promise<unknown>): Promise<Entry> {
    const before = this.sent.length;
    await act();
    return this.answered(kind, before);
  }

  /** Wait for a command after the first few, and for its answer. */
  async answered(kind: string, before: number): Promise<Entry> {
    const order = await this.until(`the page sends "${kind}"`, () =>
      this.sent.slice(before).find((each) => each.do === kind),
    );
    return this.answer(order);
  }

  /** Wait for the answer to a command. */
  answer(order: Order): Promise<Entry> {
    return this.until(`an answer to ${JSON.stringify(order)}`, () => {
      let done = 0;
      for (const message of this.told) {
        if (message.type === "refused" && message.id === order.id && message.error)
          throw new Refusal(order, message.error);
        // The entry names the command to who holds its seat; anybody else is told that it is done.
        const entry = message.entries?.find((each) => each.id === order.id);
        if (entry) return entry;
        if (message.type === "done" && message.id === order.id) done = message.version;
      }
      for (const { entries } of this.told)
        for (const entry of entries ?? []) if (entry.version === done) return entry;
      return undefined;
    });
  }
}

const ears = new WeakMap<Page, Ear>();

/** Listen to a page; it has to begin before the page opens its table. */
export function listen(page: Page): Ear {
  const ear = ears.get(page) ?? new Ear(page);
  ears.set(page, ear);
  return ear;
}
