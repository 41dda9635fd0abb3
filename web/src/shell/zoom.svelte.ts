// The field seen from nearer: by wheel, by two fingers, by keys; moved by dragging what cannot be chosen.
import { at, HOME, moved, type Look, type Point, zoomed } from "./nearer";

/** What is dragged or pressed itself, and moves no field. */
const OWN = "button, a, input, select, [data-pick], [data-move], [data-drag], [draggable]";
const STEP = 1.25;
/** The most that a step of the wheel counts while Ctrl is pressed. */
const NOTCH = 22;
/** How far a finger may slip in a click, in pixels. */
const SLIP = 6;

const between = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

export class Zoom {
  look = $state.raw<Look>(HOME);
  isMoving = $state(false);
  readonly isNear = $derived(this.look.scale > 1);
  readonly transform = $derived(`translate(${this.look.x}px, ${this.look.y}px) scale(${this.look.scale})`);
  #room: HTMLElement | null = null;
  #fingers = new Map<number, Point>();
  #slipped = 0;

  reset(): void {
    this.look = HOME;
  }

  /** Step nearer or back, around the middle of the room. */
  step(direction: 1 | -1): void {
    const box = this.#room?.getBoundingClientRect();
    if (box) this.#zoom(STEP ** direction, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
  }

  #field(): DOMRect | undefined {
    return this.#room?.querySelector(".field")?.getBoundingClientRect();
  }

  #zoom(by: number, around: Point): void {
    const field = this.#field();
    if (field) this.look = zoomed(this.look, by, at(this.look, field, around), field);
  }

  /** Listen to pointers and wheel over a room. */
  readonly attach = (room: HTMLElement): (() => void) => {
    this.#room = room;
    const wheel = (event: WheelEvent) => {
      const over = event.target as Element;
      if (!over.closest(".field") || (!event.ctrlKey && scrolls(over, room))) return;
      event.preventDefault();
      // With Ctrl come the small steps of a pinched touchpad, or the large ones of a wheel: those are cut.
      const turned = event.ctrlKey ? Math.max(-NOTCH, Math.min(NOTCH, event.deltaY)) * 0.01 : event.deltaY * 0.0015;
      this.#zoom(Math.exp(-turned), { x: event.clientX, y: event.clientY });
    };
    const down = (event: PointerEvent) => {
      const over = event.target as Element;
      if (!over.closest(".field")) return;
      const isOwn = over.closest(OWN) !== null;
      if (event.pointerType !== "touch" && (isOwn || !this.isNear || event.button !== 0)) return;
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.#slipped = 0;
    };
    const move = (event: PointerEvent) => {
      const was = this.#fingers.get(event.pointerId);
      const field = this.#field();
      if (!was || !field) return;
      const now = { x: event.clientX, y: event.clientY };
      const [other] = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      this.#slipped += between(was, now);
      this.#fingers.set(event.pointerId, now);
      if (other) this.#zoom(between(now, other) / Math.max(1, between(was, other)), other);
      else if (this.isNear && this.#slipped > SLIP) this.look = moved(this.look, now.x - was.x, now.y - was.y, field);
      this.isMoving = this.#slipped > SLIP && (this.isNear || other !== undefined);
    };
    const up = (event: PointerEvent) => {
      this.#fingers.delete(event.pointerId);
      if (!this.#fingers.size) this.isMoving = false;
    };
    // Who moved the field has not chosen what was under the finger.
    const click = (event: MouseEvent) => {
      if (this.#slipped > SLIP && this.isNear && (event.target as Element).closest(".field")) event.stopPropagation();
      this.#slipped = 0;
    };
    room.addEventListener("wheel", wheel, { passive: false });
    room.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    room.addEventListener("click", click, true);
    return () => {
      room.removeEventListener("wheel", wheel);
      room.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      room.removeEventListener("click", click, true);
    };
  };
}

/** Whether something between an element and the room scrolls by itself. */
function scrolls(from: Element, room: Element): boolean {
  for (let each: Element | null = from; each && each !== room; each = each.parentElement)
    if (each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY))
      return true;
  return false;
}
