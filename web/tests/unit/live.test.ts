// A live table fed with messages: what the page knows after each of them, and what it sends. See recorded.test.ts too.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { LiveTable } from "../../src/lib/live.svelte";
import type { Entry } from "../../src/lib/types";
import Clock from "../../src/shell/Clock.svelte";
import { CLOCK, entries, FakeSocket, moved, snapshot, tableOf, viewOf } from "./wire";

let live: LiveTable;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal(
    "fetch",
    async () => new Response('{"key": null}', { headers: { "content-type": "application/json" } }),
  );
  FakeSocket.all = [];
  live = new LiveTable("t");
  await live.open();
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A socket over which the first message came. */
function connected(first = snapshot()): FakeSocket {
  const socket = FakeSocket.last;
  socket.opens();
  socket.says(first);
  return socket;
}

/** All that the page could show of a table, as text. */
const known = () => JSON.stringify([live.view, live.entries, live.told, live.refused]);

describe("who sits where", () => {
  it("who sits down holds the seat at once, and sees the match from it", () => {
    const socket = connected(snapshot({ version: 1, table: tableOf("waiting") }));
    live.send({ do: "sit", seat: 1, name: "Marcus" });
    expect(live.held).toEqual([]);
    const sit: Entry = { version: 2, kind: "sit", seat: 1, at: 1, id: socket.orders("sit")[0]?.["id"] as string };
    socket.says(entries({ from: 1, version: 3, table: tableOf("live"), held: [1], look: 1, entries: [sit] }));
    expect(live.held).toEqual([1]);
    expect(live.view?.seat).toBe("caesar");
    expect(live.waiting).toBe(0);
    socket.says(
      snapshot({ version: 3, held: [1], look: 1, entries: [sit, { version: 3, kind: "start", seat: null, at: 1 }] }),
    );
    expect(live.entries.map((entry) => entry.kind)).toEqual(["sit", "start"]);
  });

  it("who gets up holds nothing any more", () => {
    const socket = connected(snapshot({ version: 1, held: [0], look: 0, table: tableOf("waiting") }));
    socket.says(entries({ from: 1, version: 2, table: tableOf("waiting"), held: [], look: null }));
    expect(live.held).toEqual([]);
    expect(live.look).toBeNull();
  });

  it("a message that says nothing about seats changes nothing in them", () => {
    const socket = connected(snapshot({ version: 1, held: [0], look: 0 }));
    socket.says(entries({ from: 1, version: 2, look: 0 }));
    expect(live.held).toEqual([0]);
  });

  it("who is here is known of the seats that somebody holds", () => {
    const seats = tableOf("waiting").seats.map((seat, k) => ({ ...seat, here: k ? null : true }));
    const socket = connected(snapshot({ version: 1, table: tableOf("waiting", { seats }) }));
    socket.says({ type: "here", version: 1, here: [] });
    expect(live.table?.seats.map((seat) => seat.here)).toEqual([false, null]);
  });
});

