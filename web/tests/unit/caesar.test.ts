// Caesar!: every move and event has words in three languages, and every legal move can be reached on the board.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import Board from "../../src/boards/caesar/Board.svelte";
import { lessons } from "../../src/boards/caesar/lesson";
import { writeNames } from "../../src/boards/caesar/map/names";
import { marksOf, type Choosing } from "../../src/boards/caesar/map/marks";
import { neighbour, paperOf, placeOf } from "../../src/boards/caesar/map/places";
import { reason, sayings } from "../../src/boards/caesar/say";
import { factsOf, isPlacement, type CaesarView } from "../../src/boards/caesar/shapes";
import Sheet from "../../src/boards/caesar/Sheet.svelte";
import { type BoardProps, ended } from "../../src/lib/board";
import { Moves } from "../../src/lib/moves";
import { shared } from "../../src/lib/shared";
import type { Material, Move, EventShown, View } from "../../src/lib/types";
import { has, LANGUAGES, learnWords, speak, start } from "../../src/lib/words.svelte";
import Notice from "../../src/parts/Notice.svelte";
import cs from "../../src/boards/caesar/texts/cs.json";
import en from "../../src/boards/caesar/texts/en.json";
import nl from "../../src/boards/caesar/texts/nl.json";
import fixture from "./fixtures/caesar.json";

vi.setConfig({ testTimeout: 40_000 });

const material: Material = {
  game: "caesar",
  moves: fixture.moves.map(([kind, text, parts], id) => ({ id, kind, text, parts }) as unknown as Move),
  board: fixture.board,
};
const moves = new Moves(material);
const told = fixture.told as unknown as EventShown[];
const VIEWS = fixture.views as unknown as Record<string, { view: View; near: string; told: EventShown[] }>;

beforeAll(async () => {
  await start();
  await learnWords("caesar");
});

let shown: Record<string, unknown> | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

