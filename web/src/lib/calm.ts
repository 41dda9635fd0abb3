// What can wait: done one after the other, when the page is there, somebody looks at it and nothing else is to do.

/** Signs that somebody is there. */
const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown"];
/** Somebody who does nothing may look all the same: it begins after this time, in milliseconds. */
const PATIENCE = 6000;

let isThere: Promise<void> | null = null;

/** Wait until somebody shows that they are there, or long enough. */
function somebody(): Promise<void> {
  isThere ??= new Promise((found) => {
    const come = () => {
      for (const sign of SIGNS) removeEventListener(sign, come, true);
      found();
    };
    for (const sign of SIGNS) addEventListener(sign, come, { capture: true, passive: true });
    setTimeout(come, PATIENCE);
  });
  return isThere;
}

/** Wait until the browser has nothing else to do. */
export const idle = (): Promise<void> =>
  new Promise((found) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => found(), { timeout: 4000 });
    else setTimeout(found, 300);
  });

let line: Promise<unknown> = Promise.resolve();

/** Do something when all is calm, after what waits already; the returned function calls it off. */
export function whenCalm(act: () => unknown): () => void {
  let isWanted = true;
  line = line
    .catch(() => {})
    .then(async () => {
      await somebody();
      await idle();
      if (isWanted) await act();
    });
  return () => (isWanted = false);
}
