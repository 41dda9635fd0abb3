// Which events give which scene, for moves of every game that were recorded with both positions (fixtures/steps.py).
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";

import type { ClosingFacts, CrassusFacts } from "../../src/boards/caesar/scenes";
import type { VoteFacts } from "../../src/boards/cleopatra/scenes";
import type { DriveFacts } from "../../src/boards/avecaesar/scenes";
import { familyOf } from "../../src/lib/games.svelte";
import { scenesWhenAsked } from "../../src/lib/loadedGame";
import { lengthOf, timesOf, type Place, type Scene, type Scenes, type Step } from "../../src/lib/moments";
import type { Material, EventShown } from "../../src/lib/types";
import { SOUNDS } from "../../src/lib/sounds";
import { learnWords, start } from "../../src/lib/words.svelte";
import { viewOf } from "./wire";

vi.setConfig({ testTimeout: 40_000 });

const FAMILIES = {
  "caesar-cleopatra-1997": "cleopatra",
  "caesar-cleopatra-2024": "cleopatra",
  "ave-caesar": "avecaesar",
  caesar: "caesar",
};
type Game = keyof typeof FAMILIES;
const GAMES = Object.keys(FAMILIES) as Game[];
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/steps.json"), "utf8")) as Record<
  Game,
  { board: Material["board"]; steps: (Step & { brings: string })[] }
>;

/** The scene that every event has to bring up. */
const BRINGS: Record<string, string> = {
  vote: "vote",
  "vote-turned": "vote",
  tie: "vote",
  "special-vote": "vote",
  named: "action",
  vetoed: "veto",
  lifted: "castling",
  castled: "castling",
  "wrath-took": "deed",
  assassinated: "deed",
  "spied-hand": "deed",
  drove: "drive",
  paid: "homage",
  removes: "wreck",
  disqualifies: "wreck",
  finishes: "finish",
  closed: "closing",
  controls: "closing",
  tied: "closing",
  "took-bonus": "closing",
  "on-border": "closing",
  "tile-turned": "crassus",
};

const scenes = {} as Record<Game, Scenes>;
const placeOf = (game: Game): Place => ({
  material: { game, moves: [], board: recorded[game].board },
  near: recorded[game].steps[0]?.before.seat ?? "",
  seats: [],
});
const of = (game: Game, step: Step | undefined): Scene[] => (step ? scenes[game].scenesOf(step, placeOf(game)) : []);
function brought<Facts>(game: Game, event: string, name: string): Facts {
  const step = recorded[game].steps.find(({ brings }) => brings === event);
  const scene = of(game, step).find((each) => each.name === name);
  if (!scene) throw new Error(`${event} brings no ${name}`);
  return scene.facts as Facts;
}

beforeAll(async () => {
  await start();
  for (const game of GAMES) {
    await learnWords(FAMILIES[game]);
    const found = await (await familyOf(FAMILIES[game])).scenes?.();
    if (found) scenes[game] = found;
  }
});

