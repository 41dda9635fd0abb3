// One table, live: what the server said last to the seat as which one looks.
import { ask } from "./api";
import { BASE } from "./base";
import { type Connection, Link } from "./link";
import type { Step } from "./moments";
import { shared } from "./shared";
import { ServerTime } from "./time";
import type {
  Clock,
  Command,
  EntriesFrame,
  Entry,
  Fault,
  ServerFrame,
  TableFrame,
  TableShown,
  EventShown,
  View,
} from "./types";

/** A seat, or null: a spectator. */
type Eyes = number | null;

/** The entries that change the position. */
const CHANGING = new Set<Entry["kind"]>(["start", "move", "undo"]);

/** A command's number that no other tab or reload gives again. */
function newId(): string {
  return `p-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`.slice(0, 40);
}

export class LiveTable {
  connection = $state<Connection>("opening");
  table = $state.raw<TableShown | null>(null);
  version = $state(0);
  held = $state.raw<number[]>([]);
  awaited = $state.raw<number[]>([]);
  clock = $state.raw<Clock | null>(null);
  /** As whom one looks: nothing below holds more than this seat may know. Who holds several seats says as which. */
  look = $state<Eyes>(null);
  view = $state.raw<View | null>(null);
  entries = $state.raw<Entry[]>([]);
  /** What happened since these eyes looked last, for boards that point at it. */
  told = $state.raw<EventShown[]>([]);
  refused = $state.raw<Fault | null>(null);
  /** Commands that were sent and not yet answered. */
  waiting = $state(0);
  /** EventShown of every change of the position that came while these eyes looked; null: it changed otherwise, as a whole. */
  onstep: (step: Step | null) => void = () => {};

  #link: Link;
  #time = new ServerTime();
  /** As which of several seats one wants to look. */
  #wish: Eyes = null;
  /** Whether `entries` are all that these eyes may see, up to `version`. */
  #isWhole = false;
  /** Up to which version everybody who looks here was told what happened. */
  #toldTo = new Map<Eyes, number>();
  /** As whom one looked when a command was sent. */
  #senders = new Map<string, Eyes>();

  constructor(readonly id: string) {
    this.#link = new Link({
      address: () => this.#address(),
      hear: (message) => this.#hear(message),
      change: (now, reason) => {
        this.connection = now;
        if (now === "closed") this.refused = { code: reason || "unknown", message: reason, rule: null };
      },
    });
  }

  async open(): Promise<void> {
    const key = new URLSearchParams(location.hash.slice(1)).get("key");
    if (key) {
      history.replaceState(history.state, "", location.pathname);
      await ask("POST", `/api/tables/${this.id}/claim`, { key });
    }
    await ask("POST", "/api/visitors");
    this.#link.open();
  }

  close(): void {
    this.#link.close();
  }

  /** The server's time now, in seconds. */
  time(): number {
    return this.#time.now();
  }

  /** Send a command; it is sent again after a lost connection, and applied once. */
  send(command: Command): void {
    const id = newId();
    this.refused = null;
    this.#senders.set(id, this.look);
    this.#link.send({ ...command, id });
    this.waiting = this.#link.waiting;
  }

  move(seat: number, id: number): void {
    this.send({ do: "move", version: this.version, seat, move: id });
  }

  /** Look as one of several seats, or as a spectator: what the eyes before have seen is forgotten at once. */
  lookAs(seat: Eyes): void {
    if (seat === this.#wish) return;
    this.#wish = seat;
    this.#forget(this.#eyes(this.held));
    this.#link.tell({ do: "look", seat });
  }

  #address(): string {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.#wish === null ? "" : `&seat=${this.#wish}`;
    return `${scheme}://${location.host}${BASE}/api/tables/${this.id}/live?since=${this.#isWhole ? this.version : 0}${seat}`;
  }

  /** As whom the server lets one look who holds some seats. */
  #eyes(held: number[]): Eyes {
    if (this.#wish !== null && held.includes(this.#wish)) return this.#wish;
    return held.length === 1 ? (held[0] ?? null) : null;
  }

  #forget(eyes: Eyes): void {
    this.look = eyes;
    this.#isWhole = false;
    this.view = null;
    this.entries = [];
    this.told = [];
    this.refused = null;
    this.onstep(null);
  }

  #settle(id: string | null | undefined): Eyes | undefined {
    if (!this.#link.settle(id)) return undefined;
    this.waiting = this.#link.waiting;
    const sender = this.#senders.get(id ?? "");
    this.#senders.delete(id ?? "");
    return sender;
  }

  #sync(): void {
    this.#link.tell({ do: "sync", since: this.#isWhole ? this.version : 0 });
  }

  #hear(message: ServerFrame): void {
    if ("now" in message) this.#time.hear(message.now);
    switch (message.type) {
      case "refused": {
        // What was refused to another seat is none of this one's business.
        const sender = this.#settle(message.id);
        if (sender === undefined || sender === this.look) this.refused = message.error;
        return;
      }
      case "done":
        this.#settle(message.id);
        return;
      case "here":
        if (this.table) {
          const seats = this.table.seats.map((seat, number) => ({
            ...seat,
            here: seat.here === null ? null : message.here.includes(number),
          }));
          this.table = { ...this.table, seats };
        }
        return;
      case "pong":
        if (message.version > this.version) this.#sync();
        return;
      case "entries":
        for (const entry of message.entries) this.#settle(entry.id);
        if (message.from === this.version) this.#take(message);
        else if (message.version > this.version) this.#sync();
        return;
      case "table":
        for (const entry of message.entries) this.#settle(entry.id);
        this.#take(message);
    }
  }

  /** Take what everybody may know, and what these eyes may: nothing of what was sent for others. */
  #take(message: TableFrame | EntriesFrame): void {
    const since = this.version;
    this.version = message.version;
    this.table = message.table ?? this.table;
    this.held = message.held ?? this.held;
    this.awaited = message.awaited;
    this.clock = message.clock;
    const eyes = this.#eyes(this.held);
    if (eyes !== this.look) this.#forget(eyes);
    if (message.look !== eyes) {
      // It was on its way when one wished to look as another, or the wish was not heard.
      if (message.type === "table") this.#link.tell({ do: "look", seat: eyes });
      return;
    }
    const before = this.view;
    this.view = shared(before, message.views[0] ?? null);
    const begins = message.type === "table" ? message.from === 0 : false;
    if (!begins && !this.#isWhole) return this.#sync();
    const seen = begins ? 0 : (this.entries.at(-1)?.version ?? 0);
    const fresh = message.entries.filter((entry) => entry.version > seen);
    if (begins) this.entries = fresh;
    else if (fresh.length) this.entries = [...this.entries, ...fresh];
    this.#isWhole = true;
    this.#tell(eyes);
    const changes = fresh.filter((entry) => CHANGING.has(entry.kind));
    const isPlayed = message.type === "entries" && changes.every((entry) => entry.kind === "move");
    if (!isPlayed || !before) this.onstep(null);
    else if (this.view && changes.length)
      this.onstep({ before, after: this.view, told: changes.flatMap((entry) => entry.events ?? []), since });
  }

  /** Tell what happened since these eyes looked last; who looks for the first time is told the last move. */
  #tell(eyes: Eyes): void {
    const last = this.entries.findLast((entry) => entry.kind === "move")?.version ?? 0;
    const since = this.#toldTo.get(eyes) ?? last - 1;
    const fresh = this.entries.filter((entry) => entry.version > since);
    if (fresh.length) this.told = fresh.flatMap((entry) => entry.events ?? []);
    this.#toldTo.set(eyes, this.version);
  }
}
