// A table that two people play on one screen: at no moment does the page hold what the one who is shown may not know.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";

import { loadGame } from "../../src/lib/loadedGame";
import type { Entry, LegalMove, Material, EventShown, View } from "../../src/lib/types";
import { start } from "../../src/lib/words.svelte";
import Announcer from "../../src/shell/Announcer.svelte";
import Review from "../../src/views/Review.svelte";
import Table from "../../src/views/Table.svelte";
import { entries, FakeSocket, snapshot, tableOf } from "./wire";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const GAME = "caesar-cleopatra-2024";
const fixture = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/cleopatra.json"), "utf8")) as {
  materials: Record<string, Material>;
  samples: Record<string, Record<"view" | "other" | "spectator", View & { legal: unknown[] }>>;
};
const { view: caesar, other: cleopatra, spectator } = fixture.samples["2024-vetoing"]!;
const SEEN = [cleopatra, caesar];

const told = (card: string): EventShown => ({
  kind: "placed",
  key: card === "?" ? "placed-unseen" : "placed-down",
  rule: "CC24-T2",
  actor: "cleopatra",
  seat: "cleopatra",
  text: "",
  card,
  group: "aediles",
  place: 0,
});
const laid = (version: number, card: string): Entry => ({
  version,
  kind: "move",
  seat: 0,
  at: 1,
  events: [told(card)],
});
/** What only Cleopatra may read in the log. */
const SECRET = /lays face down at the aediles/;
const PUBLIC = /lays a card face down at the aediles/;

/** The table as somebody sees it after a number of moves of Cleopatra's. */
function seen(look: number | null, moves: number, awaited = [0]) {
  const view = look === null ? spectator : SEEN[look]!;
  const legal: LegalMove[] = look !== null && awaited.includes(look) ? [{ id: 0, kind: "", text: "" }] : [];
  const log = Array.from({ length: moves }, (_, k) => laid(k + 1, look === 0 ? "3" : "?"));
  return { version: moves, held: [0, 1], look, awaited, views: [{ ...view, legal }], entries: log };
}

let shown: Record<string, unknown>[];
let states: string[];
let observer: MutationObserver;
/** Let the page draw as it does by itself, so that every state of it is seen. */
const drawn = () => new Promise((done) => setTimeout(done));
/** What is said waits for the frame that shows it. */
const said = (text: RegExp) =>
  vi.waitFor(() => expect(document.querySelector("[data-announcer]")?.textContent).toMatch(text));
const page = () => document.body.textContent ?? "";
const curtain = () => document.querySelector<HTMLElement>(".curtain button");

function answer(path: string): Response {
  const answers: Record<string, unknown> = {
    "/api/visitors": { key: null },
    "/api/games": [{ name: GAME, title: "Caesar & Cleopatra", family: "cleopatra" }],
    [`/api/games/${GAME}/material`]: fixture.materials[GAME],
  };
  return new Response(JSON.stringify(answers[path]), { headers: { "content-type": "application/json" } });
}

beforeAll(async () => {
  vi.stubGlobal("fetch", async (path: string) => answer(path));
  await start();
  await loadGame(GAME); // it takes its time on a busy machine
}, 60_000);
beforeEach(async () => {
  vi.stubGlobal("fetch", async (path: string) => answer(path));
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  shown = [mount(Announcer, { target: document.body }), mount(Table, { target: document.body, props: { id: "t" } })];
  await vi.waitFor(() => FakeSocket.last, 20_000);
  FakeSocket.last.opens();
  FakeSocket.last.says(snapshot({ ...seen(null, 1), table: tableOf("live") }));
  await vi.waitFor(() => expect(curtain()).not.toBeNull(), 20_000);
  // Every state of the page that could be drawn while the curtain is closed.
  states = [];
  observer = new MutationObserver(() => {
    if (curtain()) states.push(page());
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
});
afterEach(async () => {
  observer.disconnect();
  for (const each of shown) await unmount(each);
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("the log and the announcer are those of who opened the curtain, and a spectator's behind it", async () => {
  const socket = FakeSocket.last;
  expect(page()).toMatch(PUBLIC);
  curtain()?.click();
  await drawn();
  expect(socket.orders("look")).toEqual([{ do: "look", seat: 0 }]);
  socket.says(snapshot(seen(0, 1)));
  await drawn();
  expect(page()).toMatch(SECRET);
  await said(SECRET);
  expect(document.querySelector(".stage")).not.toBeNull();

  // Cleopatra has moved; what she is told of it comes with the news that it is for Caesar to decide.
  const { views } = seen(0, 2, [1]);
  socket.says(entries({ from: 1, version: 2, look: 0, awaited: [1], views, entries: [laid(2, "3")] }));
  await drawn();
  expect(curtain()?.textContent).toMatch(/Caesar/);
  expect(document.querySelector(".stage")).toBeNull();
  expect(page()).not.toMatch(SECRET);
  expect(socket.orders("look").at(-1)).toEqual({ do: "look", seat: null });
  socket.says(snapshot(seen(null, 2, [1])));
  await drawn();
  expect(page()).not.toMatch(SECRET);
  await said(PUBLIC);

  curtain()?.click();
  await drawn();
  expect(document.querySelector(".stage"), "nothing is drawn before it is Caesar's").toBeNull();
  socket.says(snapshot(seen(1, 2, [1])));
  await drawn();
  expect(document.querySelector(".stage")).not.toBeNull();
  expect(page()).toMatch(PUBLIC);
  expect(page()).not.toMatch(SECRET);
  expect(states.length).toBeGreaterThan(0);
  for (const state of states) expect(state).not.toMatch(SECRET);
});

it("the curtain falls again if the turn comes back before the next one has opened it", async () => {
  const socket = FakeSocket.last;
  curtain()?.click();
  await drawn();
  socket.says(snapshot(seen(0, 1)));
  socket.says(
    entries({ from: 1, version: 2, look: 0, awaited: [1], views: seen(0, 2, [1]).views, entries: [laid(2, "3")] }),
  );
  await drawn();
  expect(curtain()).not.toBeNull();
  socket.says(snapshot(seen(null, 2, [1])));
  socket.says(
    entries({ from: 2, version: 3, look: null, awaited: [0], views: seen(null, 3).views, entries: [laid(3, "?")] }),
  );
  await drawn();
  expect(curtain()?.textContent).toMatch(/Cleopatra/);
  expect(page()).not.toMatch(SECRET);
});

it("a match that goes on is looked back at as a spectator until somebody says as whom", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const look = /seat=(\d)/.exec(path)?.[1];
    const now = seen(look === undefined ? null : Number(look), 1);
    if (path.includes("/material")) return answer(path);
    const { version, views, entries } = now;
    const frame = {
      version,
      number: 0,
      turn: 0,
      seat: null,
      kind: "start",
      events: entries[0]?.events,
      view: views[0],
    };
    const said = path.includes("/film")
      ? { version, table: tableOf("live"), look: now.look, frames: [frame] }
      : snapshot({ ...now, table: tableOf("live") });
    return new Response(JSON.stringify(said), { headers: { "content-type": "application/json" } });
  });
  const target = document.body.appendChild(document.createElement("section"));
  const review = mount(Review, { target, props: { id: "t" } });
  await vi.waitFor(() => expect(target.querySelector(".stage")).not.toBeNull(), 20_000);
  expect(asked.filter((path) => path.includes("seat=") || path.includes("analysis"))).toEqual([]);
  expect(target.querySelector(".told")?.textContent).toMatch(PUBLIC);
  await unmount(review);
});