describe.each(GAMES)("%s", (game) => {
  const { steps } = recorded[game];

  it("every event that decides something brings up its scene", () => {
    expect(steps.length).toBeGreaterThan(4);
    for (const step of steps) {
      const names = of(game, step).map(({ name }) => name);
      for (const { key } of step.told)
        if (BRINGS[key]) expect(names, `${key} in the move that brings ${step.brings}`).toContain(BRINGS[key]);
    }
  });

  it("scenes are short, sound as something that can be heard, and can all be drawn", () => {
    for (const step of steps)
      for (const scene of of(game, step)) {
        expect(lengthOf(scene), scene.name).toBeGreaterThan(100);
        expect(lengthOf(scene), scene.name).toBeLessThan(2000);
        expect(scenes[game].drawings).toHaveProperty(scene.name);
        for (const { sound } of scene.beats) if (sound) expect(SOUNDS).toContain(sound);
      }
  });

  it("what was before is played before what is after", () => {
    for (const step of steps) {
      const order = of(game, step).map(({ on }) => on);
      expect(order.lastIndexOf("before")).toBeLessThanOrEqual(Math.max(order.length - 1, order.indexOf("after")));
      if (order.includes("after")) expect(order.lastIndexOf("before")).toBeLessThan(order.indexOf("after"));
    }
  });

  it("codes are read, no sentences and no clauses", () => {
    for (const step of steps) {
      const bare = step.told.map((event) => ({ ...event, text: "", rule: "" }));
      const said = (found: Scene[]) =>
        JSON.stringify(found, (key, value: unknown) => (key === "text" || key === "rule" ? "" : value));
      expect(said(of(game, { ...step, told: bare }))).toBe(said(of(game, step)));
    }
  });

  it("every scene is drawn, also where nothing is laid out, and leaves nothing behind", () => {
    for (const step of steps)
      for (const scene of of(game, step)) {
        const Drawing = scenes[game].drawings[scene.name];
        if (!Drawing) throw new Error(`no drawing of ${scene.name}`);
        const target = document.createElement("div");
        const { near, material } = placeOf(game);
        const view = scene.on === "before" ? step.before : step.after;
        const facts = scene.facts ?? {};
        const props = { facts, times: timesOf(scene, 1), stage: target, view, near, material };
        const drawn = mount(Drawing, { target, props });
        flushSync();
        if (scene.name !== "drive" && scene.name !== "turned") expect(target.querySelector(".actor")).not.toBeNull();
        void unmount(drawn);
        flushSync();
        expect(target.querySelector(".actor")).toBeNull();
      }
  });
});

describe("a vote", () => {
  it.each(["caesar-cleopatra-1997", "caesar-cleopatra-2024"] as const)("of %s has all its facts", (game) => {
    const { call, group, sums, winner, isTurned, turned } = brought<VoteFacts>(game, "vote-turned", "vote");
    const { told } = recorded[game].steps.find(({ brings }) => brings === "vote-turned") as Step;
    const vote = told.find(({ key }) => key === "vote-turned");
    expect([group, winner, isTurned]).toEqual([vote?.["group"], vote?.seat, true]);
    expect(sums).toEqual({ cleopatra: vote?.["cleopatra"], caesar: vote?.["caesar"] });
    expect((sums[winner ?? ""] ?? 0) < Math.max(...Object.values(sums)), "philosophers let the lower sum win").toBe(
      true,
    );
    const calls = told
      .slice(0, told.indexOf(vote as EventShown))
      .filter(({ key }) => key === "called" || key === "tie");
    expect(call).toBe(calls.at(-1)?.["call"] ?? null);
    expect(turned.map(({ card }) => card)).toEqual(
      told.filter((each) => each.key === "revealed" && each["group"] === group).map(({ card }) => card),
    );
    expect(brought<VoteFacts>(game, "tie", "vote").winner).toBeNull();
  });

  it("that was not called comes without a bust", () => {
    const { told } = recorded["caesar-cleopatra-2024"].steps.find(({ brings }) => brings === "special-vote") as Step;
    const named = told.some(({ key }) => key === "called");
    const facts = brought<VoteFacts>("caesar-cleopatra-2024", "special-vote", "vote");
    if (!named) expect(facts.call).toBeNull();
    expect(facts.group).toBe(told.find(({ key }) => key === "special-vote")?.["group"]);
  });

  it("a veto names the card that it stops, and who stops it", () => {
    const { told } = recorded["caesar-cleopatra-1997"].steps.find(({ brings }) => brings === "vetoed") as Step;
    const vetoed = told.find(({ key }) => key === "vetoed");
    const facts = brought<{ card: string; by: string }>("caesar-cleopatra-1997", "vetoed", "veto");
    expect(facts.by).toBe(vetoed?.seat);
    expect(facts.card).not.toBe("");
    expect(facts.card).not.toBe("veto");
  });
});

