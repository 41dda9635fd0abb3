// No text is missing: the same keys in every language, every plural form that its language needs, the same values in them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "../../src");
const BOARDS = join(SOURCE, "boards");
/** The file of every part in a language: the page's own words, those of every family, and what is said about its games. */
const FILES: Record<string, (language: string) => string> = {
  page: (language) => join(SOURCE, "texts", language, "page.json"),
};
for (const family of readdirSync(BOARDS))
  for (const kind of ["texts", "about", "guide"])
    if (existsSync(join(BOARDS, family, kind)))
      FILES[`${family}/${kind}`] = (language) => join(BOARDS, family, kind, `${language}.json`);

type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, before = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "string") found.set(before + key, value);
    else for (const [inner, text] of flat(value, `${before}${key}.`)) found.set(inner, text);
  }
  return found;
}

const read = (language: string, part: string) =>
  flat(JSON.parse(readFileSync(FILES[part]?.(language) ?? "", "utf8")) as Texts);
const PLURAL = /_(zero|one|two|few|many|other)$/;
const bare = (key: string) => key.replace(PLURAL, "");
/** The values that a text names; one that it says twice counts once. */
const values = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((found) => found[1]))].sort();

describe.each(Object.keys(FILES))("the words of %s", (part) => {
  const english = read("en", part);

  it.each(["cs", "nl"])("are all there in %s", (language) => {
    const other = new Set([...read(language, part).keys()].map(bare));
    expect([...new Set([...english.keys()].map(bare))].filter((key) => !other.has(key))).toEqual([]);
    const ours = new Set([...english.keys()].map(bare));
    expect([...other].filter((key) => !ours.has(key))).toEqual([]);
  });

  it.each(["en", "cs", "nl"])("have every plural form of %s", (language) => {
    const texts = read(language, part);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map(bare));
    const missing = [...counted]
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });

  it.each(["cs", "nl"])("name the same values in %s", (language) => {
    const texts = read(language, part);
    const wrong = [...english].filter(([key, text]) => {
      const said = texts.get(key);
      return said !== undefined && !PLURAL.test(key) && values(said).join() !== values(text).join();
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.each(["en", "cs", "nl"])("are nowhere empty in %s", (language) => {
    expect([...read(language, part)].filter(([, text]) => !text.trim()).map(([key]) => key)).toEqual([]);
  });
});
