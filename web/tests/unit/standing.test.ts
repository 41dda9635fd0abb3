// How a series and a tournament stand: what each match or race brought, who leads, what comes next.
import { beforeAll, describe, expect, it } from "vitest";

import { rounds } from "../../src/boards/avecaesar/rounds";
import { standingOfSeries } from "../../src/lib/standing";
import type { Entry, SeriesShown, TableShown, EventShown } from "../../src/lib/types";
import { learnWords, start } from "../../src/lib/words.svelte";

beforeAll(async () => {
  await start();
  await learnWords("avecaesar");
});

const seat = (name: string) => ({ kind: "person", name, open: false }) as never;
const match = (id: string, how = "rules") => ({ id, seats: [seat("Livia"), seat("Marcus")], result: { how } });
const table = (id: string) => ({ id, games: 3 }) as TableShown;

describe("a series", () => {
  const series = {
    matches: [match("a"), match("b"), match("c")],
    won: [
      [1, 0],
      [0, 1],
      [0.5, 0.5],
    ],
  } as unknown as SeriesShown;

  it("is shown as it stood after each match", () => {
    const first = standingOfSeries(series, table("a"));
    expect(first?.title).toBe("Match 1 of 3");
    expect(first?.columns).toEqual([{ name: "Match 1" }]);
    expect(first?.rows).toEqual([
      { name: "Livia", got: [1], total: 1, leads: true },
      { name: "Marcus", got: [0], total: 0, leads: false },
    ]);
    expect(first?.next).toBe("Next: match 2 of 3.");
    const second = standingOfSeries(series, table("b"));
    expect(second?.rows.map((row) => row.leads)).toEqual([false, false]);
    expect(second?.columns[0]?.link).toBe("/table/a/review");
  });

  it("ends with a winner, or in a draw", () => {
    expect(standingOfSeries(series, table("c"))?.next).toBe("The series ends in a draw.");
    const won = { ...series, won: [series.won[0] ?? null, [1, 0], null] } as SeriesShown;
    expect(standingOfSeries(won, table("c"))?.next).toBe("Livia wins the series.");
    expect(standingOfSeries(won, table("c"))?.rows[0]?.got).toEqual([1, 1, null]);
  });

  it("is none where there is one match", () => {
    const one = { matches: [match("a")], won: [[1, 0]] } as unknown as SeriesShown;
    expect(standingOfSeries(one, { id: "a", games: 1 } as TableShown)).toBeNull();
  });
});

describe("a tournament", () => {
  const NAMES = { red: "Livia", blue: "Marcus" };
  const begins = (count: number, who = "red") =>
    ({ key: "race-begins", count, track: "circus-b", direction: "clockwise", seat: who }) as unknown as EventShown;
  const laurels = (who: string, count: number) => ({ key: "laurels", seat: who, count }) as unknown as EventShown;
  const ends = (count: number) => ({ key: "race-ends", count, seat: null }) as unknown as EventShown;
  const entry = (kind: string, events: EventShown[], keep?: number) => ({ kind, events, keep }) as unknown as Entry;
  const first = [entry("start", [begins(1)]), entry("move", [laurels("blue", 6)])];
  const over = entry("move", [laurels("red", 4), ends(1), begins(2)]);

  it("stands by its laurels after every race", () => {
    expect(rounds.standingOf(first, NAMES), "before a race is over").toBeNull();
    const standing = rounds.standingOf([...first, over], NAMES);
    expect(standing?.title).toBe("Race 1 of 4 is over");
    expect(standing?.rows).toEqual([
      { name: "Marcus", got: [6], total: 6, leads: true },
      { name: "Livia", got: [4], total: 4, leads: false },
    ]);
    expect(standing?.next).toMatch(/^Next: race 2 of 4, .*Livia starts\.$/);
  });

  it("counts nothing that was taken back", () => {
    const taken = entry("undo", [], 0);
    const again = entry("move", [laurels("red", 6), laurels("blue", 4), ends(1), begins(2)]);
    expect(rounds.standingOf([...first, over, taken], NAMES)).toBeNull();
    expect(rounds.standingOf([...first, over, taken, again], NAMES)?.rows.map((row) => row.got)).toEqual([[6], [4]]);
  });

  it("says when a round ends, but not when the match does", () => {
    expect(rounds.endsRound(over.events ?? [])).toBe(true);
    expect(rounds.endsRound([laurels("red", 6), ends(1)])).toBe(false);
    expect(rounds.endsRound([begins(1)])).toBe(false);
  });
});
