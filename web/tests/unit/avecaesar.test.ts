// Ave Caesar's board: everything is said in three languages, and every legal move can be reached on the table.
import { flushSync, mount, unmount } from "svelte";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import Board from "../../src/boards/avecaesar/Board.svelte";
import { lessons } from "../../src/boards/avecaesar/lesson";
import type { RaceView } from "../../src/boards/avecaesar/race";
import { chariotName, reason, sayings, spaceName } from "../../src/boards/avecaesar/say";
import Sheet from "../../src/boards/avecaesar/Sheet.svelte";
import Standing from "../../src/boards/avecaesar/Standing.svelte";
import { layOut, shapesOf, type TrackDrawn } from "../../src/boards/avecaesar/track";
import { guessWay } from "../../src/boards/avecaesar/way";
import { type BoardProps, ended } from "../../src/lib/board";
import { Moves } from "../../src/lib/moves";
import type { LoadedGame } from "../../src/lib/loadedGame";
import { sentence } from "../../src/lib/setting";
import type { Entry, Language, LegalMove, Material, Move, TableShown, EventShown, View } from "../../src/lib/types";
import { has, LANGUAGES, learnWords, speak, start } from "../../src/lib/words.svelte";
import Log from "../../src/parts/Log.svelte";
import { fit } from "../../src/shell/layout";
import MoveList from "../../src/parts/MoveList.svelte";
import fixture from "./fixtures/avecaesar.json";

const TRACKS = fixture.tracks as unknown as Record<string, TrackDrawn>;
const SHOWN = fixture.views as unknown as Record<string, { view: View; told: EventShown[] }>;
const TOLD = fixture.told as unknown as Record<string, EventShown>;

function allMoves(): Move[] {
  const found: Move[] = [];
  for (let card = 1; card <= 6; card += 1) {
    for (let space = 1; space <= 96; space += 1)
      found.push({
        id: found.length,
        kind: "drive",
        text: `${card} to ${space}`,
        parts: { card: `${card}`, space: `${space}` },
      });
    found.push({ id: found.length, kind: "finish", text: `${card} over the line`, parts: { card: `${card}` } });
  }
  found.push({ id: found.length, kind: "abstain", text: "abstain", parts: {} });
  return found;
}

const MATERIAL: Material = { game: "ave-caesar", moves: allMoves(), board: { tracks: TRACKS } };
const MOVES = new Moves(MATERIAL);

let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = "";
});

beforeAll(async () => {
  await start();
  await learnWords("avecaesar");
  await speak("en", false);
});

