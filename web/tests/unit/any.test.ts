// The board of a game that the page does not know: everything in the view is drawn, nothing hidden is, every move can be made.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import Board from "../../src/boards/any/Board.svelte";
import { kindsOf } from "../../src/boards/any/choices";
import { layOut, shapeOf } from "../../src/boards/any/shapes";
import Sheet from "../../src/boards/any/Sheet.svelte";
import { allGames, boardOf, factsOf, gameNamed, titleOf, type Game } from "../../src/lib/games.svelte";
import { Moves } from "../../src/lib/moves";
import { loadGame } from "../../src/lib/loadedGame";
import type { GameShown, LegalMove, Move, EventShown, View } from "../../src/lib/types";
import { LANGUAGES, learnWords, speak, start } from "../../src/lib/words.svelte";
import Home from "../../src/views/Home.svelte";
import New from "../../src/views/New.svelte";
import Rules from "../../src/views/Rules.svelte";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const BIDS = Array.from({ length: 60 }, (_, id): Move => {
  const [count, face] = [String(Math.floor(id / 6) + 1), String((id % 6) + 1)];
  return { id, kind: "bid", text: `${count} of ${face}`, parts: { count, face } };
});
const MATERIAL = {
  game: "cup",
  board: {},
  moves: [...BIDS, { id: 60, kind: "call", text: "liar", parts: {} }],
};
const MOVES = new Moves(MATERIAL);
const legalOf = (ids: number[]): LegalMove[] => ids.map((id) => ({ ...MOVES.at(id) }));

const VIEW: View = {
  game: "cup",
  options: { players: 3 },
  moves: 4,
  seat: "green",
  to_move: "green",
  stage: "bidding",
  round: 2,
  wild_ones: true,
  bid: { count: 3, face: 5, by: "blue" },
  discard: ["2", "4", "?"],
  players: {
    red: { dice: ["?", "?", "?"], out: false },
    green: { dice: [1, 5, 5], out: false },
    blue: { dice: ["?"], out: false },
  },
  score: { red: 1, green: 0, blue: 7 },
  legal: legalOf([20, 21, 60]),
};
const NAMES = { red: "Livia", green: "Gaius", blue: "Consul" };

let shown: Record<string, unknown> | null = null;
function lay(more: Record<string, unknown> = {}, view: View = VIEW) {
  const play = vi.fn<(id: number) => void>();
  const base = { view, near: view.seat ?? "red", moves: MOVES, material: MATERIAL, legal: view.legal, play };
  const props = { ...base, names: NAMES, told: [] as EventShown[], advised: [] as number[], asked: null, ...more };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return play;
}
const text = (selector: string) =>
  [...document.querySelectorAll(selector)].map((each) => each.textContent?.replace(/\s+/g, " ").trim() ?? "");
const button = (selector: string) => document.querySelector<HTMLElement>(selector);

