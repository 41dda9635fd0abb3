import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { Moves } from "../../src/lib/moves";
import { placeOf } from "../../src/lib/router.svelte";

const PAGE = join(import.meta.dirname, "../../src");

describe("the clauses of the rulebook", () => {
  it("are named by the server, nowhere in the page", () => {
    const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const paths = files.map((file) => join(file.parentPath, file.name));
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => /\b(CC97|CC24|AVE|ROME)-[A-Z]+\d/.test(readFileSync(path, "utf8")))).toEqual([]);
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
