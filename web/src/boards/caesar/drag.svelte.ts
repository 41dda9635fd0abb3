// Dragging a token from the supply to the map. A short press stays a click.
const FAR = 7;

export class Drag {
  token: string | null = $state(null);
  x = $state(0);
  y = $state(0);
  /** The border space under the pointer. */
  over: string | null = $state(null);
  /** Whether a drag has just ended: the click that follows it means nothing. */
  ended = false;
  #from: { token: string; x: number; y: number; pointer: number } | null = null;

  constructor(
    private readonly drop: (token: string, border: string | null) => void,
    private readonly lift: (token: string) => void,
  ) {}

  start(event: PointerEvent, token: string): void {
    if (event.button !== 0) return;
    this.ended = false;
    this.#from = { token, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#up);
    window.addEventListener("pointercancel", this.#stop);
  }

  #move = (event: PointerEvent): void => {
    const from = this.#from;
    if (!from || event.pointerId !== from.pointer) return;
    if (!this.token) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < FAR) return;
      this.token = from.token;
      this.lift(from.token);
    }
    event.preventDefault();
    [this.x, this.y] = [event.clientX, event.clientY];
    this.over = this.#under(event);
  };

  #up = (event: PointerEvent): void => {
    const token = this.token;
    const over = token ? this.#under(event) : null;
    this.#stop();
    if (!token) return;
    this.ended = true;
    setTimeout(() => (this.ended = false));
    this.drop(token, over);
  };

  #stop = (): void => {
    this.#from = this.token = this.over = null;
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#up);
    window.removeEventListener("pointercancel", this.#stop);
  };

  #under(event: PointerEvent): string | null {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-space]");
    return found?.getAttribute("data-space") ?? null;
  }
}
