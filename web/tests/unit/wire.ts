// A socket without a network, and messages as the server writes them (docs/server.md).
import type { Clock, Entry, TableMessage, TableShown, View } from "../../src/lib/types";

type Said = Record<string, unknown>;

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (!found) throw new Error("no socket was opened");
    return found;
  }

  readyState = 0;
  /** Whether pings are answered. */
  answers = true;
  sent: Said[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    const command = JSON.parse(text) as Said;
    this.sent.push(command);
    if (command["do"] === "ping" && this.answers)
      setTimeout(() => this.says({ type: "pong", version: 0, id: null, now: 0 }));
  }

  close(): void {
    this.readyState = 3;
  }

  // --- what the server and the network do

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  /** The commands of one kind that were sent. */
  orders(kind: string): Said[] {
    return this.sent.filter((each) => each["do"] === kind);
  }
}

export const CLOCK: Clock = { kind: "move", seconds: 60, increment: 0, left: [60, 60], running: [0], since: 1000 };

export function tableOf(status: TableShown["status"], more: Partial<TableShown> = {}): TableShown {
  const seat = (name: string) => ({
    seat: name,
    kind: "person" as const,
    level: null,
    name,
    open: false,
    here: true,
  });
  return {
    id: "t",
    game: "caesar-cleopatra-2024",
    title: "",
    options: {},
    clock: CLOCK,
    undo_allowed: true,
    hints: false,
    takeover: null,
    listed: false,
    games: 1,
    status,
    seats: [seat("cleopatra"), seat("caesar")],
    awaited: [0],
    draw: [],
    undo: null,
    taken_back: 0,
    rematch: [],
    next: null,
    result: null,
    commitment: "c",
    shares: [null, null],
    begins_by: null,
    secret: null,
    ...more,
  };
}

export function viewOf(seat: string | null): View {
  return { game: "caesar-cleopatra-2024", options: {}, seat, to_move: "cleopatra", stage: "act", legal: [] };
}

/** A move that everybody or somebody was told of. */
export function moved(version: number, seat: number, text: string, id?: unknown): Entry {
  const told = { kind: "placed", key: "placed", rule: "", actor: null, seat: "cleopatra", text };
  return { version, kind: "move", seat, at: 1, events: [told], ...(typeof id === "string" ? { id } : {}) };
}

const SEATS = ["cleopatra", "caesar"];
const seen = (look: unknown) => [viewOf(typeof look === "number" ? (SEATS[look] ?? null) : null)];

export function snapshot(more: Partial<TableMessage> & Said = {}): Said {
  return {
    type: "table",
    version: 0,
    table: tableOf("live"),
    held: [],
    look: null,
    from: 0,
    entries: [],
    views: seen(more["look"]),
    awaited: [0],
    clock: CLOCK,
    now: 1000,
    ...more,
  };
}

export function entries(more: Said & { entries?: Entry[] } = {}): Said {
  return {
    type: "entries",
    version: 1,
    from: 0,
    look: null,
    entries: [],
    views: seen(more["look"]),
    awaited: [0],
    clock: CLOCK,
    now: 1000,
    ...more,
  };
}
