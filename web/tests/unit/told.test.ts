// Every event and move that play brings up is said in words: no name of the program's own, no English in other languages.
import { beforeAll, describe, expect, it } from "vitest";

import { familyOf } from "../../src/lib/games.svelte";
import type { Move, EventShown } from "../../src/lib/types";
import { LANGUAGES, learnWords, speak, start, type Sayings } from "../../src/lib/words.svelte";
import fixture from "./fixtures/told.json";

const FAMILIES = {
  "caesar-cleopatra-1997": "cleopatra",
  "caesar-cleopatra-2024": "cleopatra",
  "ave-caesar": "avecaesar",
  caesar: "caesar",
};
type Ours = keyof typeof FAMILIES;
const GAMES = Object.keys(fixture.told) as Ours[];
const told = fixture.told as unknown as Record<Ours, EventShown[]>;
const moves = fixture.moves as unknown as Record<Ours, Move[]>;

/** Words of the program that are the same in Dutch or Czech; provinces, tracks and people have names, with a capital. */
const SAME = new Set(["consuls", "veto", "centurion", "bank"]);
const ENGLISH = new Set(["counter-clockwise"]);
const UNSAID = new Set(["text", "kind", "key"]);

/** The names of the program in an event or a move: "most-consuls", "ship 5/1", "circus-a". */
function rawNames(values: object): string[] {
  return Object.entries(values).flatMap(([field, value]: [string, unknown]) => {
    if (UNSAID.has(field)) return [];
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? rawNames(value) : [];
  });
}

const isWord = (name: string) => /^[a-z]/.test(name) && !SAME.has(name);
const escaped = (name: string) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const holds = (said: string, name: string) =>
  new RegExp(`(?<![\\p{L}\\d-])${escaped(name)}(?![\\p{L}\\d-])`, "u").test(said);

/** What of the program is left in a sentence. In English a name may be an English word; one with a sign in it never is. */
function left(said: string, values: object, language: string): string[] {
  const names = rawNames(values)
    .filter(isWord)
    .filter((name) => language !== "en" || (/[-_]|\w\.\w/.test(name) && !ENGLISH.has(name)));
  return names.filter((name) => holds(said, name));
}

beforeAll(start);

describe.each(LANGUAGES)("in %s", (language) => {
  describe.each(GAMES)("%s", (game) => {
    let sayings: Sayings;
    const events = told[game] ?? [];
    const made = moves[game] ?? [];
    beforeAll(async () => {
      await learnWords(FAMILIES[game]);
      await speak(language, false);
      ({ sayings } = await (await familyOf(FAMILIES[game])).say());
    });

    it("says every event without a name of the program's", () => {
      expect(events.length).toBeGreaterThan(100);
      const wrong = events.flatMap((event) =>
        left(sayings.told(event), event, language).map((name) => `${name}: ${sayings.told(event)}`),
      );
      expect(wrong).toEqual([]);
    });

    it("says every move without a name of the program's", () => {
      expect(made.length).toBeGreaterThan(50);
      const wrong = made.flatMap((move) =>
        left(sayings.move(move), move.parts, language).map((name) => `${name}: ${sayings.move(move)}`),
      );
      expect(wrong).toEqual([]);
    });

    it("leaves no event and no move in English or unsaid", () => {
      const said = [
        ...events.map((event) => [sayings.told(event), event.text]),
        ...made.map((move) => [sayings.move(move), move.text]),
      ];
      expect(said.filter(([words]) => !words || /\{\{|undefined|\?|null|NaN/.test(words))).toEqual([]);
      if (language !== "en") expect(said.filter(([words, english]) => words === english)).toEqual([]);
    });

    it("says the same whatever the English text is: it reads codes and parts only", () => {
      const said = events.map((event) => [sayings.told({ ...event, text: "" }), sayings.told(event)]);
      said.push(...made.map((move) => [sayings.move({ ...move, text: "" }), sayings.move(move)]));
      expect(said.filter(([without, words]) => without !== words)).toEqual([]);
    });

    it("counts one of a thing as one", () => {
      const said = events.map((event) => sayings.told(event));
      const ONE = {
        en: /\b1 (×|cards|tokens|votes|laurels|provinces|spaces)/,
        cs: /\b1 ?(×|karet|karty|žetonů|žetony|hlasů|věnců)(?!\p{L})/u,
        nl: /\b1 (×|kaarten|fiches|stemmen|lauwerkransen|provincies|velden)/,
      }[language];
      expect(said.filter((words) => ONE.test(words.replaceAll("\u00a0", " ")))).toEqual([]);
    });
  });
});