describe("a screen that is shared", () => {
  const shared = (look: number | null, ...told: string[]) =>
    snapshot({ version: told.length, held: [0, 1], look, entries: told.map((text, k) => moved(k + 1, 0, text)) });

  it("is looked at as a spectator until somebody opens the curtain", () => {
    const socket = connected(shared(null, "a card is laid"));
    expect(live.look).toBeNull();
    expect(live.view?.seat).toBeNull();
    live.lookAs(0);
    expect(socket.orders("look")).toEqual([{ do: "look", seat: 0 }]);
    expect(live.view).toBeNull();
    socket.says(shared(0, "a 3 is laid"));
    expect(live.view?.seat).toBe("cleopatra");
    expect(live.told.map((told) => told.text)).toEqual(["a 3 is laid"]);
  });

  it("forgets what the eyes before have seen as soon as others look", () => {
    const socket = connected(shared(null, "a card is laid"));
    live.lookAs(0);
    socket.says(shared(0, "a 3 is laid"));
    live.move(0, 5);
    socket.says(
      entries({
        from: 1,
        version: 2,
        look: 0,
        awaited: [1],
        entries: [moved(2, 0, "a 4 is drawn", socket.orders("move")[0]?.["id"])],
      }),
    );
    expect(known()).toContain("a 4 is drawn");
    live.lookAs(null);
    expect(known()).not.toMatch(/a 3|a 4|cleopatra/);
    socket.says(shared(null, "a card is laid", "a card is drawn"));
    expect(live.told.map((told) => told.text)).toEqual(["a card is drawn"]);
    live.lookAs(1);
    socket.says(shared(1, "a card is laid", "a card is drawn"));
    expect(known()).not.toMatch(/a 3|a 4/);
    expect(live.view?.seat).toBe("caesar");
  });

  it("takes nothing that was on its way for the eyes before but what everybody knows", () => {
    const socket = connected(shared(null, "a card is laid"));
    live.lookAs(0);
    socket.says(shared(0, "a 3 is laid"));
    live.lookAs(1);
    socket.says(entries({ from: 1, version: 2, look: 0, awaited: [1], entries: [moved(2, 0, "a 4 is drawn")] }));
    expect(known()).not.toContain("a 4");
    expect([live.version, live.awaited]).toEqual([2, [1]]);
    socket.says(shared(1, "a card is laid", "a card is drawn"));
    expect(live.entries.length).toBe(2);
  });

  it("is told what happened since the same seat looked last", () => {
    const socket = connected(shared(null));
    live.lookAs(1);
    socket.says(shared(1, "one"));
    live.lookAs(null);
    socket.says(shared(null, "one", "two"));
    live.lookAs(1);
    socket.says(shared(1, "one", "two", "three"));
    expect(live.told.map((told) => told.text)).toEqual(["two", "three"]);
  });

  it("does not show one seat what another was refused", () => {
    const socket = connected(shared(null));
    live.lookAs(0);
    socket.says(shared(0));
    live.move(0, 5);
    const refused = {
      type: "refused",
      version: 0,
      id: socket.orders("move")[0]?.["id"],
      error: { code: "illegal", message: "no veto in hand", rule: null },
    };
    live.lookAs(null);
    socket.says(refused);
    expect(live.refused).toBeNull();
    expect(live.waiting).toBe(0);
  });

  it("looks with the same eyes after a lost connection, from the beginning if it had not seen all", () => {
    const socket = connected(shared(null));
    live.lookAs(1);
    socket.breaks();
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.last.url).toContain("since=0&seat=1");
    connected(shared(1, "one"));
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.last.url).toContain("since=1&seat=1");
  });

  it("says again as whom to look if the server has not heard it", () => {
    live.lookAs(1); // the socket is not open yet
    const socket = connected(shared(null, "a card is laid"));
    expect(socket.orders("look")).toEqual([{ do: "look", seat: 1 }]);
    expect(live.view).toBeNull();
  });
});

