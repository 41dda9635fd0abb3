// Looking back: one film for all positions, turns instead of moves, mistakes with what was better, addresses, playing on.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { gradedOf, stopsOf, swingsOf } from "../../src/lib/review";
import { loadGame } from "../../src/lib/loadedGame";
import type {
  FilmShown,
  Frame,
  Material,
  MoveJudged,
  ReviewAnswer,
  ReviewShown,
  TableMessage,
  View,
} from "../../src/lib/types";
import { start } from "../../src/lib/words.svelte";
import End from "../../src/shell/End.svelte";
import Review from "../../src/views/Review.svelte";
import { snapshot, tableOf } from "./wire";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 60_000 });

const GAME = "caesar-cleopatra-2024";
const fixture = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/cleopatra.json"), "utf8")) as {
  materials: Record<string, Material>;
  samples: Record<string, Record<"view" | "other" | "spectator", View>>;
};
const { view: caesar, other: cleopatra } = fixture.samples["2024-vetoing"]!;
const idOf = (text: string): number => {
  const found = fixture.materials[GAME]?.moves.find((move) => move.text === text);
  if (!found) throw new Error(`there is no move ${text}`);
  return found.id;
};
const [PLAYED, BEST] = ["3 face down at praetors", "2 face up at aediles"];

/** The turns of the moves: Cleopatra's first has two, then they alternate. */
const TURNS = [0, 1, 1, 2, 3, 4];

function frameOf(number: number, seat: number): Frame {
  const turn = TURNS[number] ?? 0;
  const view = { ...(seat === 0 ? cleopatra : caesar), legal: [], moves: number };
  const told = { kind: "placed", key: "", rule: "", actor: null, seat: null, text: `move ${number} was made` };
  return {
    version: number + 3,
    number,
    turn,
    seat: number ? (turn - 1) % 2 : null,
    kind: number ? "move" : "start",
    events: number ? [told] : [],
    view,
  };
}

const filmOf = (seat: number): FilmShown => ({
  version: 9,
  table: tableOf("over"),
  look: seat,
  frames: TURNS.map((_, number) => frameOf(number, seat)),
});

function judged(number: number, cleopatra: number, more: Partial<MoveJudged> = {}): MoveJudged {
  const turn = TURNS[number] ?? 0;
  return {
    number,
    turn,
    seat: (turn - 1) % 2 ? "caesar" : "cleopatra",
    move: PLAYED,
    move_id: idOf(PLAYED),
    choices: 9,
    best: BEST,
    best_id: idOf(BEST),
    before: 0.5,
    after: 0.5,
    cost: 0,
    margin: 0.05,
    grade: null,
    chances: { cleopatra, caesar: 1 - cleopatra },
    line: [],
    facts: null,
    ...more,
  };
}

const MISTAKE = judged(2, 0.3, {
  before: 0.62,
  after: 0.41,
  cost: 0.21,
  grade: "blunder",
  line: [
    { seat: "cleopatra", move: BEST, id: idOf(BEST), kind: "place", parts: {} },
    { seat: "caesar", move: "?", id: null, kind: "place", parts: {} },
  ],
  facts: [{ code: "majority", seat: "cleopatra", parts: { group: "aediles" }, best: 0.62, played: 0.41 }],
});
const REVIEW: ReviewShown = {
  game: GAME,
  options: {},
  seats: ["cleopatra", "caesar"],
  over: true,
  start: { cleopatra: 0.5, caesar: 0.5 },
  moves: [
    judged(1, 0.52),
    MISTAKE,
    judged(3, 0.33, { cost: 0.12, margin: 0.15 }),
    judged(4, 0.7, { cost: 0.11, margin: 0.04, grade: "mistake", seat: "caesar" }),
    judged(5, 1),
  ],
  costly: [2, 4],
};

describe("a film", () => {
  it("is stopped at where turns end", () => expect(stopsOf(filmOf(0).frames)).toEqual([0, 2, 3, 4, 5]));
  it("of a match that has not begun has nothing to stop at", () => expect(stopsOf([])).toEqual([]));
});