describe("a drive", () => {
  it("goes from where the chariot stood to where it drives, a space a point of its card", () => {
    const { told } = recorded["ave-caesar"].steps.find(({ brings }) => brings === "drove") as Step;
    const drove = told.find(({ key }) => key === "drove");
    const { way, chariot } = brought<DriveFacts>("ave-caesar", "drove", "drive");
    expect([way[0], way.at(-1), chariot]).toEqual([drove?.["from"], drove?.["to"], drove?.["chariot"]]);
    expect(way).toHaveLength(Number(drove?.["card"]) + 1);
  });

  it("of one's own takes the way that was offered", () => {
    const step = recorded["ave-caesar"].steps.find(({ before, told }) =>
      told.some((each) => each.key === "drove" && typeof each["to"] === "number" && before.legal.length > 0),
    );
    if (!step) throw new Error("no drive of one's own was recorded");
    const drove = step.told.find(({ key }) => key === "drove");
    const facts = of("ave-caesar", step).find(({ name }) => name === "drive")?.facts as unknown as DriveFacts;
    const tracks = recorded["ave-caesar"].board["tracks"] as Record<string, { spaces: { name: string }[] }>;
    const names = facts.way.slice(1).map((number) => tracks[String(step.before["track"])]?.spaces[number - 1]?.name);
    const ways = step.before.legal.filter((move) => move["card"] === drove?.["card"]).map((move) => move["way"]);
    expect(ways).toContainEqual(names);
  });
});

describe("a province", () => {
  it("closes with its sums, its bonus and who took it", () => {
    const step = recorded["caesar"].steps.find(({ brings }) => brings === "took-bonus");
    const found = of("caesar", step).map(({ facts }) => facts as unknown as ClosingFacts);
    const took = step?.told.find(({ key }) => key === "took-bonus");
    const facts = found.find(({ province }) => province === took?.["province"]);
    expect(facts?.bonus).toEqual({ name: took?.["bonus"], by: took?.seat });
    const after = step?.after as unknown as { provinces: Record<string, { influence: unknown }> };
    expect(facts?.sums).toEqual(after.provinces[String(took?.["province"])]?.influence);
  });

  it("Crassus' steps are those that he was told to have taken, and end with what he places", () => {
    const step = recorded["caesar"].steps.find(({ brings }) => brings === "tile-turned");
    const { tile, steps, put } = brought<CrassusFacts>("caesar", "tile-turned", "crassus");
    const turn = step?.told.findIndex(({ key }) => key === "tile-turned") ?? 0;
    expect(tile).toBe(step?.told[turn]?.["tile"]);
    expect(step?.told.slice(turn)).toEqual(expect.arrayContaining(steps));
    expect(put.length).toBe(steps.filter(({ key }) => key === "placed").length);
    expect(put[0]?.token).toBe(steps.find(({ key }) => key === "placed")?.["token"]);
  });
});

describe("a game that nobody has drawn", () => {
  it("shows what changed, and nothing where nothing did", async () => {
    const found = await (await familyOf("any")).scenes?.();
    const before = { ...viewOf("red"), pool: [1, 2], dice: { red: [1, 2], blue: [3] }, round: 1 };
    const after = { ...before, pool: [1, 2], dice: { red: [1, 2], blue: [4] }, round: 2 };
    const place: Place = { material: { game: "", moves: [], board: {} }, near: "red", seats: ["red", "blue"] };
    const made = found?.scenesOf({ before, after, told: [] }, place);
    expect(made?.map(({ name, facts }) => [name, facts])).toEqual([
      ["changed", { changed: ["seat blue dice", "fact round"] }],
    ]);
    expect(found?.scenesOf({ before, after: { ...before }, told: [] }, place)).toEqual([]);
  });
});

describe("what shows moments", () => {
  it("is loaded once, when it is first asked for, and there from then on", async () => {
    const brought: Scenes = { drawings: {}, scenesOf: () => [] };
    const load = vi.fn(async () => brought);
    const scenes = scenesWhenAsked({ scenes: load });
    expect(load).not.toHaveBeenCalled();
    expect(scenes()).toBeUndefined();
    await vi.waitFor(() => expect(scenes()).toBe(brought));
    expect(load).toHaveBeenCalledTimes(1);
  });
  it("may be missing: a table is played at without", async () => {
    const scenes = scenesWhenAsked({ scenes: () => Promise.reject(new Error("no network")) });
    expect(scenes()).toBeUndefined();
    await new Promise((done) => setTimeout(done));
    expect(scenes()).toBeUndefined();
    expect(scenesWhenAsked({})()).toBeUndefined();
  });
});
