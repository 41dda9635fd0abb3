// How texts are set: hard spaces where a line must not break, a capital where a sentence begins; and what a search passes over.
import type { Language } from "./types";

const HARD = "\u00a0";

/**
 * Put hard spaces where no line may end: in Czech behind a word of one letter, inside a ratio ("12 : 6"), before a
 * per cent sign and behind an ordinal ("1. kole").
 */
export function unbroken(text: string, language: Language): string {
  if (language !== "cs") return text;
  return text
    .replace(/(?<=^|[\s(„])([kosuvzai]) /gi, `$1${HARD}`)
    .replace(/(\d) (?=[%:])/g, `$1${HARD}`)
    .replace(/: (?=\d)/g, `:${HARD}`)
    .replace(/(\d\.) (?=\p{Ll})/gu, `$1${HARD}`);
}

/** Begin a sentence with a capital, also where it begins with a name that is written small. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** End a sentence with a full stop, unless it ends with a sign of its own. */
export function closed(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A name of the program as words, where a game has none of its own: "dice_left" is "Dice left". */
export function label(name: string): string {
  return sentence(name.replace(/(?<=\p{L})[_-]+(?=[\p{L}\d])/gu, " "));
}

/** Whether a text holds every word that is sought; accents, capitals and kinds of space do not matter. */
export function holds(text: string, sought: string): boolean {
  const plain = (words: string) => words.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  const within = plain(text);
  return plain(sought)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
