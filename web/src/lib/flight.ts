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
  const field = root.querySelector<HTMLElement>(".field");
  const nearness = field?.offsetWidth ? field.getBoundingClientRect().width / field.offsetWidth : 1;
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-thing]")) {
    const was =
      before.get(`thing ${element.getAttribute("data-thing")}`) ??
      before.get(`place ${element.getAttribute("data-from")}`);
    const now = element.getBoundingClientRect();
    if (!was || now.width === 0 || now.height === 0) continue;
    const x = was.left + was.width / 2 - now.left - now.width / 2;
    const y = was.top + was.height / 2 - now.top - now.height / 2;
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    // An element's own units, of a drawing or of a board seen from nearer: how many of them a pixel of the screen is.
    const scale =
      element instanceof SVGGraphicsElement
        ? 1 / (element.getScreenCTM()?.a || 1)
        : 1 / (element.closest(".field") ? nearness : 1);
    element.animate([{ translate: `${x * scale}px ${y * scale}px` }, { translate: "0 0" }], {
      duration: time,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
  }
}