function lay(name: string, more: Partial<BoardProps> = {}): number[] {
  const played: number[] = [];
  const { view, near, told } = VIEWS[name]!;
  const props: BoardProps = {
    view,
    near,
    told,
    moves,
    material,
    legal: view.legal,
    play: (id) => played.push(id),
    names: { caesar: "Livia", pompey: "Consul" },
    advised: [],
    asked: null,
    ...more,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return played;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
function click(element: HTMLElement): void {
  element.click();
  flushSync();
}

/** The keys of texts; forms of the plural count as one. */
function keysOf(texts: object, before = ""): Set<string> {
  return new Set(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string"
        ? [before + key.replace(/_(one|few|many|other)$/, "")]
        : [...keysOf(value as object, `${before}${key}.`)],
    ),
  );
}

describe("words", () => {
  it("are the same keys in three languages", () => {
    expect(keysOf(cs)).toEqual(keysOf(en));
    expect(keysOf(nl)).toEqual(keysOf(en));
  });

  it.each(LANGUAGES)("have all forms of the plural (%s)", (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = JSON.stringify({ en, cs, nl }[language]);
    for (const [, key] of texts.matchAll(/"([^"]+)_other":/g))
      for (const form of forms) expect(texts).toContain(`"${key}_${form}":`);
  });

  it.each(LANGUAGES)("tell every event (%s)", async (language) => {
    await speak(language, false);
    expect(new Set(told.map((event) => event.key))).toEqual(new Set([...fixture.keys, "drew-unseen"]));
    for (const event of told) {
      const words = sayings.told(event);
      expect(words, event.text).not.toMatch(/\{\{|caesar:|told\.|\bundefined\b|tie-|priority\.|reason\./);
      for (const part of ["province", "second"])
        if (typeof event[part] === "string") expect(words).toContain(event[part]);
      if (typeof event["left"] === "number") expect(words).toContain(String(event["left"]));
    }
  });

  it("lead from every event to its clause, the one that its English text names", () => {
    for (const event of told) {
      if (event.key !== "turn-begins") expect(event.rule, event.key).toMatch(/^ROME-/);
      const named = /\((ROME-\w+)\)$/.exec(event.text);
      if (named) expect(event.rule, event.text).toBe(named[1]);
    }
  });

  it.each(LANGUAGES)(
    "say why Crassus passes over a space, gains by a tie and discards nothing (%s)",
    async (language) => {
      await speak(language, false);
      const say = (key: string) => sayings.told(told.find((event) => event.key === key)!);
      expect(say("passed-over")).toContain("Asia–Syria");
      expect(say("passed-over")).toContain("Caesar");
      expect(say("controls-tie")).toContain(
        { en: "a tie is his", cs: "shoda", nl: "een gelijke stand is" }[language],
      );
      expect(say("row-short")).toMatch(/1.*2/);
      expect(say("no-discard")).toContain({ en: "nothing", cs: "Nic", nl: "niets" }[language]);
    },
  );

  it.each(LANGUAGES)("name every move (%s)", async (language) => {
    await speak(language, false);
    const names = moves.all.map((move) => sayings.move(move));
    for (const name of names) expect(name).not.toMatch(/\{\{|move\.|NaN|undefined/);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(LANGUAGES)("give every reason of an end (%s)", async (language) => {
    await speak(language, false);
    for (const code of fixture.reasons) expect(reason(code)).not.toMatch(/^$|reason\./);
  });

  it.each(LANGUAGES)(
    "say why a token may not lie face down, where the clause's text does not (%s)",
    async (language) => {
      await speak(language, false);
      const fault = {
        code: "illegal",
        message: "in English",
        rule: "ROME-K1",
        reason: "no-border-control",
        parts: {},
      };
      const props = { fault, game: "caesar", family: "caesar", onclose: () => {} };
      shown = mount(Notice, { target: document.body, props });
      flushSync();
      const said = document.querySelector(".notice")?.textContent;
      expect(said).toContain({ en: "face down", cs: "lícem dolů", nl: "gedekt" }[language]);
      expect(said).not.toContain(fault.message);
      expect(document.querySelector(".notice a")?.getAttribute("href")).toBe("/rules/caesar#ROME-K1");
    },
  );

  it.each(LANGUAGES)("lead through the lesson (%s)", async (language) => {
    await speak(language, false);
    for (const chapter of lessons.caesar!.chapters) {
      const keys = [
        chapter.title,
        chapter.say,
        ...chapter.moves.flatMap((move) => [move.say, move.then ?? move.say]),
      ];
      for (const key of keys) expect(has(`caesar:${key}`), key).toBe(true);
      for (const { move, or = [] } of chapter.moves)
        for (const text of [move, ...or]) expect(moves.named(text), text).toBeDefined();
    }
  });
});

describe("the board", () => {
  beforeAll(() => speak("en", false));

  it.each(Object.keys(VIEWS))("reaches every legal move with a pick and a click (%s)", (name) => {
    const wanted = new Set(VIEWS[name]!.view.legal.map((move) => move.id));
    const played = lay(name);
    const reached = new Set<number>();
    const gather = () => all("[data-move]").forEach((element) => reached.add(Number(element.dataset["move"])));
    gather();
    const picks = all("[data-pick]").map((element) => element.dataset["pick"] ?? "");
    const press = (pick: string) => {
      const found = all("[data-pick]").find((element) => element.dataset["pick"] === pick);
      if (found) click(found);
      gather();
    };
    for (const token of new Set(picks.filter((pick) => pick.startsWith("token")))) {
      for (const border of picks.filter((pick) => pick.startsWith("border"))) {
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        flushSync();
        press(token);
        press(border);
      }
    }
    expect([...reached].sort()).toEqual([...wanted].sort());
    expect(played).toEqual([]);
    expect(all(".choices button").length, "as many buttons as one sees at once").toBeLessThanOrEqual(3);
    const first = all("[data-move]")[0];
    if (first) {
      click(first);
      expect(played).toEqual([Number(first.dataset["move"])]);
    }
  });

  it("names every province and border space", () => {
    lay("down");
    const labels = all("[data-province], [data-space]").map(
      (element) => element.querySelector(".unseen")?.textContent ?? "",
    );
    expect(labels).toHaveLength(48);
    for (const label of labels) expect(label).not.toMatch(/\{\{|undefined|caesar:|^province|^space/);
    expect(labels.some((label) => label.includes("face down"))).toBe(true);
  });

  it("gives each thing a name of its own", () => {
    for (const name of Object.keys(VIEWS)) {
      lay(name);
      const things = all("[data-thing]").map((element) => element.dataset["thing"]);
      expect(new Set(things).size, name).toBe(things.length);
      void unmount(shown!);
      shown = null;
      document.body.replaceChildren();
    }
  });

  it("turns the token on a second click and with R, and lets go with Escape", () => {
    lay("start");
    const token = all("[data-pick^='token']")[0]!;
    click(token);
    const lit =
      all("[data-space][data-pick]").find((space) => space.dataset["space"] === "Mauritania-Numidia") ??
      all("[data-space][data-pick]")[0]!;
    click(lit);
    const chosen = () => all(".placements .primary").map((element) => element.dataset["move"])[0];
    const before = chosen();
    click(lit);
    const turned = chosen();
    expect(turned).not.toBe(before);
    lit.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
    flushSync();
    expect(chosen()).toBe(before);
    lit.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    flushSync();
    expect(all(".placements")).toHaveLength(0);
    expect(all("[aria-pressed=true]")).toHaveLength(0);
  });

  it("lets the rules refuse a taken space, and says what a space of another symbol takes", () => {
    const played = lay("down");
    const token = all("[data-pick^='token']")[0]!;
    const name = token.dataset["pick"]!.slice("token ".length);
    click(token);
    const borders = VIEWS["down"]!.view["borders"] as Record<string, { token: unknown; symbol: string }>;
    const taken = Object.keys(borders).find(
      (border) => borders[border]!.token && moves.find("place", { token: name, border }),
    )!;
    click(all("[data-space]").find((space) => space.dataset["space"] === taken)!);
    expect(moves.at(played[0]!).parts).toMatchObject({ token: name, border: taken });
    const foreign = Object.keys(borders).find(
      (border) => borders[border]!.token && !moves.find("place", { token: name, border }),
    )!;
    click(all("[data-space]").find((space) => space.dataset["space"] === foreign)!);
    expect(played).toHaveLength(1);
    expect(document.querySelector("[role=status]")?.textContent).toContain("does not fit");
  });

  it.each([...LANGUAGES].reverse())("begins what it says of a token with a capital (%s)", async (language) => {
    await speak(language, false);
    lay("down");
    const token = all("[data-pick^='token']")[0]!;
    click(token);
    expect(document.querySelector(".prompt strong")?.textContent).toMatch(/^\p{Lu}\p{Ll}+ .*: /u);
    const borders = VIEWS["down"]!.view["borders"] as Record<string, { token: unknown; symbol: string }>;
    const name = token.dataset["pick"]!.slice("token ".length);
    const foreign = Object.keys(borders).find(
      (border) => borders[border]!.token && !moves.find("place", { token: name, border }),
    )!;
    click(all("[data-space]").find((space) => space.dataset["space"] === foreign)!);
    expect(document.querySelector("[role=status]")?.textContent).toMatch(/^\p{Lu}/u);
  });

  it("offers nothing to a spectator and hides both supplies", () => {
    const { view } = VIEWS["down"]!;
    const sides = view["sides"] as Record<string, { supply: string[] }>;
    const hidden = Object.fromEntries(
      Object.entries(sides).map(([side, shown]) => [
        side,
        { ...shown, supply: shown.supply.map(() => "?"), returned: [] },
      ]),
    );
    lay("down", { view: { ...view, seat: null, legal: [], sides: hidden }, legal: [] });
    expect(all("[data-move], [data-pick]")).toHaveLength(0);
    expect(document.body.textContent).toContain("hidden token");
  });

  it("marks what is advised and what waits for confirmation", () => {
    const first = VIEWS["start"]!.view.legal[0]!;
    lay("start", { advised: [first.id], asked: first.id });
    expect(all(".space.advised")).toHaveLength(1);
    expect(all(".space.asked").map((space) => space.dataset["space"])).toEqual([first["border"]]);
    expect(document.querySelector(".prompt")?.textContent).toContain("confirmation");
  });

  it("tells step by step what Crassus did and why", () => {
    const turn = told.filter(
      (event) =>
        ["tile-turned", "priority", "tie-token", "placed"].includes(event.key) &&
        event.text.includes("Crassus") !== (event.key !== "placed" && event.key !== "tile-turned"),
    );
    const order = ["tile-turned", "priority", "tie-token", "placed"];
    lay("solo-turn", { told: turn.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) });
    const lines = all(".crassus li").map((line) => line.textContent);
    expect(lines.length).toBe(turn.length);
    expect(lines[0]).toContain("Crassus turns tile");
    expect(lines.at(-1)).toContain("Crassus places");
  });

  it("leads from each reason of Crassus to its clause", () => {
    const keys = ["no-centurion", "passed-over", "priority", "controls-tie"];
    lay("solo-turn", {
      told: [
        told.find((event) => event.key === "tile-turned")!,
        ...keys.map((key) => told.find((event) => event.key === key)!),
      ],
    });
    const links = all(".crassus li").map((line) => line.querySelector("a")?.getAttribute("href"));
    expect(links).toEqual(["Z3", "Z3", "Z17", "Z9", "Z6"].map((clause) => `/rules/caesar#ROME-${clause}`));
  });

  it("leads with the arrow keys to every place from any other", () => {
    const names = [...Object.keys(fixture.board.provinces), ...Object.keys(fixture.board.borders)];
    for (const paper of [paperOf(false), paperOf(false, 1.75), paperOf(true), paperOf(true, 0.85)]) {
      const seen = new Set(["Italia"]);
      const open = ["Italia"];
      while (open.length) {
        const here = open.pop()!;
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
          const next = neighbour(here, key, names, paper);
          if (next && !seen.has(next)) {
            seen.add(next);
            open.push(next);
          }
        }
      }
      expect(names.filter((name) => !seen.has(name))).toEqual([]);
    }
  });

  it.each([
    ["lying", paperOf(false, 1.68), 25],
    ["lying, in its own form", paperOf(false), 26],
    ["turned", paperOf(true, 0.78), 29],
  ])("writes the name of every province beside the pieces, on the map %s", (_, paper, size) => {
    const provinces = Object.keys(fixture.board.provinces);
    const borders = Object.keys(fixture.board.borders);
    const written = writeNames(provinces, borders, paper, size);
    expect(written.map(({ name }) => name)).toEqual(provinces);
    for (const { name, lines } of written)
      for (const { text, x, y } of lines) {
        const half = (text.length * size) / 4;
        expect(x - half, name).toBeGreaterThanOrEqual(0);
        expect(x + half, name).toBeLessThanOrEqual(paper.width);
        expect(y, name).toBeLessThanOrEqual(paper.height);
        for (const place of [...provinces, ...borders]) {
          const at = placeOf(place, paper);
          const aside = Math.max(0, Math.abs(at.x - x) - half);
          const above = Math.max(0, y - size * 0.78 - at.y, at.y - y);
          // A finger's nail of a piece may be touched, the number and the sign in its middle never.
          expect(Math.hypot(aside, above), `${text} and ${place}`).toBeGreaterThan(36);
        }
      }
  });

  it("shows the sheet of both sides", () => {
    const { view } = VIEWS["over"]!;
    const line = (key: string, caesar: number, pompey: number) => ({
      key,
      points: [caesar, pompey],
      sides: { caesar, pompey },
    });
    const sheet = [
      line("provinces", 6, 3),
      line("borders", 4, 1),
      line("senate", 2, 0),
      line("left", 0, 8),
      line("total", 1, 0),
    ];
    shown = mount(Sheet, {
      target: document.body,
      props: { sheet, seats: ["caesar", "pompey"], names: {}, winners: [0], view: { ...view, winner: "caesar" } },
    });
    flushSync();
    expect(all("tbody tr").map((row) => row.textContent?.replaceAll(/\s+/g, " ").trim())).toEqual([
      "On provinces63",
      "On borders41",
      "Under senate tokens20",
      "Not placed08",
    ]);
    expect(document.querySelector("tfoot")?.textContent).toContain("won");
  });
});

it.each(Object.keys(VIEWS))("nobody is to move after a match that ended early: %s", (name) => {
  const view = ended(VIEWS[name]!.view);
  lay(name, { view, legal: view.legal });
  expect(all(".turn")).toEqual([]);
  expect(all("[data-move], [data-pick]")).toEqual([]);
});

describe("the marks of the map", () => {
  const view = VIEWS["start"]!.view as CaesarView;
  const facts = factsOf(material);
  const nothing: Choosing = {
    legal: view.legal,
    told: [],
    token: null,
    preview: null,
    chosen: null,
    over: null,
    advised: [],
    asked: null,
  };
  const marks = (now: Partial<Choosing>) => marksOf({ ...nothing, ...now }, moves, facts, view);

  it("light up the spaces of the legal placements, and with a token those that it fits", () => {
    const placements = view.legal.filter(isPlacement);
    const { token } = placements[0]!;
    const lit = (all: ReturnType<typeof marks>) => Object.keys(all).filter((name) => all[name]?.legal);
    expect(lit(marks({})).sort()).toEqual([...new Set(placements.map((move) => move.border))].sort());
    expect(lit(marks({ token })).sort()).toEqual(
      [...new Set(placements.filter((move) => move.token === token).map((move) => move.border))].sort(),
    );
    expect(lit(marks({ legal: [] }))).toEqual([]);
  });

  it("stay the same objects where nothing changes", () => {
    const before = marks({});
    const [first, second] = Object.keys(facts.borders) as [string, string];
    const after = shared(before, marks({ chosen: first }));
    expect(after[first]).not.toBe(before[first]);
    expect(after[first]).toMatchObject({ chosen: true });
    expect(after[second]).toBe(before[second]);
    expect(shared(before, marks({}))).toBe(before);
  });

  it("show what a placement would add", () => {
    const move = view.legal.filter(isPlacement)[0]!;
    const all = marks({ preview: move.id });
    expect(all[move.border]?.ghost).toMatchObject({ token: move.token });
    for (const province of facts.borders[move.border]!.between) expect(all[province]?.adds).not.toBeNull();
    expect(Object.values(all).filter((mark) => mark.adds).length).toBe(2);
  });
});

it("the turn changes no element of the map or the hand: rings and tokens are there before", () => {
  const legal = (VIEWS["start"]!.view as CaesarView).legal;
  const count = () => all(".map *, .supply *").length;
  lay("start", { legal: [] });
  const waiting = count();
  expect(all(".supply button:not([disabled])")).toEqual([]);
  if (shown) void unmount(shown);
  lay("start", { legal });
  expect(count()).toBe(waiting);
  expect(all(".supply button:not([disabled])").length).toBeGreaterThan(0);
});