beforeAll(async () => {
  await start();
  await learnWords("any");
  await speak("en", false);
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

describe("a view that nobody knows", () => {
  const layout = layOut(VIEW, Object.keys(NAMES), "green");
  const named = (seat: string) => layout.seats.find((each) => each.seat === seat)?.parts ?? [];

  it("puts what is keyed by seats before the seats, one's own last, the others in the order of play", () => {
    expect(layout.seats.map(({ seat }) => seat)).toEqual(["blue", "red", "green"]);
    expect(named("red").map(({ name }) => name)).toEqual(["dice", "out", "score"]);
  });
  it("has short facts, zones for the rest, and nothing that the table around it shows already", () => {
    expect(layout.facts.map(({ name }) => name)).toEqual(["stage", "round", "wild_ones"]);
    expect(layout.zones.map(({ name }) => name)).toEqual(["bid", "discard"]);
  });
  it("shows neither what is not there nor that a match is over", () => {
    const over = layOut({ ...VIEW, stage: "over", bid: null }, Object.keys(NAMES), "green");
    expect(over.facts.map(({ name }) => name)).toEqual(["round", "wild_ones"]);
  });
  it("takes a list with something for each seat as theirs, but not a square board", () => {
    const seats = ["red", "blue"];
    const owned = layOut({ ...VIEW, seat: "red", players: [["?"], [1, 2, 3]] }, seats, "red");
    expect(owned.seats[1]?.parts).toContainEqual({ name: "players", shape: shapeOf(["?"]) });
    const square = layOut({ ...VIEW, seat: "red", board: [[null, "x"], ["o", null]] }, seats, "red"); // prettier-ignore
    expect(square.zones.find(({ name }) => name === "board")?.shape.as).toBe("grid");
  });
  it("lays a hand before who looks", () => {
    const { seats, zones } = layOut({ ...VIEW, hand: ["a", "b"] }, Object.keys(NAMES), "green");
    expect(seats.at(-1)?.parts.map(({ name }) => name)).toContain("hand");
    expect(zones.map(({ name }) => name)).not.toContain("hand");
  });
  it("is drawn as what it seems to be", () => {
    expect(shapeOf(null)).toEqual({ as: "nothing" });
    expect(shapeOf(3)).toEqual({ as: "counter", count: 3 });
    expect(shapeOf(true)).toEqual({ as: "sign", on: true });
    expect(shapeOf("opening")).toEqual({ as: "word", text: "opening" });
    expect(shapeOf("?")).toEqual({ as: "row", cards: [{ hidden: 1 }] });
    expect(shapeOf(["?", "?", 4])).toEqual({ as: "row", cards: [{ hidden: 2 }, { text: "4", count: 1 }] });
    expect(shapeOf([7, 7, 7, 7, 7, 8])).toEqual({
      as: "row",
      cards: [{ text: "7", count: 5 }, { text: "8", count: 1 }], // prettier-ignore
    });
    expect(shapeOf([{ card: 1 }, 2]).as).toBe("tiles");
  });
  it("keeps every place of a board, also those that are equal or hidden", () => {
    const rows = [Array(6).fill("x"), ["?", "?", null]];
    const shape = shapeOf(rows);
    expect(shape.as === "grid" && shape.rows.map((row) => row.length)).toEqual([6, 3]);
  });
});

describe("the board", () => {
  it("shows every seat with its name, and marks who is to move", () => {
    lay();
    expect(text(".side h2")).toEqual(["Blue Consul", "Red Livia", "▶to move: Green Gaius"]);
  });
  it("draws hidden cards as backs that a reader counts, and never as a question mark", () => {
    lay();
    expect(document.querySelectorAll(".back")).toHaveLength(5);
    expect(text(".backs .unseen")).toContain("3 hidden");
    expect(document.body.textContent).not.toContain("?");
  });
  it("names what the view names, in words", () => {
    lay();
    expect(text("dt")).toContain("Wild ones");
    expect(text(".zone h2")).toEqual(["Bid", "Discard"]);
  });
  it("tells what happened in the game's own words", () => {
    lay({ told: [{ kind: "bid", key: "bid", seat: "blue", text: "Blue bids 3 of 5" }] });
    expect(text(".news li")).toEqual(["Blue bids 3 of 5"]);
  });
  it("offers nothing to a spectator, and nothing when others decide", () => {
    lay({}, { ...VIEW, seat: null, legal: [] });
    expect(document.querySelector("button")).toBeNull();
  });
  it.each(LANGUAGES)("has its own words in %s", async (language) => {
    await speak(language, false);
    lay();
    expect(document.body.textContent).not.toMatch(/any:|\{\{/);
    await speak("en", false);
  });
  it("draws a large position, too", async () => {
    const { default: fixture } = await import("./fixtures/caesar.json");
    lay({ names: { caesar: "Livia", pompey: "Consul" }, legal: [] }, fixture.views.bank.view as unknown as View);
    expect(text(".side")).toHaveLength(2);
    expect(text(".zone h2")).toContain("Provinces");
    expect(text("dt")).toContain("Sardinia");
  });
});

describe("the moves", () => {
  const many = legalOf([...BIDS.map(({ id }) => id).slice(15), 60]);

  it("are grouped by kind; few are written out", () => {
    lay();
    expect(text(".kind h2")).toEqual(["Bid · Count 4", "Call"]);
    const labels = [...document.querySelectorAll("[data-move]")].map((each) => each.getAttribute("aria-label"));
    expect(labels).toEqual(["4 of 3", "4 of 4", "Liar"]);
  });
  it("are made by a click", () => {
    const play = lay();
    button('[data-move="60"]')?.click();
    expect(play).toHaveBeenCalledExactlyOnceWith(60);
  });
  it("that are many are chosen part by part, each with two clicks at most", () => {
    for (const { id } of many) {
      const kinds = kindsOf(many, MOVES, { bid: { count: MOVES.at(id).parts["count"] ?? "" } });
      const choices = kinds.flatMap(({ rows }) => rows.flatMap((row) => row.choices));
      expect(choices.filter((choice) => choice.move?.id === id)).toHaveLength(1);
      expect(Math.max(...kinds.map(({ rows }) => rows.length))).toBe(2);
    }
    const play = lay({ legal: many });
    button('[data-pick="count 7"]')?.click();
    flushSync();
    expect(button('[data-pick="count 7"]')?.getAttribute("aria-pressed")).toBe("true");
    const last = [...document.querySelectorAll<HTMLElement>("[data-move]")].find(
      (each) => each.getAttribute("aria-label") === "7 of 2",
    );
    last?.click();
    expect(play).toHaveBeenCalledExactlyOnceWith(37);
  });
  it("start with a pick that is legal, and numbers are in order", () => {
    lay({ legal: many });
    expect(text("[data-pick]")).toEqual(["3", "4", "5", "6", "7", "8", "9", "10"]);
    expect(button('[data-pick="count 3"]')?.getAttribute("aria-pressed")).toBe("true");
    expect(text(".kind:first-child [data-move]")).toEqual(["4", "5", "6"]);
  });
  it("of one kind with different parts are written out", () => {
    const odd = new Moves({
      game: "odd",
      board: {},
      moves: Array.from({ length: 9 }, (_, id) => ({
        id,
        kind: "go",
        text: `go ${id}`,
        parts: { [`way${id}`]: "1" },
      })),
    });
    const [kind] = kindsOf(odd.all as unknown as LegalMove[], odd, {});
    expect(kind?.rows).toHaveLength(1);
    expect(kind?.rows[0]?.choices.map((choice) => choice.text)).toEqual(odd.all.map((move) => move.text));
  });
  it("are one stop of the Tab key a row, with arrows between them", () => {
    lay({ legal: many });
    expect(document.querySelectorAll('.kind:first-child button[tabindex="0"]')).toHaveLength(2);
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    button('[data-pick="count 3"]')?.focus();
    press("ArrowRight");
    expect(document.activeElement?.getAttribute("data-pick")).toBe("count 4");
    press("ArrowDown");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("3 of 5");
    press("End");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("3 of 6");
    press("ArrowDown");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Liar");
  });
  it("that are advised or wait for a yes are marked, also by the picks that lead there", () => {
    lay({ legal: many, advised: [37], asked: 60 });
    expect(button('[data-pick="count 7"]')?.textContent).toContain("★");
    expect(button('[data-pick="count 6"]')?.textContent).not.toContain("★");
    expect(button('[data-move="60"]')?.className).toContain("asked");
  });
});

it("the score sheet has a line for everything that the server counts, and the winner", () => {
  const sheet = [
    { key: "tricks_won", points: [3, 4] },
    { key: "total", points: [3, 4] },
  ];
  const props = { sheet, seats: ["red", "blue"], names: NAMES, winners: [1], view: VIEW };
  shown = mount(Sheet, { target: document.body, props });
  expect(text("tbody th")).toEqual(["Tricks won", "Total"]);
  expect(text("thead th")[2]).toContain("♛ won");
});

describe("a game of somebody else", () => {
  const CUP: GameShown = {
    name: "cup",
    title: "The Cup",
    family: "cups",
    version: 1,
    seats: ["red", "green"],
    players: [2, 3],
    quick: { options: {}, seats: ["red", "green"] },
    levels: ["miles"],
    schema: {},
    options: [{ name: "wild_ones", choices: ["false", "true"], default: "false", help: "ones count", clauses: [] }],
  };
  const OURS: GameShown = { ...CUP, name: "caesar", title: "Rome", family: "caesar" };
  const ANSWERS: Record<string, unknown> = {
    "/api/games": [OURS, CUP],
    "/api/games/cup/material": MATERIAL,
    "/api/games/cup/rules?language=en": { clauses: [] },
    "/api/games/cup/scenarios?language=en": { scenarios: [] },
    "/api/games/cup/seats?wild_ones=false": { seats: CUP.seats },
  };
  beforeEach(() => {
    const answer = (path: string) => JSON.stringify(ANSWERS[path] ?? []);
    const headers = { "content-type": "application/json" };
    vi.stubGlobal("fetch", async (path: string) => new Response(answer(path), { headers }));
  });

  it("gets the generic board, ours get theirs", async () => {
    expect([boardOf("cups"), boardOf("caesar")]).toEqual(["any", "caesar"]);
    const [ours, cup] = await allGames();
    expect([ours?.family, cup?.family]).toEqual(["caesar", "any"]);
    expect((await loadGame("cup")).Board).toBe(Board);
    expect(ours?.brings.lesson).toBeDefined();
    expect(cup?.brings.lesson).toBeUndefined();
    expect(await gameNamed("nowhere")).toBeNull();
  });
  it("has the title of the server, where ours have words of the page", async () => {
    const cup = await gameNamed("cup");
    expect([titleOf("cup"), titleOf("caesar")]).toEqual(["The Cup", "Caesar! Seize Rome in 20 Minutes"]);
    expect(cup && factsOf(cup)).toBe("2 to 3 players");
  });
  it("is on the first page, without a lesson that is not there", async () => {
    shown = mount(Home, { target: document.body, props: {} });
    await vi.waitFor(
      () => expect(text("article h2")).toEqual(["Caesar! Seize Rome in 20 Minutes", "The Cup"]),
      20_000,
    );
    expect(document.querySelector('[href="/learn/caesar"]')).not.toBeNull();
    expect(document.querySelector('[href="/learn/cup"]')).toBeNull();
    expect(document.querySelector('[href="/rules/cup"]')).not.toBeNull();
  });
  it("has a form with the options that the server describes", async () => {
    shown = mount(New, { target: document.body, props: { game: (await gameNamed("cup")) as Game } });
    await vi.waitFor(() => expect(text(".seat > span:first-child")).toEqual(["Red", "Green"]), 20_000);
    expect(document.body.textContent).toContain("Wild ones");
    expect(text('select[aria-describedby="help-wild_ones"] option')).toEqual(["no", "yes"]);
    expect(text(".seat select option").at(-1)).toBe("Marcus · miles");
    expect(text("#help-wild_ones")).toEqual(["Ones count"]);
  });
  it("says politely that it has no written rules", async () => {
    shown = mount(Rules, { target: document.body, props: { game: (await gameNamed("cup")) as Game, clause: null } });
    await vi.waitFor(() => expect(document.body.textContent).toContain("no written rules"), 20_000);
    expect(document.querySelector('input[type="search"]')).toBeNull();
  });
});
