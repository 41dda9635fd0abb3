// Who plays with keys stays in place: what had the focus is often gone after a move, and the page's top is far away.

const TARGETS = "[data-pick], [data-move], [data-listed]";
const NAMES = [
  "data-pick",
  "data-listed",
  "data-space",
  "data-province",
  "data-thing",
  "data-drop",
  "data-move",
  "id",
];
/** Where one was is in one of these, or on the board. */
const ZONES = ".stage, #beside";
/** What only asks something is no place to come back to. */
const PASSING = '[role="alertdialog"], .curtain';

interface Place {
  element: Element;
  /** Attributes by which the same place is known again. */
  names: [string, string][];
  zone: string;
  box: DOMRect;
}

function placeOf(element: Element): Place {
  const names = NAMES.flatMap((name): [string, string][] =>
    element.hasAttribute(name) ? [[name, element.getAttribute(name) ?? ""]] : [],
  );
  return {
    element,
    names,
    zone: element.closest("#beside") ? "#beside" : ".stage",
    box: element.getBoundingClientRect(),
  };
}

function isLost(element: Element | null): boolean {
  if (element === null || element === document.body || !element.isConnected || element.matches(":disabled"))
    return true;
  return element instanceof SVGElement && !element.hasAttribute("tabindex");
}

function distance(one: DOMRect, other: DOMRect): number {
  return Math.hypot(
    one.left + one.width / 2 - other.left - other.width / 2,
    one.top + one.height / 2 - other.top - other.height / 2,
  );
}

/** Give something the focus; tell whether it took it. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!element || isLost(element)) return false;
  (element as HTMLElement | SVGElement).focus({ preventScroll: !element.matches(TARGETS) });
  return document.activeElement === element;
}

/** Whatever can be chosen in a zone, the nearest to a place first. */
function targetsNear(zone: Element, box: DOMRect): Element[] {
  const found = [...zone.querySelectorAll(TARGETS)].filter(
    // The list of moves lies on the board's stage, and is a zone of its own.
    (each) => each.getAttribute("aria-disabled") !== "true" && (zone.id === "beside" || !each.closest("#beside")),
  );
  return found
    .map((each) => ({ each, far: distance(each.getBoundingClientRect(), box) }))
    .sort((one, other) => one.far - other.far)
    .map(({ each }) => each);
}

/**
 * Keep the focus in place inside an element while keys are used: on what had it, on the same thing drawn anew, on the nearest
 * thing that can be chosen, or on the board itself until there is one.
 */
export function keepFocus(root: HTMLElement): () => void {
  let place: Place | null = null;
  /** The zone that has the focus until something in it can be chosen. */
  let parked: Element | null = null;
  let byKeys = false;
  let frame = 0;

  function restore(): void {
    frame = 0;
    const now = document.activeElement;
    const isParked = parked !== null && now === parked;
    if (!byKeys || place === null || !(isParked || isLost(now))) return;
    const zone = root.querySelector(place.zone) ?? (root.matches(place.zone) ? root : null);
    if (!isParked && tryFocus(place.element)) return;
    if (!zone) return;
    for (const [name, value] of place.names) {
      const same = [...zone.querySelectorAll(`[${name}]`)].find((each) => each.getAttribute(name) === value);
      if (same?.getAttribute("aria-disabled") !== "true" && tryFocus(same)) return;
    }
    if (targetsNear(zone, place.box).some(tryFocus)) return;
    if (!isParked && tryFocus(zone)) parked = zone;
  }

  function focused(event: FocusEvent): void {
    const element = event.target as Element;
    if (element !== parked) parked = null;
    if (!root.contains(element)) place = null;
    else if (element.matches(ZONES)) return;
    else if (place === null || !element.closest(PASSING)) place = placeOf(element);
  }
  const pressed = () => (byKeys = true);
  const pointed = () => (byKeys = false);
  const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(restore)));
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "tabindex", "aria-disabled"],
  });
  document.addEventListener("focusin", focused);
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("pointerdown", pointed, true);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", focused);
    document.removeEventListener("keydown", pressed, true);
    document.removeEventListener("pointerdown", pointed, true);
  };
}
