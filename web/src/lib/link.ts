// A socket that comes back by itself: it notices when nobody answers any more, and sends again what was not answered.
import type { Command, ServerFrame } from "./types";

export type Connection = "opening" | "open" | "lost" | "closed";

/** So often one asks whether the server is still there, while somebody looks or waits. */
export const PING_EVERY = 3000;
/** So long an answer may take; with the time between two pings, a dead connection is known after 7 seconds. */
export const PONG_WITHIN = 4000;
const OPEN_WITHIN = 8000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

interface Ends {
  /** Where to connect to, asked anew every time. */
  address: () => string;
  hear: (message: ServerFrame) => void;
  /** The connection is another; with "closed" comes the server's reason, and it does not come back. */
  change: (now: Connection, reason: string) => void;
}

export class Link {
  #socket: WebSocket | null = null;
  /** Whether the present socket has brought anything yet. */
  #hasHeard = false;
  #pending = new Map<string, Command>();
  #tries = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly ends: Ends) {}

  open(): void {
    this.#connect();
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#ticking = setInterval(() => {
      if (document.visibilityState === "visible" || this.#pending.size) this.#ask();
    }, PING_EVERY);
  }

  close(): void {
    clearInterval(this.#ticking);
    clearTimeout(this.#again);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** How many commands were sent and are not answered. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** Send a command until it is settled: again after every lost connection. The server applies an `id` once. */
  send(command: Command & { id: string }): void {
    this.#pending.set(command.id, command);
    if (this.#hasHeard) this.tell(command);
  }

  /** Note that a command was answered; tell whether it was waited for. */
  settle(id: string | null | undefined): boolean {
    return typeof id === "string" && this.#pending.delete(id);
  }

  /** Say something that need not be said again. */
  tell(command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.ends.address());
    this.#socket = socket;
    this.#doubt = setTimeout(() => this.#lose(), OPEN_WITHIN);
    socket.onopen = () => {
      clearTimeout(this.#doubt);
      this.#doubt = undefined;
      this.#ask();
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerFrame;
      if (message.type === "pong") {
        clearTimeout(this.#doubt);
        this.#doubt = undefined;
      }
      const isFirst = !this.#hasHeard;
      this.#hasHeard = true;
      this.#tries = 0;
      if (isFirst) this.ends.change("open", "");
      this.ends.hear(message);
      if (isFirst) for (const command of this.#pending.values()) this.tell(command);
    };
    socket.onclose = (event) => {
      if (event.code !== 4000) return this.#lose();
      this.close();
      this.ends.change("closed", event.reason);
    };
  }

  /** Ask whether the server is there; who does not answer in time is gone, whatever the socket says. */
  #ask(): void {
    if (this.#doubt !== undefined || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#doubt = setTimeout(() => this.#lose(), PONG_WITHIN);
    this.tell({ do: "ping" });
  }

  #hurry = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#socket !== null) return this.#ask();
    clearTimeout(this.#again);
    this.#connect();
  };

  /** Give up the socket without waiting for its farewell: over a dead connection none comes. */
  #drop(): void {
    clearTimeout(this.#doubt);
    this.#doubt = undefined;
    this.#hasHeard = false;
    if (this.#socket === null) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #lose(): void {
    this.#drop();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#connect(), wait);
    this.ends.change("lost", "");
  }
}
