// What some may know and others may not, in the page's own sentences; and every text that a page holds.
import type { Page } from "playwright-core";

import type { Entry, TableShown } from "../../src/lib/types.ts";
import { linesOf, sayingsOf } from "./words.ts";

/** Somebody to whom the server told what happened. */
export interface Knower {
  mayKnow: () => Promise<{ table: TableShown; entries: Entry[] }>;
}

const said = new WeakMap<Entry, string[]>();

/** Put all that somebody was told into sentences. */
export async function sentencesOf(knower: Knower): Promise<string[]> {
  const { table, entries } = await knower.mayKnow();
  const sayings = await sayingsOf(table.game);
  return entries.flatMap((entry) => {
    const lines = said.get(entry) ?? linesOf(entry, table, sayings);
    said.set(entry, lines);
    return lines;
  });
}

/** What was told to some of these people but not to this one. */
export async function secretsOf(people: Knower[], from: Knower): Promise<string[]> {
  const known = new Set(await sentencesOf(from));
  const told = await Promise.all(people.map(sentencesOf));
  return [...new Set(told.flat())].filter((sentence) => !known.has(sentence));
}

/** Every text of a page: what is read, what is announced, what is described. */
export function everyText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode() as Element | null; node; node = walker.nextNode() as Element | null) {
      for (const { name, value } of node.attributes)
        // What names another element is no text: the element's own is read where it stands.
        if (/^(aria-(?!\w+by$|controls$|owns$)|data-|title$|alt$|value$|placeholder$)/.test(name)) texts.push(value);
      for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? "");
    }
    return [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()))].filter(Boolean);
  });
}
