// Tables that are laid without the page's form: where neither it nor the front page is what a test is about, nobody draws them.
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import type { TableMessage } from "../../src/lib/types.ts";
import { boardIsDrawn, open, visitor } from "./browser.ts";

type Options = Record<string, string>;

const sitting = (who: string) => (who === "me" || who === "open" ? { kind: who } : { kind: "bot", level: who });

/** Lay a table for whoever has this browser, and return its id. Seats are `me`, `open` or a computer's level; `more` is what else
 * the server takes. */
export async function laid(
  context: BrowserContext,
  url: string,
  game: string,
  seats: readonly string[],
  options: Options = {},
  more: object = {},
): Promise<string> {
  const data = { game, options, seats: seats.map(sitting), ...more };
  const answer = await context.request.post(`${url}/api/tables`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as { table: { id: string } }).table.id;
}

/** Somebody new comes to a table that is laid for them. */
export async function sitDown(
  url: string,
  game: string,
  seats: readonly string[],
  options: Options = {},
  window: BrowserContextOptions = {},
  settings: object = {},
): Promise<Page> {
  const context = await visitor(window, settings);
  const page = await open(context, `${url}/table/${await laid(context, url, game, seats, options)}`);
  await boardIsDrawn(page);
  return page;
}

/** How long it may take until somebody has to decide, in milliseconds; the machine may be busy. */
const LONGEST = 60_000;

/** Let people make this many moves without a page, or fewer if the match is over before: whoever of them has to decides, and
 * computers between them. */
export async function playAhead(
  people: BrowserContext[],
  url: string,
  id: string,
  roll: (count: number) => number,
  moves: number,
): Promise<void> {
  const path = `${url}/api/tables/${id}`;
  const look = async (from: BrowserContext, query = "") =>
    (await (await from.request.get(path + query)).json()) as TableMessage;
  let deadline = Date.now() + LONGEST;
  for (let made = 0; made < moves;) {
    let isMade = false;
    for (const person of people) {
      const { table, held, views, awaited, version } = await look(person);
      if (table.status === "over") return;
      const seat = awaited.find((each) => held.includes(each));
      if (seat === undefined) continue;
      const seen = held.length > 1 ? (await look(person, `?seat=${seat}`)).views : views;
      const legal = seen.flatMap((view) => view.legal);
      const data = { do: "move", version, seat, move: legal[roll(legal.length)]?.id };
      const answer = await person.request.post(`${path}/commands`, { data });
      isMade = answer.ok();
      if (!isMade && answer.status() !== 409) throw new Error(await answer.text()); // 409: the table has changed meanwhile
      break;
    }
    if (isMade) deadline = Date.now() + LONGEST;
    else if (Date.now() > deadline) throw new Error(`nobody of these has to decide at ${path}`);
    else await new Promise((done) => setTimeout(done, 10)); // a computer thinks
    made += Number(isMade);
  }
}
