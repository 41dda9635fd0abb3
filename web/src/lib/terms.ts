// What is agreed at a table, in words: clocks and options.
import type { Game } from "./games.svelte";
import { label } from "./setting";
import type { TableShown } from "./types";
import { has, t } from "./words.svelte";

/** The clocks that a form offers, by the names of their words. */
export const CLOCKS = {
  none: { kind: "none", seconds: 0, increment: 0 },
  quick: { kind: "bank", seconds: 300, increment: 5 },
  calm: { kind: "bank", seconds: 1200, increment: 15 },
  move: { kind: "move", seconds: 90, increment: 0 },
  day: { kind: "move", seconds: 86400, increment: 0 },
  days: { kind: "move", seconds: 3 * 86400, increment: 0 },
} as const;

/** How time is counted; programs may ask for clocks that no form offers. */
export function clockInWords({ kind, seconds, increment }: TableShown["clock"]): string {
  if (kind === "none") return t("clock.none");
  const known = Object.entries(CLOCKS).find(
    ([, each]) => each.kind === kind && each.seconds === seconds && each.increment === increment,
  );
  if (known) return t(`clock.${known[0]}`);
  const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return t(kind === "move" ? "clock.any-move" : "clock.any-bank", { time, increment });
}

/** What the page says of an option of a game, if it has words for it. */
export function optionSaid(game: Game, name: string, part: string): string | null {
  const key = `${game.family}:option.${name}.${part}`;
  return has(key) ? t(key) : null;
}

export function optionTitle(game: Game, name: string): string {
  return optionSaid(game, name, "title") ?? label(name);
}

export function choiceInWords(game: Game, name: string, choice: string): string {
  return optionSaid(game, name, `choice.${choice}`) ?? { true: t("yes"), false: t("no") }[choice] ?? label(choice);
}
