// How things stand in a series of matches, or in a match of several rounds: what each brought everybody, and who leads.
import { nameOf } from "./people";
import type { Entry, SeriesShown, TableShown, EventShown } from "./types";
import { t } from "./words.svelte";

export interface Standing {
  /** What is over: "Race 1 of 4 is over". */
  title: string;
  /** Each match or round, with where to look at it, if anywhere. */
  columns: { name: string; link?: string }[];
  /** Everybody with what each column brought; null: nothing was decided. The first leads. */
  rows: { name: string; got: (number | null)[]; total: number; leads: boolean }[];
  /** What comes next, or who has won it all. */
  next: string;
}

/** What a game whose matches have rounds brings: boards/<family>/rounds.ts. */
export interface Rounds {
  /** Whether a round ended with what happened. */
  endsRound: (told: EventShown[]) => boolean;
  /** How the match stands by its log; null where it has one round only. */
  standingOf: (entries: Entry[], names: Record<string, string>) => Standing | null;
}

type Row = Omit<Standing["rows"][number], "leads">;

/** Put those with the most first, and mark who leads; as long as all are equal nobody does. */
export function ranked(rows: Row[]): Standing["rows"] {
  const most = Math.max(...rows.map((row) => row.total));
  const isOpen = rows.every((row) => row.total === most);
  return rows
    .map((row) => ({ ...row, leads: !isOpen && row.total === most }))
    .sort((one, other) => other.total - one.total);
}

/** The standing of a series after one of its matches. Null: there is but one match. */
export function standingOfSeries(series: SeriesShown, table: TableShown): Standing | null {
  const first = series.matches[0];
  const of = Math.max(table.games, series.matches.length);
  if (!first || of < 2) return null;
  const number = series.matches.findIndex((match) => match.id === table.id) + 1;
  const played = series.matches.slice(0, number);
  const rows = ranked(
    first.seats.map((_, player) => {
      const got = played.map((_, k) => series.won[k]?.[player] ?? null);
      return {
        name: nameOf(first.seats, player),
        got,
        total: got.reduce<number>((sum, each) => sum + (each ?? 0), 0),
      };
    }),
  );
  const leaders = rows.filter((row) => row.leads);
  let next = t("series.next", { number: number + 1, of });
  if (number >= of || played.at(-1)?.result?.how === "abandoned")
    next = leaders.length === 1 ? t("series.won", { name: leaders[0]?.name }) : t("series.even");
  return {
    title: t("series.match", { number, of }),
    columns: played.map(({ id }, k) => ({
      name: t("series.nth", { number: k + 1 }),
      ...(id === table.id ? {} : { link: `/table/${id}/review` }),
    })),
    rows,
    next,
  };
}

/** The moves of a match that were not taken back, in order. */
export function lasting(entries: readonly Entry[]): Entry[] {
  let moves: Entry[] = [];
  const start: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind === "start") start.push(entry);
    else if (entry.kind === "move") moves.push(entry);
    else if (entry.kind === "undo") moves = moves.slice(0, entry.keep ?? moves.length);
  }
  return [...start, ...moves];
}
