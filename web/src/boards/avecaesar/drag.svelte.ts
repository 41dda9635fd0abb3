// Dragging a card or a chariot onto a space. A press that does not move stays a click.

export interface Dragged {
  card: number | null;
  chariot: string | null;
  x: number;
  y: number;
}

const THRESHOLD = 6;

export class Drag {
  now = $state<Dragged | null>(null);

  constructor(
    private readonly over: (target: number | null) => void,
    private readonly drop: (dragged: Dragged, target: number) => void,
  ) {}

  /** Make an element one that can be dragged; null: not now. */
  from = (what: () => { card: number | null; chariot: string | null } | null) => (node: Element) => {
    const press = (event: Event) => this.#press(event as PointerEvent, node, what);
    node.addEventListener("pointerdown", press);
    return () => node.removeEventListener("pointerdown", press);
  };

  #press(
    event: PointerEvent,
    node: Element,
    what: () => { card: number | null; chariot: string | null } | null,
  ): void {
    const dragged = what();
    if (!dragged || event.button !== 0) return;
    const begun = { x: event.clientX, y: event.clientY };
    const end = new AbortController();
    const { signal } = end;
    const move = (next: PointerEvent) => {
      if (next.pointerId !== event.pointerId) return;
      if (!this.now && Math.hypot(next.clientX - begun.x, next.clientY - begun.y) < THRESHOLD) return;
      if (!this.now) node.setPointerCapture(event.pointerId);
      this.now = { ...dragged, x: next.clientX, y: next.clientY };
      this.over(spaceAt(next.clientX, next.clientY));
    };
    const up = (next: PointerEvent) => {
      if (next.pointerId !== event.pointerId) return;
      end.abort();
      if (!this.now) return;
      addEventListener(
        "click",
        (click) => {
          click.stopPropagation();
          click.preventDefault();
        },
        { capture: true, once: true, signal: AbortSignal.timeout(50) },
      );
      const target = next.type === "pointerup" ? spaceAt(next.clientX, next.clientY) : null;
      const whole = this.now;
      this.now = null;
      this.over(null);
      if (target !== null) this.drop(whole, target);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", up, { signal });
    addEventListener(
      "keydown",
      (key) => {
        if (key.key === "Escape") {
          end.abort();
          this.now = null;
          this.over(null);
        }
      },
      { signal },
    );
  }
}

/** The number of the space under a point of the screen; 0 is the finish. */
function spaceAt(x: number, y: number): number | null {
  const found = document.elementFromPoint(x, y)?.closest("[data-space]")?.getAttribute("data-space");
  return found ? Number(found) : null;
}
