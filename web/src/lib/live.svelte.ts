// One table, live: what the server said last, kept up to date over a socket that comes back by itself.
import { ask, Refused } from "./api";
import type { Clock, Entry, Fault, TableMessage, TableShown, Told, View } from "./types";

interface EntriesMessage {
  type: "entries";
  version: number;
  from: number;
  entries: Entry[];
  views: View[];
  awaited: number[];
  clock: Clock;
  /** With it comes `held`: both are sent when something in the table changed. */
  table?: TableShown;
  held?: number[];
}

type Message =
  | TableMessage
  | EntriesMessage
  | { type: "refused"; version: number; id: string | null; error: Fault }
  | { type: "done"; version: number; id: string }
  | { type: "here"; version: number; here: number[] }
  | { type: "pong"; version: number };

export type Connection = "opening" | "open" | "lost" | "closed";

const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;

/** A command's number that no other tab or reload gives again. */
function newId(): string {
  return `p-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`.slice(0, 40);
}

export class LiveTable {
  connection = $state<Connection>("opening");
  table = $state.raw<TableShown | null>(null);
  version = $state(0);
  held = $state.raw<number[]>([]);
  views = $state.raw<View[]>([]);
  awaited = $state.raw<number[]>([]);
  clock = $state.raw<Clock | null>(null);
  entries = $state.raw<Entry[]>([]);
  /** What the last message told, for boards that point at it. */
  told = $state.raw<Told[]>([]);
  refused = $state.raw<Fault | null>(null);
  /** Commands that were sent and not yet answered. */
  waiting = $state(0);
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = 0;

  #socket: WebSocket | null = null;
  #pending = new Map<string, Record<string, unknown>>();
  #tries = 0;
  #closed = false;
  #ping: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    if (key) {
      history.replaceState(history.state, "", location.pathname);
      await ask("POST", `/api/tables/${this.id}/claim`, { key });
    }
    await ask("POST", "/api/visitors");
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#ping = setInterval(() => this.#socket?.readyState === WebSocket.OPEN && this.#send({ do: "ping" }), PING_EVERY);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#again);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  /** Send a command; it is sent again after a lost connection, and applied once. */
  send(order: Record<string, unknown>): void {
    const id = newId();
    const command = { id, ...order };
    this.refused = null;
    this.#pending.set(id, command);
    this.waiting = this.#pending.size;
    this.#send(command);
  }

  move(seat: number, id: number): void {
    this.send({ do: "move", version: this.version, seat, move: id });
  }

  #send(command: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #hurry = (): void => {
    if (this.connection === "lost" && document.visibilityState === "visible") {
      clearTimeout(this.#again);
      this.#connect();
    }
  };

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.table === null ? 0 : this.version;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?since=${since}`);
    this.#socket?.close();
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as Message);
    socket.onopen = () => {
      this.connection = "open";
      this.#tries = 0;
      for (const command of this.#pending.values()) this.#send(command);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return;
      if (event.code === 4000) {
        this.connection = "closed";
        this.refused = { code: event.reason || "unknown", message: event.reason, rule: null };
        return;
      }
      this.connection = "lost";
      this.#tries += 1;
      const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
      this.#again = setTimeout(() => this.#connect(), wait);
    };
  }

  #settle(id: string | null | undefined): void {
    if (id && this.#pending.delete(id)) this.waiting = this.#pending.size;
  }

  #receive(message: Message): void {
    switch (message.type) {
      case "refused":
        this.#settle(message.id);
        this.refused = message.error;
        return;
      case "done":
        this.#settle(message.id);
        return;
      case "here":
        if (this.table) {
          const seats = this.table.seats.map((seat, number) => ({ ...seat, here: message.here.includes(number) }));
          this.table = { ...this.table, seats };
        }
        return;
      case "pong":
        if (message.version > this.version) this.#send({ do: "sync", since: this.version });
        return;
      case "entries":
        if (message.from !== this.version) {
          this.#send({ do: "sync", since: this.version });
          return;
        }
        this.#take(message, message.table ?? this.table, message.held ?? this.held);
        return;
      case "table":
        this.#take(message, message.table, message.held);
    }
  }

  #take(message: TableMessage | EntriesMessage, table: TableShown | null, held: number[]): void {
    for (const entry of message.entries) this.#settle(entry.id);
    const seen = this.entries.at(-1)?.version ?? 0;
    const fresh = message.entries.filter((entry) => entry.version > seen);
    this.ahead = Math.max(this.ahead, ...fresh.map((entry) => entry.at - Date.now() / 1000), this.ahead || -Infinity);
    this.version = message.version;
    this.table = table;
    this.held = held;
    this.views = message.views;
    this.awaited = message.awaited;
    this.clock = message.clock;
    if (fresh.length) {
      this.entries = [...this.entries, ...fresh];
      this.told = fresh.flatMap((entry) => entry.events ?? []);
    }
  }
}

/** Say what went wrong in words for people. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refused) return error.fault;
  return { code: "error", message: error instanceof Error ? error.message : String(error), rule: null };
}
