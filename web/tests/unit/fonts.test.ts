// @vitest-environment node
// The typefaces are cut so that nobody loads letters of others, and that no letter of ours is missing.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { numbers, SLICES } from "../../fonts";

const SOURCE = join(import.meta.dirname, "../../src");
const texts = (language: string) =>
  readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`/${language}.json`) || file.endsWith(`texts/${language}/page.json`))
    .map((file) => readFileSync(join(SOURCE, file), "utf8"))
    .join("");
const letters = (...names: string[]) =>
  new Set(SLICES.filter(({ slice }) => names.includes(slice)).flatMap(({ range }) => numbers(range)));
const strange = (language: string, known: Set<number>) =>
  [...new Set(texts(language).match(/\p{Script=Latin}/gu))].filter(
    (letter) => !known.has(letter.codePointAt(0) ?? 0),
  );

describe("the slices", () => {
  it("share no letter", () => {
    const all = SLICES.flatMap(({ range }) => numbers(range));
    expect(new Set(all).size).toBe(all.length);
  });
  it("leave nothing of Latin letters out", () => {
    const all = letters(...SLICES.map(({ slice }) => slice));
    for (let number = 0xa0; number < 0x180; number += 1) expect(all.has(number), number.toString(16)).toBe(true);
  });
  it("have the letters of English, Dutch and Czech in the first", () => {
    expect(texts("en").length).toBeGreaterThan(10_000);
    expect(strange("en", letters("basic"))).toEqual([]);
    expect(strange("nl", letters("basic", "accents"))).toEqual([]);
    expect(strange("cs", letters("basic", "accents", "hooks"))).toEqual([]);
  });
});