describe("a connection over which nothing comes any more", () => {
  it("is known to be lost within eight seconds, and the move is sent again once over the next", () => {
    const dead = connected(snapshot({ held: [0], look: 0 }));
    dead.answers = false; // half open: it takes everything and brings nothing
    vi.advanceTimersByTime(1700);
    live.move(0, 7);
    expect(dead.orders("move").length).toBe(1);
    vi.advanceTimersByTime(8000);
    expect(live.connection).toBe("lost");
    expect(dead.readyState).toBe(3);
    const next = FakeSocket.last;
    expect(next).not.toBe(dead);
    next.opens();
    expect(next.orders("move")).toEqual([]);
    next.says(snapshot({ held: [0], look: 0 }));
    expect(live.connection).toBe("open");
    expect(next.orders("move")).toEqual(dead.orders("move"));
    next.says({ type: "done", version: 1, id: dead.orders("move")[0]?.["id"] });
    expect(live.waiting).toBe(0);
    vi.advanceTimersByTime(30_000);
    expect(next.orders("move").length).toBe(1);
    expect(live.connection).toBe("open");
  });

  it("does not send a move again that the table shows", () => {
    const dead = connected(snapshot({ held: [0], look: 0 }));
    live.move(0, 7);
    dead.breaks();
    expect(live.connection).toBe("lost");
    vi.advanceTimersByTime(1000);
    const next = connected(
      snapshot({ version: 1, held: [0], look: 0, entries: [moved(1, 0, "moved", dead.orders("move")[0]?.["id"])] }),
    );
    expect(next.orders("move")).toEqual([]);
    expect(live.waiting).toBe(0);
  });

  it("is not lost as long as it answers, and nobody asks while nobody looks", () => {
    const socket = connected();
    vi.advanceTimersByTime(60_000);
    expect(live.connection).toBe("open");
    const asked = socket.orders("ping").length;
    expect(asked).toBeGreaterThanOrEqual(20);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    vi.advanceTimersByTime(60_000);
    expect(socket.orders("ping").length).toBe(asked);
    live.move(0, 7); // but who waits for an answer does
    vi.advanceTimersByTime(3000);
    expect(socket.orders("ping").length).toBe(asked + 1);
    vi.restoreAllMocks();
  });

  it.each(["offline", "online"])("is asked at once when the device says that it is %s", (event) => {
    const socket = connected();
    socket.answers = false;
    vi.advanceTimersByTime(100);
    dispatchEvent(new Event(event));
    vi.advanceTimersByTime(4000);
    expect(live.connection).toBe("lost");
  });

  it("is tried again and again if it cannot even be opened", () => {
    for (let tries = 1; tries < 5; tries += 1) {
      expect(FakeSocket.all.length).toBe(tries);
      vi.advanceTimersByTime(8000);
      expect(live.connection).toBe("lost");
      vi.runOnlyPendingTimers();
    }
  });

  it("comes back no more when the server says why", () => {
    connected().breaks(4000, "unknown");
    expect(live.connection).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it("is caught up with when a ping tells of a newer version", () => {
    const socket = connected(snapshot({ version: 3 }));
    socket.says({ type: "pong", version: 5, id: null, now: 1000 });
    expect(socket.orders("sync")).toEqual([{ do: "sync", since: 3 }]);
    socket.says(entries({ from: 4, version: 5 }));
    expect(socket.orders("sync").length).toBe(2);
  });
});

describe("a clock", () => {
  const SERVER = 1_800_000_000;
  const clock = { ...CLOCK, since: SERVER };
  const face = () => {
    const target = document.createElement("div");
    const shown = mount(Clock, { target, props: { clock, seat: 0, time: () => live.time() } });
    flushSync();
    const text = target.querySelector('[role="timer"]')?.textContent;
    void unmount(shown);
    return text;
  };

  it.each([
    ["fast", 90],
    ["slow", -90],
    ["right", 0],
  ])("shows the right time left on a device whose own is %s by %i s", (_, wrong) => {
    vi.setSystemTime((SERVER + wrong) * 1000);
    const socket = connected(snapshot({ clock, now: SERVER + 0.5 }));
    expect(face()).toBe("1:00");
    vi.advanceTimersByTime(10_000);
    expect(face()).toBe("0:50");
    socket.says(entries({ version: 1, clock, now: SERVER + 8 })); // it took 2.5 s: the faster one knows better
    expect(face()).toBe("0:50");
    vi.setSystemTime((SERVER + 3600) * 1000); // somebody sets the device's clock
    expect(face()).toBe("0:50");
  });

  it("is as right as the fastest message", () => {
    const socket = connected(snapshot({ clock, now: SERVER - 4 }));
    expect(live.time()).toBeCloseTo(SERVER - 4, 3);
    socket.says({ type: "pong", version: 0, id: null, now: SERVER });
    expect(live.time()).toBeCloseTo(SERVER, 3);
  });
});

it("shows nothing of a view before there is one", () => {
  connected(snapshot({ views: [], table: tableOf("waiting") }));
  expect(live.view).toBeNull();
  FakeSocket.last.says(entries({ version: 1, views: [viewOf(null)], table: tableOf("live"), held: [] }));
  expect(live.view?.seat).toBeNull();
});
