// What time it is at the server, whatever this device's clock says.

/** This many of the last messages are looked at: enough for one that was fast, few enough to follow a clock that is set. */
const KEPT = 60;

/**
 * The server's time, from the times that its messages carry. A message is never early: the one that was fastest on its way
 * says best how far the server's clock is from ours, which counts from when the page was opened and is never set.
 */
export class ServerTime {
  #ahead: number[] = [];

  /** Hear what time it was, in seconds, when a message was sent that came now. */
  hear(now: number): void {
    this.#ahead.push(now - performance.now() / 1000);
    if (this.#ahead.length > KEPT) this.#ahead.shift();
  }

  /** The time now, in seconds; by this device's clock until the server has said. */
  now(): number {
    return this.#ahead.length ? performance.now() / 1000 + Math.max(...this.#ahead) : Date.now() / 1000;
  }
}
