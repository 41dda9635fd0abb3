import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { CLAUSES, clauseOf } from "../../src/lib/clauses";
import { commitmentOf } from "../../src/lib/fairness";
import { Moves } from "../../src/lib/moves";
import { versionsOfMoves } from "../../src/lib/review";
import { placeOf } from "../../src/lib/router.svelte";
import type { Entry } from "../../src/lib/types";

const SOURCE = join(import.meta.dirname, "../../../src/quadriga");

describe("the clause of an event", () => {
  it.each(Object.keys(CLAUSES))("is one of the rulebook of %s", (game) => {
    const book = readFileSync(join(SOURCE, "rulebook/clauses/en", `${game}.yaml`), "utf8");
    const ids = new Set([...book.matchAll(/id: ([A-Z0-9-]+)/g)].map((found) => found[1]));
    expect(Object.values(CLAUSES[game] ?? {}).filter((clause) => !ids.has(clause))).toEqual([]);
  });
  it("is the same for who may not see what it hides", () => {
    expect(clauseOf("caesar", "drew-unseen")).toBe("ROME-T10");
    expect(clauseOf("caesar", "unheard-of")).toBeNull();
    expect(clauseOf("ave-caesar", "skipped-waits")).toBe("AVE-C3");
    expect(clauseOf("ave-caesar", "skipped-unseen")).toBe("AVE-T6");
  });
});

describe("addresses", () => {
  it.each([
    ["/", { at: "home" }],
    ["/new/ave-caesar", { at: "new", game: "ave-caesar" }],
    ["/table/aB_9-x", { at: "table", id: "aB_9-x" }],
    ["/table/x/review", { at: "review", id: "x" }],
    ["/learn/caesar", { at: "learn", game: "caesar" }],
    ["/rules/caesar/rome-ex3", { at: "scenario", game: "caesar", id: "rome-ex3" }],
    ["/elsewhere", { at: "nowhere" }],
  ])("%s", (path, place) => expect(placeOf(path)).toEqual(place));
  it("name a clause behind the #", () =>
    expect(placeOf("/rules/caesar", "#ROME-T1")).toEqual({ at: "rules", game: "caesar", clause: "ROME-T1" }));
});

describe("the moves of a finished match", () => {
  const entry = (version: number, kind: Entry["kind"], more = {}): Entry => ({
    version,
    kind,
    seat: 0,
    at: 0,
    ...more,
  });
  it("are those that were not taken back", () => {
    const log = [
      entry(1, "start"),
      entry(2, "move"),
      entry(3, "say"),
      entry(4, "move"),
      entry(5, "undo", { keep: 1 }),
      entry(6, "move"),
    ];
    expect(versionsOfMoves(log)).toEqual([2, 6]);
  });
});

describe("fair dice", () => {
  it("hash the sixteen bytes of the secret", async () => {
    expect(await commitmentOf("00000000000000000000000000000001")).toBe(
      "7c3ccd10bb7ec37b46d37926ae6274267f007a34aeaf15c882a715a7f3300529",
    );
  });
});

describe("moves", () => {
  const moves = new Moves({
    game: "caesar",
    board: {},
    moves: [
      { id: 0, kind: "place", text: "a", parts: { token: "x", face: "up" } },
      { id: 1, kind: "use", text: "b", parts: {} },
    ],
  });
  it("are found by text, by parts, by number", () => {
    expect(moves.named("b")?.id).toBe(1);
    expect(moves.find("place", { token: "x" })?.id).toBe(0);
    expect(moves.find("place", { token: "y" })).toBeUndefined();
    expect(() => moves.at(2)).toThrow();
  });
});
