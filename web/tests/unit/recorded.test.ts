// A live table in stories that were recorded at a real server (fixtures/live.py): the page has to send what was sent
// there, and to know after every message what the server said.
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { LiveTable } from "../../src/lib/live.svelte";
import type { Command, ServerFrame } from "../../src/lib/types";
import recorded from "./fixtures/live.json";
import { FakeSocket } from "./wire";

type Step = { open: string } | { sent: Command } | { heard: ServerFrame } | { lost: true };

let live: LiveTable;
/** The ids that the page gave to the commands of the record. */
let ids: Map<string, string>;
/** What the page has sent over the present socket and was not looked at yet. */
const unread = () => (FakeSocket.last.sent as unknown as Command[]).filter((each) => each.do !== "ping").slice(read);
let read = 0;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal(
    "fetch",
    async () => new Response('{"key": null}', { headers: { "content-type": "application/json" } }),
  );
  FakeSocket.all = [];
  ids = new Map();
  read = 0;
  live = new LiveTable("t");
  await live.open();
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Do what the person at the page did; what the page sends by itself it must have sent already. */
function act(command: Command): void {
  if (command.do === "look") live.lookAs(command.seat);
  else if (command.do === "move") live.move(command.seat ?? 0, command.move as number);
  else if (command.do !== "sync") live.send(command);
}

function send(command: Command): void {
  act(command);
  const { id, ...sent } = unread()[0] ?? { do: "ping" };
  const { id: noted, ...expected } = command;
  expect(sent).toEqual(expected);
  if (noted && id) ids.set(noted, id);
  read += 1;
}

/** The message with the page's own ids in it. */
function renamed(message: ServerFrame): ServerFrame {
  const own = (key: string, value: unknown) => (key === "id" && ids.get(value as string)) || value;
  return JSON.parse(JSON.stringify(message, own)) as ServerFrame;
}

function hear(message: ServerFrame): void {
  FakeSocket.last.says(message);
  if (message.type !== "table" && message.type !== "entries") return;
  expect(live.version).toBe(message.version);
  expect(live.look).toBe(message.look);
  expect(live.view).toEqual(message.views[0] ?? null);
  expect(live.awaited).toEqual(message.awaited);
  if (message.table) expect([live.table, live.held]).toEqual([message.table, message.held]);
  const newest = message.entries.at(-1);
  if (newest && live.entries.length) expect(live.entries.at(-1)).toEqual(newest);
}

/** Let a story happen; `after` is called after every step. At the end nothing was sent that the record does not have. */
function replay(steps: unknown, after: (step: Step) => void = () => undefined): void {
  for (const step of steps as Step[]) {
    if ("open" in step) {
      expect(FakeSocket.last.url.split("?")[1]).toBe(step.open);
      read = 0;
      FakeSocket.last.opens();
    } else if ("sent" in step) send(step.sent);
    else if ("heard" in step) hear(renamed(step.heard));
    else {
      FakeSocket.last.breaks();
      vi.advanceTimersByTime(1000);
    }
    after(step);
  }
  expect(unread()).toEqual([]);
  expect(live.waiting).toBe(0);
}

const kinds = () => live.entries.map((entry) => entry.kind);
const versions = () => live.entries.map((entry) => entry.version);

it("a guest who comes by a link and sits down sees the match from the seat, and their own move in the log", () => {
  replay(recorded.guest);
  expect([live.held, live.look, live.view?.seat]).toEqual([[1], 1, "caesar"]);
  expect(versions()).toEqual([1, 2, 3, 4, 5]);
  expect(live.entries.at(-1)?.move?.text).toMatch(/face down/);
  expect(live.entries[3]?.move).toBeUndefined();
});

it("who gets up before the match holds nothing, and the seat is open to others", () => {
  const held: number[][] = [];
  replay(recorded.up, () => held.push(live.held));
  expect(held).toContainEqual([0]);
  expect([live.held, live.look, live.view]).toEqual([[], null, null]);
  expect(live.table?.seats.map((seat) => seat.open)).toEqual([true, true]);
  expect(kinds()).toEqual(["sit", "leave"]);
});

it("a shared screen knows after every step only what those eyes were sent", () => {
  replay(recorded.screen, () => {
    const laid = live.entries.find((entry) => entry.version === 4);
    if (laid) expect(laid.events?.[0]?.["card"] === "?").toBe(live.look !== 0);
    if (live.look === null) expect(live.view?.seat ?? null).toBeNull();
  });
  expect(versions()).toEqual([1, 2, 3, 4, 5]);
});

it("a move that is taken back is gone from the view and stays in the log", () => {
  const views: unknown[] = [];
  const asked: unknown[] = [];
  replay(recorded.undo, () => {
    views.push(live.view);
    asked.push(live.table?.undo);
  });
  expect(asked).toContainEqual({ seat: 0, reveals: false });
  expect(live.view).toEqual(views[1]);
  expect([live.table?.undo, live.table?.taken_back]).toEqual([null, 1]);
  expect(kinds().slice(3)).toEqual(["move", "undo-ask", "undo-answer", "undo"]);
  expect(live.entries.at(-1)?.keep).toBe(0);
});

it("a move that comes too late is refused, and what came first is known", () => {
  const waiting: number[] = [];
  replay(recorded.stale, () => waiting.push(live.waiting));
  expect(waiting).toEqual([0, 0, 1, 1, 0]);
  expect(live.refused?.code).toBe("stale");
  expect([live.version, kinds().at(-1)]).toEqual([4, "move"]);
  expect(live.view?.seat).toBe("cleopatra");
});

it("who comes back after a lost connection gets what was missed, and sends nothing twice", () => {
  const connections: string[] = [];
  replay(recorded.reconnect, () => connections.push(live.connection));
  expect(connections).toEqual(["opening", "open", "open", "lost", "lost", "open"]);
  expect(versions()).toEqual([1, 2, 3, 4, 5]);
  expect(live.told.map((told) => told.kind)).toEqual(["placed"]);
});

it("a match that is over says how it ended, and where the next one is when all have asked for it", () => {
  replay(recorded.end);
  expect([live.table?.status, live.table?.result?.how, live.awaited]).toEqual(["over", "resigned", []]);
  expect(live.table?.rematch).toEqual([0, 1]);
  expect(live.table?.next).toMatch(/^[\w-]+$/);
  expect(live.entries.at(-1)?.table).toBe(live.table?.next);
  expect(live.view?.legal).toEqual([]);
});

it("every story of the record is told here", () => {
  expect(Object.keys(recorded)).toEqual(["guest", "up", "screen", "undo", "stale", "reconnect", "end"]);
});