describe("a review", () => {
  it("lists only moves with a grade", () => expect(gradedOf(REVIEW).map((move) => move.number)).toEqual([2, 4]));
  it("lists one mistake of a turn, the one that cost most", () => {
    const first = judged(1, 0.4, { cost: 0.1, grade: "mistake" });
    const both = { ...REVIEW, moves: [first, ...REVIEW.moves.slice(1)] };
    expect(gradedOf(both).map((move) => move.number)).toEqual([2, 4]);
    const worse = { ...first, cost: 0.5 };
    expect(gradedOf({ ...both, moves: [worse, ...both.moves.slice(1)] }).map((move) => move.number)).toEqual([1, 4]);
  });
  it("turns where the chances changed most", () => {
    expect(swingsOf(REVIEW).map(({ move, before, after }) => [move.number, before, after])).toEqual([
      [2, 0.52, 0.3],
      [4, 0.33, 0.7],
      [5, 0.7, 1],
    ]);
  });
  it("does not compare moves with others than those before them", () =>
    expect(swingsOf({ ...REVIEW, moves: [judged(5, 1)] })).toEqual([]));
});

let asked: { path: string; body: unknown }[];
let answers: ReviewAnswer[];
let shown: Record<string, unknown> | null;
const paths = (part: string) => asked.filter(({ path }) => path.includes(part)).map(({ path }) => path);
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const where = () => document.querySelector(".at")?.textContent;
const said = () => document.body.textContent ?? "";

function answer(path: string): unknown {
  if (path === "/api/games")
    return [{ name: GAME, title: "", family: "cleopatra", levels: ["tiro", "consul"], options: [] }];
  if (path.includes("/material")) return fixture.materials[GAME];
  if (path.includes("/film")) return filmOf(Number(/seat=(\d)/.exec(path)?.[1]));
  if (path.includes("/analysis")) return answers.length > 1 ? answers.shift() : answers[0];
  if (path.includes("/play-on")) return snapshot({ table: tableOf("live", { id: "new" }) });
  return snapshot({ table: tableOf("over"), held: [0], look: 0 } as Partial<TableMessage>);
}

async function open(search: string): Promise<void> {
  history.replaceState(null, "", `/table/t/review${search}`);
  shown = mount(Review, { target: document.body, props: { id: "t" } });
  await vi.waitFor(() => expect(document.querySelector(".stage")).not.toBeNull(), 20_000);
}

const stub = () =>
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit = {}) => {
    asked.push({ path, body: typeof body === "string" ? (JSON.parse(body) as unknown) : null });
    return new Response(JSON.stringify(answer(path)), { headers: { "content-type": "application/json" } });
  });

