// A live table fed with a server's messages: what the page knows after each of them.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { LiveTable } from "../../src/lib/live.svelte";
import { entries, FakeSocket, snapshot, tableOf } from "./wire";

let live: LiveTable;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => new Response('{"key": null}', { headers: { "content-type": "application/json" } }));
  FakeSocket.all = [];
  live = new LiveTable("t");
  await live.open();
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("who sits where", () => {
  it("who sits down holds the seat at once, and sees the match from it", () => {
    const socket = FakeSocket.last;
    socket.opens();
    socket.says(snapshot({ version: 1, held: [], table: tableOf("waiting") }));
    live.send({ do: "sit", seat: 1, name: "Marcus" });
    expect(live.held).toEqual([]);
    socket.says(entries({ from: 1, version: 3, table: tableOf("live"), held: [1], look: 1, entries: [{ version: 2, kind: "sit", seat: 1, at: 1, id: socket.sent.at(-1)?.["id"] as string }] }));
    expect(live.held).toEqual([1]);
    expect(live.waiting).toBe(0);
  });

  it("who gets up holds nothing any more", () => {
    const socket = FakeSocket.last;
    socket.opens();
    socket.says(snapshot({ version: 1, held: [0], look: 0, table: tableOf("waiting") }));
    socket.says(entries({ from: 1, version: 2, table: tableOf("waiting"), held: [], look: null }));
    expect(live.held).toEqual([]);
  });

  it("a message that says nothing about seats changes nothing in them", () => {
    const socket = FakeSocket.last;
    socket.opens();
    socket.says(snapshot({ version: 1, held: [0], look: 0 }));
    socket.says(entries({ from: 1, version: 2, look: 0 }));
    expect(live.held).toEqual([0]);
  });
});
