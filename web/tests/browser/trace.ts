// What a page's main thread does, from the browser's own trace: how long it works on a redraw, and on what.
import type { Browser, Page } from "playwright-core";

interface Traced {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { data?: { message?: string }; name?: string };
}

/** One stretch of work of the main thread between two marks, in milliseconds of the processor's time. */
export interface Work {
  task: number;
  /** The part of it for which the browser paints what script, style and layout have changed. */
  paint: number;
}

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
const PAINT = new Set(["PrePaint", "Paint", "Layerize", "Commit"]);
const TASKS = new Set(["ThreadControllerImpl::RunTask", "RunTask"]);

/** Marks in the trace when a message of the server arrives, and when what it brings is drawn. */
export const MARKS = `
  const named = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...named, set(hear) {
    named.set.call(this, (event) => {
      const isMove = event.data.includes('"kind":"move"') || event.data.includes('"kind": "move"');
      if (isMove) performance.mark("heard");
      hear(event);
      if (isMove) requestAnimationFrame(() => setTimeout(() => performance.mark("drawn")));
    });
  } });`;

/** Let something happen while the browser writes down what it does. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Traced[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  try {
    await act();
  } finally {
    return (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }).traceEvents;
  }
}

/** What was done on the main thread that set the marks. */
function own(events: Traced[], mark: string): Traced[] {
  const set = events.find(({ name }) => name === mark);
  return events.filter(({ pid, tid }) => pid === set?.pid && tid === set.tid).sort((one, other) => one.ts - other.ts);
}

/** The work from every "heard" to the "drawn" after it. A task counts whole if it begins between them, and so does the one
 * that hears. What two messages share is the first one's. */
export function redraws(events: Traced[]): Work[] {
  const all = own(events, "heard");
  const tasks = all.filter(({ name, ph }) => ph === "X" && TASKS.has(name));
  const found: Work[] = [];
  let until = 0;
  for (const heard of all.filter(({ name }) => name === "heard")) {
    if (heard.ts < until) continue;
    const drawn = all.find(({ name, ts }) => name === "drawn" && ts > heard.ts);
    if (!drawn) continue;
    const from = tasks.findLast(({ ts, dur }) => ts <= heard.ts && ts + (dur ?? 0) >= heard.ts)?.ts ?? heard.ts;
    until = drawn.ts;
    const work: Work = { task: 0, paint: 0 };
    let outer = 0; // a task inside a task is a part of it, and so is a paint inside a paint
    let painted = 0;
    for (const { name, ph, ts, dur = 0, tdur = dur } of all) {
      if (ph !== "X" || ts < from || ts > until) continue;
      if (TASKS.has(name) && ts >= outer) {
        outer = ts + dur;
        work.task += tdur / 1000;
      }
      if (PAINT.has(name) && ts >= painted) {
        painted = ts + dur;
        work.paint += tdur / 1000;
      }
    }
    found.push(work);
  }
  return found;
}

/** The longest tasks of the main thread, in milliseconds of the processor's time. */
export function longest(events: Traced[], mark: string): number[] {
  return own(events, mark)
    .filter(({ name, ph }) => ph === "X" && TASKS.has(name))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
    .sort((a, b) => b - a);
}
