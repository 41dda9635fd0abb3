// Every kind of card, token, bonus, group and chariot of each game has a drawing of its own, and so has every level.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount, type Component } from "svelte";
import { describe, expect, it } from "vitest";

import { SHAPES } from "../../src/boards/avecaesar/emblem";
import { alongside, posture, SIGN, standing } from "../../src/boards/avecaesar/posture";
import Quadriga from "../../src/boards/avecaesar/Quadriga.svelte";
import { COLOURS } from "../../src/boards/avecaesar/race";
import { GLYPHS } from "../../src/boards/caesar/pieces/glyphs";
import { SIDES, symbolsOf } from "../../src/boards/caesar/shapes";
import Bust from "../../src/boards/cleopatra/Bust.svelte";
import Emblem from "../../src/boards/cleopatra/Emblem.svelte";
import { actionCards, callKey, facts } from "../../src/boards/cleopatra/model";
import { drawingOf } from "../../src/boards/cleopatra/drawings";
import type { Level, Material } from "../../src/lib/types";
import Portrait from "../../src/parts/Portrait.svelte";
import caesar from "./fixtures/caesar.json";

/** What a component draws, as markup without names that are made anew each time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each drawing has props of its own
function drawn(of: Component<any>, props: Record<string, unknown>): string {
  const target = document.createElement("div");
  const shown = mount(of, { target, props });
  flushSync();
  const { innerHTML } = target;
  void unmount(shown);
  return innerHTML.replace(/\b(id="|url\(#)[^")]*/g, "");
}

const { materials } = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/cleopatra.json"), "utf8")) as {
  materials: Record<string, Material>;
};

describe.each(Object.entries(materials))("%s", (_, material) => {
  const { groups, influence, calls } = facts(material);
  const actions = Object.keys(actionCards(material));

  it.each(["caesar", "cleopatra"])("every card of %s has an illustration of its own", (side) => {
    const scenes = [...Object.keys(influence), ...actions].map((card) => ({ card, scene: drawingOf(card, side) }));
    expect(scenes.filter(({ scene }) => !scene?.some(([paint]) => paint !== "far")).map(({ card }) => card)).toEqual(
      [],
    );
    expect(new Set(scenes.map(({ scene }) => JSON.stringify(scene))).size).toBe(scenes.length);
  });

  it("every action card, every call without a patrician and every group has a sign or a face of its own", () => {
    const signs = [...actions, ...calls.filter((call) => call.startsWith("orgy")).map(callKey)].map((name) =>
      drawn(Emblem, { name }),
    );
    const faces = groups.map((group) => drawn(Bust, { group }));
    for (const shown of [...signs, ...faces]) expect(shown).toMatch(/<(path|circle|rect)/);
    expect(new Set([...signs, ...faces]).size).toBe(signs.length + faces.length);
  });
});

it("every symbol, bonus and side of Caesar! has a drawing of its own", () => {
  const { tokens, bonuses, borders } = caesar.board as unknown as {
    tokens: Record<string, unknown>;
    bonuses: string[];
    borders: Record<string, { symbol: string }>;
  };
  const kinds = new Set([
    ...Object.keys(tokens).flatMap(symbolsOf),
    ...Object.values(borders).map(({ symbol }) => symbol),
    ...bonuses,
    ...SIDES,
  ]);
  expect(kinds.size).toBeGreaterThan(8);
  expect([...kinds].filter((kind) => !GLYPHS[kind])).toEqual([]);
  expect(new Set([...kinds].map((kind) => GLYPHS[kind])).size).toBe(kinds.size);
});

describe("chariots", () => {
  const all = [...COLOURS, "uncrewed"] as const;

  it("are told apart by the pattern of their livery and the shape of their sign, without colours", () => {
    expect(new Set(all.map((colour) => SHAPES[colour])).size).toBe(all.length);
    const patterns = all.map((colour) => /<pattern.*?<\/pattern>/s.exec(drawn(Quadriga, { colour }))?.[0]);
    expect(new Set(patterns).size).toBe(all.length);
  });

  it("look where they drive and stand on their wheels", () => {
    expect(posture(0)).toEqual({ face: 1, lean: 0 });
    expect(posture(180).face).toBe(-1);
    expect(posture(-190)).toEqual(posture(170));
    for (let heading = -720; heading <= 720; heading += 15) {
      const { face, lean } = posture(heading);
      const [cos, sin] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)];
      if (Math.abs(cos) > 0.01) expect(face, `at ${heading}`).toBe(Math.sign(cos));
      expect(Math.abs(lean)).toBeLessThan(50);
      // The nose goes down where the way goes down.
      if (Math.abs(sin) > 0.01 && Math.abs(cos) > 0.01)
        expect(Math.sign(lean * face), `at ${heading}`).toBe(Math.sign(sin));
    }
    expect(standing(180)).toContain("scaleX(-1)");
  });

  it("carries its sign above the driver, whichever way it faces", () => {
    const [right, rightY] = alongside(0, ...SIGN);
    const [left, leftY] = alongside(180, ...SIGN);
    expect([right < 0, left]).toEqual([true, -right]);
    expect([rightY < 0, leftY]).toEqual([true, rightY]);
    for (let heading = -180; heading <= 180; heading += 15)
      expect(alongside(heading, ...SIGN)[0] * posture(heading).face, `at ${heading}`).toBeLessThan(0);
  });
});

it("every level has a face of its own, and every one of a level a cloak of its own", () => {
  const levels: Level[] = ["tiro", "miles", "centurio", "legatus", "consul"];
  const faces = levels.map((level) => drawn(Portrait, { level }).replace(/class="[^"]*"/, ""));
  expect(new Set(faces).size).toBe(levels.length);
  const cloaks = [0, 1, 2, 3, 4, 5].map((nth) => drawn(Portrait, { level: "miles", nth }));
  expect(new Set(cloaks).size).toBe(6);
});
