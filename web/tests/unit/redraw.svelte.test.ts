// What a move changes on the page is what it changes on the board: everything else is left alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { familyOf } from "../../src/lib/games.svelte";
import type { Step } from "../../src/lib/moments";
import { Moves } from "../../src/lib/moves";
import { shared } from "../../src/lib/shared";
import type { BoardProps } from "../../src/lib/board";
import type { Material, EventShown, View } from "../../src/lib/types";
import { learnWords, start } from "../../src/lib/words.svelte";

vi.setConfig({ testTimeout: 60_000 });

/** How many elements a move may change at most: those of a vote at which eight cards lie, or of a province that closes. */
const MOST = 120;
const FAMILIES = {
  "caesar-cleopatra-1997": "cleopatra",
  "caesar-cleopatra-2024": "cleopatra",
  "ave-caesar": "avecaesar",
  caesar: "caesar",
};
type Game = keyof typeof FAMILIES;
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/steps.json"), "utf8")) as Record<
  Game,
  { board: Material["board"]; steps: (Step & { brings: string })[] }
>;

let shown: Record<string, unknown> | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.innerHTML = "";
});
beforeAll(start);

describe.each(Object.keys(FAMILIES) as Game[])("%s", (game) => {
  it("a move changes only what it changes", async () => {
    await learnWords(FAMILIES[game]);
    const { default: Board } = await (await familyOf(FAMILIES[game])).Board();
    const material: Material = { game, moves: [], board: recorded[game].board };
    for (const { before, after, told, brings } of recorded[game].steps) {
      let view = $state.raw<View>({ ...before, legal: [] });
      let news = $state.raw<EventShown[]>([]);
      const props: BoardProps = {
        get view() {
          return view;
        },
        get told() {
          return news;
        },
        near: before.seat ?? "",
        moves: new Moves(material),
        material,
        legal: [],
        play: () => {},
        names: {},
        advised: [],
        asked: null,
      };
      shown = mount(Board, { target: document.body, props });
      flushSync();
      const changed = new Set<Node>();
      const observer = new MutationObserver((found) => {
        for (const { target, addedNodes } of found) for (const each of [target, ...addedNodes]) changed.add(each);
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      // All that did not change is the very same, as LiveTable hands it on.
      view = shared((() => view)(), { ...structuredClone(after), legal: [] });
      news = told;
      flushSync();
      await new Promise((done) => setTimeout(done));
      observer.disconnect();
      expect(changed.size, brings).toBeGreaterThan(0);
      expect(changed.size, brings).toBeLessThan(MOST);
      void unmount(shown);
      document.body.innerHTML = "";
      shown = null;
    }
  });
});
