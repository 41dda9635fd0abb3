// The board and the words of Caesar & Cleopatra: every event and move has its words, every legal move can be made.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import Board from "../../src/boards/cleopatra/Board.svelte";
import { lessons } from "../../src/boards/cleopatra/lesson";
import { sumOf, without } from "../../src/boards/cleopatra/model";
import { reason, sayings, sayMove } from "../../src/boards/cleopatra/say";
import Sheet from "../../src/boards/cleopatra/Sheet.svelte";
import { ended } from "../../src/lib/board";
import { Moves } from "../../src/lib/moves";
import type { LegalMove, Material, EventShown, View } from "../../src/lib/types";
import { has, LANGUAGES, learnWords, speak, start } from "../../src/lib/words.svelte";

/** A view whose legal moves are numbers. */
interface Compact {
  game: string;
  seat: string | null;
  stage: string;
  legal: number[];
  [more: string]: unknown;
}
interface Fixture {
  materials: Record<string, Material>;
  samples: Record<string, { view: Compact; other?: Compact; spectator?: Compact; told: EventShown[] }>;
  events: EventShown[];
  votes: Record<string, EventShown[]>;
}
const fixture = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/cleopatra.json"), "utf8")) as Fixture;
const votes = fixture.votes as Record<"caesar-cleopatra-1997" | "caesar-cleopatra-2024", EventShown[]>;
/** For tests that lay out every position, also on a busy machine. */
const PATIENCE = 90_000;
vi.setConfig({ testTimeout: PATIENCE });
const NAMES = { cleopatra: "Livia", caesar: "Consul" };
const OPEN_KEYS = ["opening", "turn", "second", "after", "refill", "vetoing", "castle", "over"];

function whole(view: Compact): View {
  const moves = fixture.materials[view.game]?.moves ?? [];
  const legal = view.legal.map((id): LegalMove => ({ id, kind: moves[id]?.kind ?? "", text: moves[id]?.text ?? "" }));
  return { ...view, legal } as unknown as View;
}

let shown: Record<string, unknown> | null = null;

