// The page's own words in English, said without a page: to compare what is shown with what the server lets somebody see.
import { inject, vi } from "vitest";

import { boardOf, familyOf } from "../../src/lib/games.svelte.ts";
import { nameOf, titleAt } from "../../src/lib/people.ts";
import type { Entry, GameShown, TableMessage, TableShown } from "../../src/lib/types.ts";
import page from "../../src/texts/en/page.json";
import { learnWords, type Sayings, start, t } from "../../src/lib/words.svelte.ts";

const games = new Map<string, Promise<Sayings>>();

/** Learn a game's words. */
export function sayingsOf(game: string): Promise<Sayings> {
  let found = games.get(game);
  if (!found) games.set(game, (found = learn(game)));
  return found;
}

async function learn(game: string): Promise<Sayings> {
  const { family } = (await (await fetch(`${inject("url")}/api/games/${game}`)).json()) as GameShown;
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {} });
  await start();
  await learnWords(boardOf(family));
  vi.unstubAllGlobals();
  return (await (await familyOf(family)).say()).sayings;
}

/** Entries that the log passes over. */
const UNLOGGED = ["say", "early", "hold", "reveal"];

/** The lines that the log has for an entry. */
export function linesOf(entry: Entry, table: TableShown, sayings: Sayings): string[] {
  if (UNLOGGED.includes(entry.kind)) return [];
  const events = (entry.events ?? []).map((told) => tidy(sayings.told(told)));
  if (entry.kind === "move" && (events.length || !entry.removed)) return events; // one that nobody is told of is no line
  const seat = entry.seat === null ? undefined : table.seats[entry.seat];
  const name =
    typeof entry["name"] === "string" && entry["name"]
      ? entry["name"]
      : entry.seat === null
        ? ""
        : nameOf(table.seats, entry.seat);
  return [
    t(`entry.${entry.removed ? "removed" : entry.kind}`, {
      who: seat ? sayings.seat(seat.seat) : "",
      name,
      answer: (entry.kind === "mute" ? !entry.yes : entry.yes) ? t("yes") : t("no"),
    }),
    ...events,
  ];
}

/** Words that stand around every board and tell nothing of a match: those of the page without blanks, and the curtain's. */
export async function furnitureOf(table: TableShown): Promise<string[]> {
  const sayings = await sayingsOf(table.game);
  const plain = Object.values(page).flatMap(function all(value): string[] {
    return typeof value === "string" ? [value] : Object.values(value as object).flatMap(all);
  });
  const curtains = table.seats
    .map(({ seat }) => sayings.seat(seat))
    .flatMap((who) => [t("curtain.title", { who }), t("curtain.open", { who })]);
  return [...plain.filter((text) => !text.includes("{{")), ...curtains];
}

export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What the page shows of a table to one person. */
export interface Shown {
  seats: string[];
  turn: string;
  asks: string[];
  result: string | null;
  log: string[];
  /** Whether there is something to click on for a move. */
  decides: boolean;
}

/** How many entries the log shows at first. */
const LOGGED = 120;

/** What the page has to show to somebody whom the server lets see this. */
export async function toBeShown({ table, held, views, awaited, entries }: TableMessage): Promise<Shown> {
  const sayings = await sayingsOf(table.game);
  const isLive = table.status === "live";
  const isMine =
    isLive &&
    views.some((view) => view.legal.length > 0 && awaited.some((seat) => table.seats[seat]?.seat === view.seat));
  const names = (seats: number[]) => seats.map((seat) => nameOf(table.seats, seat)).join(", ");
  const asksUndo = table.undo !== null && held.length > 0 && !held.includes(table.undo.seat);
  const asksDraw = table.draw.length > 0 && held.length > 0 && !table.draw.some((seat) => held.includes(seat));
  const waits =
    (table.undo !== null && held.includes(table.undo.seat)) || table.draw.some((seat) => held.includes(seat));
  const logged = entries.filter((entry) => linesOf(entry, table, sayings).length > 0).slice(-LOGGED);
  return {
    // Each board has an order of its own.
    seats: table.seats
      .map((seat, k) =>
        [
          sayings.seat(seat.seat),
          titleAt(table.seats, k) + (held.includes(k) ? ` (${t("seat.you")})` : ""),
          isLive && awaited.includes(k) ? t("table.decides") : "",
          table.result?.winners.includes(k) ? t("table.winner") : "",
        ]
          .filter(Boolean)
          .join(" | "),
      )
      .sort(),
    turn: !isLive ? "" : isMine ? t("table.your-turn") : t("table.waits-for", { who: names(awaited) }),
    asks: isLive
      ? [
          asksUndo ? t(table.undo?.reveals ? "ask.undo-reveals" : "ask.undo") : "",
          asksDraw ? t("ask.draw") : "",
          waits ? t("ask.waiting") : "",
        ].filter(Boolean)
      : [],
    result: table.result && resultFor(table, held, names(table.result.winners)),
    log: [...logged].reverse().flatMap((entry) => linesOf(entry, table, sayings)),
    decides: isMine,
  };
}

function resultFor(table: TableShown, held: number[], winners: string): string {
  if (!winners) return t("result.draw");
  if (!held.length) return t("result.wins", { who: winners, count: table.result?.winners.length });
  return table.result?.winners.some((seat) => held.includes(seat))
    ? t("result.won")
    : t("result.lost", { who: winners });
}
