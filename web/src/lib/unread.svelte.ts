// What was said at the table while one did not look.
import type { Entry } from "./types";

export class Unread {
  /** How many messages of others nobody here has read. */
  count = $state(0);
  /** The version up to which everything is read; null before the table was seen. */
  #read: number | null = null;
  /** The version up to which everything was noticed. */
  #noticed = 0;

  /** Look at the log; returns whether something was said just now that is not read. */
  hear(entries: readonly Entry[], held: readonly number[], isRead: boolean): boolean {
    const last = entries.at(-1)?.version ?? 0;
    if (!last) return false; // between two pairs of eyes there is no log
    const since = this.#read;
    if (since === null || isRead) this.#read = Math.max(since ?? 0, last);
    const waiting = entries.filter(
      ({ kind, seat, version }) =>
        kind === "say" && version > (this.#read ?? last) && !(seat !== null && held.includes(seat)),
    );
    const isNew = waiting.some(({ version }) => version > this.#noticed);
    this.#noticed = Math.max(this.#noticed, last);
    this.count = waiting.length;
    return isNew;
  }
}