beforeAll(async () => {
  [asked, answers] = [[], []];
  stub();
  await start();
  await loadGame(GAME); // it takes its time on a busy machine
});
beforeEach(() => {
  asked = [];
  answers = [{ status: "done", review: REVIEW }];
  shown = null;
  stub();
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("lists the turns; a click goes there, and on a phone lets the board be seen", async () => {
  [innerWidth, innerHeight] = [390, 844];
  await open("");
  const handle = document.querySelector<HTMLElement>(".handle");
  handle?.click();
  await tick();
  expect(handle?.getAttribute("aria-expanded")).toBe("true");
  document.getElementById("tab-log")?.click();
  await tick();
  const turns = [...document.querySelectorAll<HTMLElement>("[data-turn]")];
  expect(turns.map((turn) => turn.dataset["turn"])).toEqual(["0", "1", "2", "3", "4"]);
  expect(document.querySelector<HTMLElement>("[data-turns] [aria-current]")?.dataset["turn"]).toBe("4");
  expect(turns[1]?.querySelector(".mistake, .blunder, .inaccuracy"), "mistakes are marked").not.toBeNull();
  turns[2]?.click();
  await tick();
  expect(where()).toBe("turn 2 of 4");
  expect(handle?.getAttribute("aria-expanded")).toBe("false");
  [innerWidth, innerHeight] = [1024, 768];
});

it("steps from turn to turn, and with shift from move to move, without a request", async () => {
  await open("");
  expect(where()).toBe("turn 4 of 4");
  const before = asked.length;
  press("Home");
  await vi.waitFor(() => expect(where()).toBe("turn 0 of 4"));
  press("ArrowRight");
  await vi.waitFor(() => expect(where()).toBe("turn 1 of 4"));
  expect(said()).toContain("move 1 was made");
  expect(said()).toContain("move 2 was made");
  press("ArrowLeft", { shiftKey: true });
  await vi.waitFor(() => expect(where()).toBe("turn 1 of 4, move 1"));
  const slider = document.querySelector<HTMLInputElement>("input[type=range]")!;
  slider.value = "3";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await vi.waitFor(() => expect(location.search).toBe("?at=4&seat=0"));
  press("End");
  await vi.waitFor(() => expect(where()).toBe("turn 4 of 4"));
  expect(paths("/film")).toEqual(["/api/tables/t/film?seat=0"]);
  expect(asked.slice(before).filter(({ path }) => !path.includes("analysis"))).toEqual([]);
});

it("opens at the move and the seat of its address", async () => {
  await open("?at=3&seat=1");
  expect(where()).toBe("turn 2 of 4");
  expect(paths("/film")).toEqual(["/api/tables/t/film?seat=1"]);
});

it("shows mistakes only, with the better move, what follows and why, as who made them saw it", async () => {
  await open("?at=0&seat=1");
  await vi.waitFor(() => expect(document.querySelectorAll("[data-mistakes] [data-grade]").length).toBe(2));
  expect(document.querySelectorAll("svg .mark").length).toBe(2);
  expect(document.querySelector("polyline[data-seat=cleopatra]")?.getAttribute("stroke")).toBe("var(--cleopatra)");
  press("n");
  await vi.waitFor(() => expect(where()).toBe("turn 1 of 4, move 1"));
  await vi.waitFor(() => expect(location.search).toBe("?at=1&seat=0"));
  const why = document.querySelector("[data-why]")?.textContent;
  expect(why).toContain("Cleopatra wins the aediles in 62 of 100 worlds, with the move played in 41.");
  expect(why).toContain("Caesar: something hidden");
  expect(document.querySelector("li.asked"), "the better card lies there half made").not.toBeNull();
  press("n");
  await vi.waitFor(() => expect(document.querySelector("[data-why]")?.textContent).toContain("50% with the better"));
  press("p");
  await vi.waitFor(() => expect(where()).toBe("turn 1 of 4, move 1"));
  expect(paths("/film")).toEqual(["/api/tables/t/film?seat=1", "/api/tables/t/film?seat=0"]);
});

it("fills in while the computer looks, and asks no more once it is left", async () => {
  answers = [
    { status: "running", done: 0, of: 9, review: null },
    { status: "running", done: 3, of: 9, review: { ...REVIEW, moves: [judged(1, 0.52), MISTAKE], costly: [2] } },
  ];
  await open("?at=0");
  await vi.waitFor(() => expect(document.querySelector("progress")?.value).toBe(3), 10_000);
  expect(document.querySelectorAll("[data-mistakes] [data-grade]").length).toBe(1);
  if (shown) await unmount(shown);
  shown = null;
  vi.useFakeTimers();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(asked.length).toBe(before);
});

it("takes a position over and plays on", async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  await open("?at=3&seat=1");
  [...document.querySelectorAll("button")].find((each) => each.textContent === "Play on from here")?.click();
  await vi.waitFor(() => expect(document.querySelectorAll("dialog option").length).toBe(2));
  const level = document.querySelector<HTMLSelectElement>("dialog select")!;
  level.value = "consul";
  level.dispatchEvent(new Event("change", { bubbles: true }));
  document.querySelector<HTMLFormElement>("dialog form")?.requestSubmit();
  await vi.waitFor(() => expect(location.pathname).toBe("/table/new"));
  expect(asked.find(({ path }) => path.includes("play-on"))?.body).toMatchObject({
    version: 6,
    seats: [{ kind: "bot", level: "consul" }, { kind: "me" }],
  });
});

it("the end names the turning points, each with its address", async () => {
  const result = { winners: [0], how: "rules" as const, reason: "", code: "", rule: null, sheet: null };
  const table = tableOf("over", { result: result as never });
  const loaded = await loadGame(GAME);
  shown = mount(End, {
    target: document.body,
    props: { table, loaded, view: cleopatra, held: [0], send: () => {}, showFairness: () => {}, close: () => {} },
  });
  await vi.waitFor(() => expect(document.querySelectorAll("[data-turning] a").length).toBe(3));
  const links = [...document.querySelectorAll("[data-turning] a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/table/t/review?at=1",
    "/table/t/review?at=3",
    "/table/t/review?at=5",
  ]);
  expect(links[0]?.textContent).toBe("turn 1: Cleopatra from 52% to 30%");
});