function lay(view: Compact, told: EventShown[] = [], more: { asked?: number; advised?: number[] } = {}) {
  const material = fixture.materials[view.game] as Material;
  const play = vi.fn<(id: number) => void>();
  const full = whole(view);
  const props = {
    view: full,
    near: view.seat ?? "cleopatra",
    moves: new Moves(material),
    material,
    legal: full.legal,
    play,
    names: NAMES,
    told,
    advised: more.advised ?? [],
    asked: more.asked ?? null,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
  return { root: document.body, play, material };
}

const all = (root: Element, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
const moveIds = (root: Element) => all(root, "[data-move]").map((each) => Number(each.getAttribute("data-move")));
function click(element: Element | null | undefined): void {
  (element as HTMLElement).click();
  flushSync();
}

beforeAll(async () => {
  await start();
  await learnWords("cleopatra");
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

describe.each(LANGUAGES)("the words in %s", (language) => {
  beforeAll(() => speak(language, false));

  it("put every event into words", () => {
    expect(fixture.events).toHaveLength(44);
    for (const told of fixture.events) {
      expect(has(`cleopatra:told.${told.key}`) || has(`cleopatra:told.${told.key}_other`), told.key).toBe(true);
      const said = sayings.told(told);
      expect(said, told.key).not.toMatch(/\{\{|undefined|told\.|cleopatra:/);
      expect(said.length).toBeGreaterThan(4);
    }
  });

  it("give the reason of a vote that philosophers turn, and of a special one, and the log its clause", () => {
    const found = (key: string) => fixture.events.find((each) => each.key === key) as EventShown;
    expect(sayings.told(found("vote-turned"))).toMatch(/philosopher|filozof|filosof/);
    expect(sayings.told(found("special-vote"))).toMatch(/special|mimořádná|buitengewone/i);
    for (const key of ["vote-turned", "special-vote"])
      for (const game of ["caesar-cleopatra-1997", "caesar-cleopatra-2024"] as const) {
        const told = votes[game].find((each) => each.key === key) as EventShown;
        expect(told.text).toContain(`(${told.rule})`);
      }
  });

  it("put busts into the bag and shuffle vote cards", () => {
    const found = (key: string) => sayings.told(fixture.events.find((each) => each.key === key) as EventShown);
    expect(found("busts-back")).toMatch(/bag|sáčku|zak/);
    expect(found("calls-back")).toMatch(/shuffled|míchají|geschud/);
    expect(found("bust-left")).toMatch(/bust/i);
  });

  it("put every move into words that tell it from the others", () => {
    for (const material of Object.values(fixture.materials)) {
      const said = material.moves.map((move) => sayings.move(move));
      for (const text of said) expect(text).not.toMatch(/\{\{|undefined|move\.|cleopatra:/);
      expect(new Set(said).size).toBe(said.length);
    }
  });

  it("name an announced action card as its move", () => {
    const named = fixture.events.find((each) => each.key === "named") as EventShown;
    for (const material of Object.values(fixture.materials))
      for (const { id, kind, parts, ...move } of material.moves)
        if (["assassinate", "scout", "wrath", "castle", "spy"].includes(kind))
          expect(sayings.told({ ...named, move: { id, kind, parts } }), move.text).toContain(
            sayMove({ kind, parts }),
          );
  });

  it("say why a game is over", () => {
    for (const told of fixture.events.filter((each) => each.key === "ended"))
      expect(reason(String(told["reason"]))).not.toBe("");
    for (const code of ["all-won", "no-influence-cards", "no-place", "four-passes"])
      expect(reason(code), code).not.toBe("");
    expect(reason("unheard-of")).toBe("");
  });

  it("have all that the lessons say", () => {
    for (const lesson of Object.values(lessons))
      for (const { title, say, moves } of lesson?.chapters ?? [])
        for (const key of [title, say, ...moves.flatMap((move) => [move.say, ...(move.then ? [move.then] : [])])])
          expect(has(`cleopatra:${key}`), key).toBe(true);
  });

  it(
    "are there for whatever a board shows",
    () => {
      const missing = vi.spyOn(console, "error").mockImplementation(() => {});
      for (const { view, told } of Object.values(fixture.samples)) {
        lay(view, told);
        for (const pick of all(document.body, ".hand [data-pick]")) click(pick);
        if (shown) void unmount(shown);
        document.body.replaceChildren();
      }
      shown = null;
      expect(missing.mock.calls.map((call) => String(call[0]))).toEqual([]);
      missing.mockRestore();
    },
    PATIENCE,
  );
});

describe("every legal move can be made", () => {
  it.each(Object.keys(fixture.samples))("in %s", (key) => {
    const { view, told } = fixture.samples[key]!;
    const { root, play } = lay(view, told);
    const reached = new Set(moveIds(root));
    const picks = all(root, "[data-pick]").map((each) => each.getAttribute("data-pick"));
    for (const pick of new Set(picks)) {
      click(root.querySelector(`[data-pick="${pick}"]`));
      for (const id of moveIds(root)) reached.add(id);
      root.querySelector(".board")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      flushSync();
    }
    expect([...reached].sort((a, b) => a - b)).toEqual([...view.legal].sort((a, b) => a - b));
    expect(play).not.toHaveBeenCalled();
  });

  it("and a castling's two groups are chosen on the board", () => {
    const { view } = fixture.samples["2024-turn"]!;
    const castlings = fixture.materials[view.game]!.moves.filter((move) => move.kind === "castle");
    const sides = structuredClone(view["sides"]) as Record<string, { hand: { actions: string[] } }>;
    sides[view.seat ?? ""]?.hand.actions.push("castling");
    const { root, play } = lay({ ...view, sides, legal: castlings.map((move) => move.id) });
    const plaque = (group: string) => root.querySelector(`.column[data-group="${group}"] .plaque`);
    for (const { id, parts } of castlings) {
      click(root.querySelector('.hand [data-pick="castling"]'));
      expect(moveIds(root)).toEqual([]);
      expect(plaque(parts["first"]!)?.getAttribute("data-pick")).toBe(`group ${parts["first"]}`);
      click(plaque(parts["first"]!));
      expect(plaque(parts["second"]!)?.getAttribute("data-move")).toBe(String(id));
      click(plaque(parts["second"]!));
      expect(play).toHaveBeenLastCalledWith(id);
    }
    expect(play).toHaveBeenCalledTimes(castlings.length);
  });

  it("and a click makes it", () => {
    const { view } = fixture.samples["2024-turn"]!;
    const { root, play } = lay(view);
    click(root.querySelector(".hand [data-pick]"));
    const zone = root.querySelector(".zone");
    click(zone);
    expect(play).toHaveBeenCalledWith(Number(zone?.getAttribute("data-move")));
  });

  it("and what is not legal is tried, so that the server can say why", () => {
    const { view } = fixture.samples["2024-opening"]!;
    const { root, play, material } = lay(view);
    click(root.querySelector('.hand [data-pick="3"]'));
    click(root.querySelector('.column[data-group="censors"] .plaque'));
    const id = play.mock.calls[0]?.[0] ?? -1;
    expect(material.moves[id]?.text).toBe("3 face down at censors");
    expect(view.legal).not.toContain(id);
  });
});

describe("what nobody may see", () => {
  const spectators = Object.entries(fixture.samples).filter(([, sample]) => sample.spectator);

  it.each(spectators.map(([key]) => key))("is not offered to a spectator of %s", (key) => {
    const { root } = lay(fixture.samples[key]!.spectator!);
    expect(all(root, "[data-move], [data-pick]")).toEqual([]);
    expect(root.querySelector("section.hand")).toBeNull();
  });

  it("is not told by the veto window: it looks the same with and without a veto", () => {
    const look = (key: string) => {
      const { root } = lay(fixture.samples[key]!.view);
      const answers = root.querySelector(".answers")?.cloneNode(true) as Element;
      for (const each of answers.querySelectorAll("[data-move]")) each.removeAttribute("data-move");
      if (shown) void unmount(shown);
      shown = null;
      document.body.replaceChildren();
      return answers.innerHTML;
    };
    for (const edition of ["1997", "2024"]) expect(look(`${edition}-vetoing`)).toBe(look(`${edition}-vetoing-veto`));
  });

  it("shows the other side the same announcement", () => {
    const { view, other } = fixture.samples["2024-vetoing"]!;
    const mine = lay(view).root.querySelector(".named")?.textContent;
    if (shown) void unmount(shown);
    document.body.replaceChildren();
    expect(lay(other!).root.querySelector(".named")?.textContent).toBe(mine);
  });
});

describe("the board", () => {
  it("says why a vote was held and why the lower sum won, the special vote before the one that the bust brought", () => {
    const [view, told] = [fixture.samples["2024-turn"]?.view as Compact, votes["caesar-cleopatra-2024"]];
    const at = (key: string) => ({ ...(told.find((each) => each.key === key) as EventShown), group: "aediles" });
    const { root } = lay(view, [at("special-vote"), at("vote"), at("vote-turned")]);
    const [vote, ...others] = all(root, ".vote");
    expect(others).toEqual([]);
    expect(vote?.textContent).toContain("Φ");
    const said = [at("special-vote"), at("vote"), at("vote-turned")].map((each) => sayings.told(each)).join(". ");
    expect([vote?.title, vote?.querySelector(".unseen")?.textContent]).toEqual([said, said]);
  });
  it("marks advice, and draws a move that waits for confirmation as half made", () => {
    const { view } = fixture.samples["2024-turn"]!;
    const first = view.legal[0] as number;
    const { root } = lay(view, [], { advised: [first], asked: first });
    expect(all(root, ".hand .advice")).toHaveLength(1);
    expect(all(root, "li.asked")).toHaveLength(1);
  });

  it(
    "names things once, so that they can fly",
    () => {
      for (const { view, told } of Object.values(fixture.samples)) {
        const { root } = lay(view, told);
        const things = all(root, "[data-thing]").map((each) => each.getAttribute("data-thing"));
        expect(new Set(things).size).toBe(things.length);
        if (shown) void unmount(shown);
        document.body.replaceChildren();
      }
      shown = null;
    },
    PATIENCE,
  );

  it.each([...LANGUAGES].reverse())(
    "begins with a capital what is to be done with a picked philosopher (%s)",
    async (language) => {
      await speak(language, false);
      const { root } = lay(fixture.samples["2024-turn-late"]!.view);
      click(all(root, ".hand [data-pick]").find((each) => each.getAttribute("data-pick")?.includes("philosopher")));
      expect(root.querySelector(".decision .prompt")?.textContent).toMatch(/^(Philosopher|Filozof|Filosoof): /);
    },
  );

  it.each([
    ["cs", "14\u00a0%"],
    ["nl", "14%"],
    ["en", "14%"],
  ] as const)("writes the chance of a group as %s does", async (language, written) => {
    await speak(language, false);
    const { root } = lay(fixture.samples["2024-turn"]!.view);
    expect(all(root, ".plaque .chance").map((each) => each.textContent)).toEqual(Array(5).fill(written));
    expect(all(root, ".votes .odds small").map((each) => each.textContent)).toEqual(Array(7).fill(written));
  });

  it("shows what was chosen early as planned", () => {
    const { view } = fixture.samples["2024-opening"]!;
    const { root } = lay({ ...view, chosen: ["3 face down at praetors"] });
    expect(root.querySelector('.column[data-group="praetors"] .near .planned')).not.toBeNull();
  });

  it.each(OPEN_KEYS)("says every card of the table to a screen reader at %s", (stage) => {
    const { view } = fixture.samples[`2024-${stage}`] ?? fixture.samples["2024-turn"]!;
    const { root } = lay(view);
    const sides = view["sides"] as Record<string, { table: Record<string, unknown[]> }>;
    const count = Object.values(sides)
      .flatMap((side) => Object.values(side.table))
      .flat().length;
    expect(all(root, ".column .fan > li:not(.unseen)")).toHaveLength(count);
    for (const card of all(root, ".column .fan > li:not(.unseen)"))
      expect(card.querySelector(".unseen, [aria-label]")).not.toBeNull();
  });
});

it("adds up what can be seen, and counts what cannot", () => {
  const cards = [
    { card: "5", up: true },
    { card: "philosopher", up: true },
    { card: "?", up: false },
    { card: "3", up: false },
  ];
  expect(sumOf(cards)).toEqual({ known: 8, open: 5, hidden: 1, philosophers: 1 });
  expect(without(["1", "1", "2"], ["1"])).toEqual(["1", "2"]);
});

it("shows the score sheet with words and the winner", () => {
  const sheet = [
    { key: "patricians", points: [2, 1], group: "praetors", of: 5, left: 2 },
    { key: "mission", points: [2, 0], missions: ["most-censors", "one-of-every"] },
    { key: "count", points: [0, 0], patricians: [2, 1] },
    { key: "total", points: [4, 1] },
  ];
  shown = mount(Sheet, {
    target: document.body,
    props: {
      sheet,
      seats: ["cleopatra", "caesar"],
      names: NAMES,
      winners: [0],
      view: whole(fixture.samples["2024-over"]!.view),
    },
  });
  flushSync();
  expect(document.body.querySelectorAll("tbody tr")).toHaveLength(3);
  expect(document.body.querySelector("tfoot")?.textContent).toContain("4");
  expect(document.body.textContent).not.toContain("{{");
});

it(
  "nobody is on turn after a match that ended early",
  () => {
    for (const [name, { view }] of Object.entries(fixture.samples)) {
      lay({ ...ended(whole(view)), legal: [] } as unknown as Compact);
      expect(document.querySelector(".decision .prompt")?.textContent, name).toBe("");
      expect(moveIds(document.body), name).toEqual([]);
      if (shown) void unmount(shown);
      shown = null;
      document.body.replaceChildren();
    }
  },
  PATIENCE,
);
