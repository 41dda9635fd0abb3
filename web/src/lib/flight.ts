// Things move from where they were to where they go. A thing is an element with `data-thing="unique name"`; a new thing may
// say where it comes from with `data-from="name"`, where some element has `data-place="name"`.

const TIME = 420;

export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export type Snapshot = Map<string, DOMRect>;

/** Remember where everything is. */
export function snapshot(root: Element): Snapshot {
  const found: Snapshot = new Map();
  for (const element of root.querySelectorAll("[data-thing], [data-place]")) {
    const thing = element.getAttribute("data-thing");
    const place = element.getAttribute("data-place");
    const box = element.getBoundingClientRect();
    if (thing) found.set(`thing ${thing}`, box);
    if (place) found.set(`place ${place}`, box);
  }
  return found;
}

/** Let everything fly from where it was to where it is now. Things that are gone are forgotten. */
export function fly(root: Element, before: Snapshot, time = TIME): void {
  if (wantsStillness()) return;
  // All is measured before anything moves: in between, the browser would lay out everything anew.
  const flights = [...root.querySelectorAll<HTMLElement | SVGElement>("[data-thing]")].flatMap((element) => {
    const was =
      before.get(`thing ${element.getAttribute("data-thing")}`) ??
      before.get(`place ${element.getAttribute("data-from")}`);
    const now = was && element.getBoundingClientRect();
    if (!was || !now || now.width === 0 || now.height === 0) return [];
    const x = was.left + was.width / 2 - now.left - now.width / 2;
    const y = was.top + was.height / 2 - now.top - now.height / 2;
    return Math.abs(x) + Math.abs(y) < 2 ? [] : [{ element, x, y, scale: scaleOf(element) }];
  });
  for (const { element, x, y, scale } of flights)
    element.animate([{ translate: `${x * scale}px ${y * scale}px` }, { translate: "0 0" }], {
      duration: time,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
}

/** How many of an element's own units, of a drawing or of a board seen from nearer, a pixel of the screen is. */
function scaleOf(element: HTMLElement | SVGElement): number {
  if (element instanceof SVGGraphicsElement) return 1 / (element.getScreenCTM()?.a || 1);
  const field = element.closest<HTMLElement>(".field");
  return field?.offsetWidth ? field.offsetWidth / field.getBoundingClientRect().width : 1;
}
