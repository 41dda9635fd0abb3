// The page's words in three languages. A text may name values, "{{count}} cards", and have a form for each kind of number that its
// language tells apart: "cards_one", "cards_few", "cards_other".
import { untrack } from "svelte";

import { unbroken } from "./setting";
import type { Benefit, Language, Move, EventShown } from "./types";

export const LANGUAGES: Language[] = ["en", "cs", "nl"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", cs: "Čeština", nl: "Nederlands" };

const files = import.meta.glob<{ default: Texts }>([
  "../texts/*/page.json",
  "../boards/*/{texts,about,guide}/*.json",
]);

type Texts = { [key: string]: string | Texts };

/** The texts that are loaded, by language and part. */
const spoken = new Map<string, Texts>();

/** In which language is spoken; another object whenever there are new words. Read for every text, and therefore one signal. */
let now = $state.raw<{ language: Language }>({ language: "en" });

function preferred(): Language {
  const kept = localStorage.getItem("language");
  for (const wish of [kept, ...navigator.languages]) {
    const found = LANGUAGES.find((language) => wish?.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

/** Where the words of a part are: those of a family of games in its own folder. */
function fileOf(language: Language, part: string): string {
  if (part === "page") return `../texts/${language}/page.json`;
  const [family, kind = "texts"] = part.split("/");
  return `../boards/${family}/${kind}/${language}.json`;
}

async function load(language: Language, part: string): Promise<void> {
  if (spoken.has(`${language} ${part}`)) return;
  const file = files[fileOf(language, part)];
  if (!file) throw new Error(`no texts of ${part} in ${language}`);
  spoken.set(`${language} ${part}`, (await file()).default);
  found.clear();
}

/** What was looked up before: a board says a hundred things for every move. */
const found = new Map<string, string | undefined>();

/**
 * Find a text in the language that is spoken: `key` is "home.choose", or "family:home.choose" in another part. One without values
 * is ready to be shown.
 */
function find(key: string): string | undefined {
  const id = `${now.language} ${key}`;
  if (!found.has(id)) found.set(id, lookUp(key));
  return found.get(id);
}

function lookUp(key: string): string | undefined {
  const colon = key.indexOf(":");
  const part = colon < 0 ? "page" : key.slice(0, colon);
  let text: string | Texts | undefined = spoken.get(`${now.language} ${part}`);
  for (const name of key.slice(colon + 1).split(".")) text = typeof text === "object" ? text[name] : undefined;
  if (typeof text !== "string") return undefined;
  return text.includes("{{") ? text : unbroken(text, now.language);
}

/** The parts of the words that are in use; they are loaded again when the language changes. */
const parts = new Set<string>(["page"]);

/** Begin to speak, in the language the visitor prefers. */
export async function start(): Promise<void> {
  await speak(preferred(), false);
}

export async function speak(language: Language, keep = true): Promise<void> {
  await Promise.all([...parts].map((part) => load(language, part)));
  now = { language };
  document.documentElement.lang = language;
  if (keep) localStorage.setItem("language", language);
}

/** Load the words of a family of games, of "family/about" only what the first page says of its games, of "family/guide" the guides. */
export async function learnWords(part: string): Promise<void> {
  parts.add(part);
  await load(untrack(language), part); // an effect that learns words does not begin again when they are there
  now = { ...now };
}

/** The same while words are learnt: whoever asks the server for something in this language asks once. */
const current = $derived(now.language);

export function language(): Language {
  return current;
}

/** How a language counts and writes shares; costly to make, and made once. */
const rules = new Map<Language, { plural: Intl.PluralRules; share: Intl.NumberFormat }>();
function rulesOf(language: Language): { plural: Intl.PluralRules; share: Intl.NumberFormat } {
  let made = rules.get(language);
  if (!made) {
    made = { plural: new Intl.PluralRules(language), share: new Intl.NumberFormat(language, { style: "percent" }) };
    rules.set(language, made);
  }
  return made;
}

/** Say something: `t("home.choose")`, `t("any:moves")`, `t("table.cards", { count: 3 })`. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  const { count } = values;
  const form = typeof count === "number" ? `${key}_${rulesOf(now.language).plural.select(count)}` : key;
  const text = find(form) ?? find(key);
  if (text === undefined) {
    console.error(`no text for ${key} in ${now.language}`);
    return key.slice(key.indexOf(":") + 1);
  }
  if (!text.includes("{{")) return text;
  return unbroken(
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? "")),
    now.language,
  );
}

/** A share of one as a percentage, written as the language writes it: "25%", in Czech with a hard space. */
export function percent(share: number): string {
  return rulesOf(now.language).share.format(share);
}

export function has(key: string): boolean {
  return find(key) !== undefined;
}

/** Puts a game's moves and events into words: each family has its own, in boards/<family>/say.ts. */
export interface Sayings {
  move: (move: Move) => string;
  told: (told: EventShown) => string;
  seat: (seat: string) => string;
  /** What speaks for a better move, in a sentence; "" where there are no words for it. */
  benefit?: (benefit: Benefit) => string;
}

/** A likelihood as worlds of a hundred, as a benefit is told in. */
export function worlds(share: number): number {
  return Math.round(share * 100);
}