function lay(name: string, more: Partial<BoardProps> = {}) {
  const { view, told } = SHOWN[name] as { view: View; told: EventShown[] };
  const play = vi.fn();
  const props: BoardProps = {
    view,
    near: view.seat ?? "red",
    moves: MOVES,
    material: MATERIAL,
    legal: view.legal,
    play,
    names: {},
    told,
    advised: [],
    asked: null,
    ...more,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return { play, view };
}

const press = (element: Element) => {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  flushSync();
};
const offered = () =>
  [...document.querySelectorAll("[data-move]")].map((element) => Number(element.getAttribute("data-move")));
const picks = () => [...document.querySelectorAll("[data-pick]")];

describe.each(LANGUAGES)("in %s", (language: Language) => {
  beforeAll(() => speak(language, false));

  it.each(fixture.keys)("the event %s is said in words", (key) => {
    const told = TOLD[key] as EventShown;
    const words = sayings.told(told);
    expect(words).not.toMatch(/\{\{|undefined|avecaesar:|event\./);
    expect(words.length).toBeGreaterThan(3);
    if (language !== "en") expect(words).not.toBe(told.text);
  });

  it("the log says who turned which card for the start, where the match begins", () => {
    const entries = [
      { version: 3, kind: "start", seat: null, at: 0, events: [TOLD["start-card"], TOLD["race-begins"]] },
    ] as unknown as Entry[];
    const table = { game: "ave-caesar", seats: [] } as unknown as TableShown;
    shown = mount(Log, {
      target: document.body,
      props: { entries, table, loaded: { sayings } as unknown as LoadedGame },
    });
    flushSync();
    const lines = [...document.querySelectorAll("p")].map((line) => line.textContent ?? "");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(sayings.told(TOLD["start-card"] as EventShown));
    expect(document.querySelector("a.clause")?.getAttribute("aria-label")).toBe("§ AVE-S1");
  });

  it("every reason for a skip is a sentence of its own", () => {
    const reasons = fixture.keys.filter((key) => /^(skipped|stands)-|^no-votes/.test(key));
    expect(reasons).toHaveLength(9);
    expect(new Set(reasons.map((key) => sayings.told(TOLD[key] as EventShown))).size).toBe(9);
  });

  it("a finish without a place is said as such", () => {
    expect(sayings.told(TOLD["finishes-unplaced"] as EventShown)).not.toMatch(/0|\{\{/);
  });

  it.each(["1 to 5", "6 over the line", "abstain"])("the move %s is said in words", (text) => {
    expect(sayings.move(MOVES.named(text) as Move)).not.toMatch(/\{\{|move\./);
  });

  it("seats, chariots, spaces and reasons have names", () => {
    for (const seat of ["red", "blue", "green", "yellow", "white", "purple"])
      expect(sayings.seat(seat)).not.toMatch(/seat\./);
    expect(chariotName("red 2")).toMatch(/ 2$/);
    for (const name of ["S6.2.1", "S3.1", "K.4"]) expect(spaceName(name, 7)).toMatch(/7/);
    for (const code of ["all-finished", "nobody-can-move"]) expect(reason(code)).not.toMatch(/^$|reason\./);
    expect(reason("unheard-of")).toBe("");
  });

  it("every option and every chapter of the lesson has its words", () => {
    const options = {
      players: "6",
      track: "circus-b",
      direction: "clockwise",
      tournament: "true",
      uncrewed: "4",
      chariots: "3",
      grid: "by-result",
    };
    for (const [name, choice] of Object.entries(options))
      for (const key of ["title", "help", `choice.${choice}`])
        expect(has(`avecaesar:option.${name}.${key}`)).toBe(true);
    const chapters = lessons["ave-caesar"]?.chapters ?? [];
    expect(chapters.length).toBeGreaterThan(5);
    for (const chapter of chapters)
      for (const key of [
        chapter.title,
        chapter.say,
        ...chapter.moves.flatMap((move) => [move.say, move.then ?? move.say]),
      ])
        expect(has(`avecaesar:${key}`), key).toBe(true);
  });
});

describe("the board", () => {
  beforeAll(() => speak("en", false));

  it.each(Object.keys(SHOWN))("reaches every legal move of %s by a move, or a pick and a move", (name) => {
    const { view } = lay(name);
    const found = new Set(offered());
    const kinds = picks().map((element) => element.getAttribute("data-pick"));
    for (const kind of new Set(kinds)) {
      press(document.querySelector(`[data-pick="${kind}"]`) as Element);
      for (const id of offered()) found.add(id);
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      flushSync();
    }
    expect([...found].sort((a, b) => a - b)).toEqual(view.legal.map((move) => move.id).sort((a, b) => a - b));
  });

  it("plays the move of the space that is pressed, and no other", () => {
    const { play } = lay("counter-clockwise");
    press(document.querySelector('button[data-pick^="card"]') as Element);
    const target = document.querySelector("svg [data-move]") as Element;
    press(target);
    expect(play.mock.calls).toEqual([[Number(target.getAttribute("data-move"))]]);
  });

  it("asks the server about a space that is not offered", () => {
    const { play, view } = lay("counter-clockwise");
    press(document.querySelector('button[data-pick^="card"]') as Element);
    press(document.querySelector('path[data-space="1"]') as Element);
    const tried = play.mock.calls[0]?.[0] as number;
    expect(MOVES.at(tried).parts["space"]).toBe("1");
    expect(view.legal.map((move) => move.id)).not.toContain(tried);
  });

  it("offers nothing when there is nothing to decide", () => {
    lay("middle", { legal: [] });
    expect([...offered(), ...picks()]).toEqual([]);
  });

  it("tells where every chariot stands without colours", () => {
    const { view } = lay("middle");
    const chariots = [...document.querySelectorAll("[data-chariot]")];
    expect(chariots.length).toBe(Object.keys(view["chariots"] as object).length);
    expect(new Set(chariots.map((each) => each.querySelector(".shield")?.getAttribute("d"))).size).toBe(
      chariots.length,
    );
    for (const each of chariots) expect(each.getAttribute("aria-label")).toMatch(/space \d+/);
  });

  it("marks what is advised and draws what waits for confirmation", () => {
    const legal = (SHOWN["middle"] as { view: View }).view.legal as LegalMove[];
    lay("middle", { advised: [legal[0]?.id ?? 0], asked: legal[1]?.id ?? 0 });
    expect(document.querySelectorAll(".target.advised").length).toBe(1);
    expect(document.querySelectorAll(".chariot.ghost").length).toBe(1);
  });

  it("speaks to a spectator of nobody's hand", () => {
    lay("spectator");
    expect(document.querySelector(".hand")).toBeNull();
    expect(document.querySelectorAll("[data-seat] .line").length).toBe(6);
  });

  it("tells all of every chariot in a table", () => {
    const { view, told } = SHOWN["vote"] as { view: View; told: EventShown[] };
    shown = mount(Standing, { target: document.body, props: { view: view as RaceView, names: {}, told } });
    expect(document.querySelectorAll("table tbody").length).toBe(Object.keys((view as RaceView).chariots).length);
  });

  it("lists who is ahead first", () => {
    const { view } = lay("middle");
    const laps = [...document.querySelectorAll("[data-seat]")].map((seat) => {
      const chariot = (view as RaceView).chariots[seat.getAttribute("data-seat") ?? ""];
      return (chariot?.lap ?? 0) * 100 + Number(/^S(\d+)/.exec(chariot?.space ?? "")?.[1] ?? 0);
    });
    expect(laps).toHaveLength(6);
    expect(laps).toEqual(laps.toSorted((one, other) => other - one));
  });

  it("asks the server about a space that no card reaches, without a card being chosen", () => {
    const { play, view } = lay("middle");
    const lit = [...document.querySelectorAll("[data-lit]")].map((each) => each.getAttribute("data-space"));
    const dark = [...document.querySelectorAll("path[data-space]")].find(
      (each) => !lit.includes(each.getAttribute("data-space")),
    ) as Element;
    press(dark);
    const tried = play.mock.calls[0]?.[0] as number;
    expect(MOVES.at(tried).parts["space"]).toBe(dark.getAttribute("data-space"));
    expect(view.legal.map((move) => move.id)).not.toContain(tried);
  });

  it.each(Object.keys(TRACKS))("draws %s as it lies on a wide screen and upright on a narrow one", (name) => {
    const shapes = shapesOf(TRACKS[name] as TrackDrawn);
    for (const [width, height, shape] of [
      [1046, 474, "lying"],
      [1546, 745, "lying"],
      [561, 343, "lying"],
      [390, 518, "upright"],
    ] as const) {
      const found = fit({ width, height }, shapes);
      expect(found.shape).toBe(shape);
      expect(found.width * found.height).toBeGreaterThan(0.97 * width * height);
    }
  });

  it("shows the score sheet as a table", () => {
    const sheet = [
      { key: "place", place: 1, laurels: 6, counts: [2, 0], points: [12, 0] },
      { key: "unplaced", counts: [0, 2], points: [0, 0] },
      { key: "total", points: [12, 0] },
    ];
    const view = (SHOWN["over"] as { view: View }).view;
    shown = mount(Sheet, {
      target: document.body,
      props: { sheet, seats: ["red", "blue"], names: {}, winners: [0], view },
    });
    expect(document.querySelectorAll("tbody tr").length).toBe(3);
    expect(document.body.textContent).toContain("12");
  });
});

describe("the list of moves", () => {
  afterAll(() => speak("en", false));
  const loaded = { moves: MOVES, sayings } as unknown as LoadedGame;

  it.each(LANGUAGES)("begins each with a capital, and finds it with a plain space (%s)", async (language) => {
    await speak(language, false);
    const legal = MOVES.all.slice(0, 97).map(({ id, kind, text }): LegalMove => ({ id, kind, text }));
    shown = mount(MoveList, { target: document.body, props: { loaded, legal, play: vi.fn() } });
    flushSync();
    const words = () => [...document.querySelectorAll("[data-listed]")].map((each) => each.textContent ?? "");
    expect(words().filter((text) => !/^[\p{Lu}\d]/u.test(text))).toEqual([]);
    const search = document.querySelector("input")!;
    search.value = (words()[10] ?? "").replaceAll("\u00a0", " ").toUpperCase();
    search.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(words()).toContain(sentence(sayings.move(MOVES.at(10))));
    expect(words().length).toBeLessThan(97);
  });
});

describe("the arena", () => {
  it.each(Object.keys(TRACKS))("of %s has every space within the picture, upright and lying", (name) => {
    const track = TRACKS[name] as TrackDrawn;
    for (const upright of [false, true]) {
      const { spots, box } = layOut(track, upright, false);
      for (const { centre } of spots) {
        expect(centre[0] > box.x && centre[0] < box.x + box.width).toBe(true);
        expect(centre[1] > box.y && centre[1] < box.y + box.height).toBe(true);
      }
    }
  });

  it("finds a way of as many steps as a card has", () => {
    const arena = layOut(TRACKS["circus-a"] as TrackDrawn, false, false);
    expect(guessWay(arena, 14, 22, 4)).toEqual([15, 16, 20, 22]);
    expect(guessWay(arena, 14, 66, 2)).toEqual([66]);
  });
});

it.each(Object.keys(SHOWN))("nobody is to move after a race that ended early: %s", (name) => {
  const view = ended(SHOWN[name]!.view);
  lay(name, { view, legal: view.legal });
  expect([...document.querySelectorAll(".turn")]).toEqual([]);
  expect([...document.querySelectorAll("[data-move], [data-pick]")]).toEqual([]);
});
