// Dragging a card from the hand: a ghost follows the pointer and the places under it light up.
export interface Held {
  card: string;
  kind: "influence" | "action";
  x: number;
  y: number;
  width: number;
}

const FAR_ENOUGH = 7;

export class Dragging {
  held = $state.raw<Held | null>(null);
  /** What lies under the pointer: a `data-drop` name. */
  over = $state<string | null>(null);
  /** A click that ends a drag is no click. */
  justDropped = false;

  constructor(
    private began: (card: string) => void,
    private dropped: (target: string | null) => void,
  ) {}

  grab(event: PointerEvent, card: string, kind: "influence" | "action"): void {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    const width = (event.currentTarget as Element).getBoundingClientRect().width;
    const pointer = event.pointerId;

    const moved = (move: PointerEvent): void => {
      if (move.pointerId !== pointer) return;
      if (!this.held && Math.hypot(move.clientX - from.x, move.clientY - from.y) < FAR_ENOUGH) return;
      if (!this.held) this.began(card);
      this.held = { card, kind, x: move.clientX, y: move.clientY, width };
      const under = document.elementFromPoint(move.clientX, move.clientY)?.closest("[data-drop]");
      this.over = under?.getAttribute("data-drop") ?? null;
    };
    const ended = (end: PointerEvent): void => {
      if (end.pointerId !== pointer) return;
      stop();
      if (!this.held) return;
      const target = end.type === "pointerup" ? this.over : null;
      this.held = null;
      this.over = null;
      this.justDropped = true;
      setTimeout(() => (this.justDropped = false), 50);
      this.dropped(target);
    };
    const stop = (): void => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
  }
}
