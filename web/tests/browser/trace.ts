// What a page's main thread does, from the browser's own trace: how long it works on a redraw, and on what.
import type { Browser, Page } from "playwright-core";

export interface Traced {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { data?: { message?: string; functionName?: string }; name?: string };
}

/** The kinds of work that a redraw is made of; `rest` is the browser's own bookkeeping between them. */
export const PARTS = ["script", "memory", "style", "layout", "paint", "rest"] as const;
export type Part = (typeof PARTS)[number];

/** One stretch of work of the main thread between two marks, in milliseconds of the processor's time. */
export interface Work {
  task: number;
  parts: Record<Part, number>;
}

const CATEGORIES = [
  "toplevel",
  "v8",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
];
const KINDS: [RegExp, Part][] = [
  [/^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/, "memory"],
  [/^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/, "style"],
  [/^(Layout|HitTest|IntersectionObserver.*)$/, "layout"],
  [/^(PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree|CompositeLayers|PaintImage)$/, "paint"],
  [/^(FunctionCall|EvaluateScript|v8\.|V8\.|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame)/, "script"],
  [/^(WebSocketReceive|ParseHTML|FireIdleCallback)/, "script"],
];
const TASKS = new Set(["ThreadControllerImpl::RunTask", "RunTask"]);

/** Marks in the trace when a message of the server arrives, and in the frame that shows what it brings. */
export const MARKS = `
  const named = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...named, set(hear) {
    named.set.call(this, (event) => {
      const isMove = event.data.includes('"kind":"move"') || event.data.includes('"kind": "move"');
      if (isMove) performance.mark("heard");
      hear(event);
      if (isMove) requestAnimationFrame(() => performance.mark("drawn"));
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

/** What was done on the main thread that set the marks, in its order: what holds others before them. */
function own(events: Traced[], mark: string): Traced[] {
  const set = events.find(({ name }) => name === mark);
  return events
    .filter(({ pid, tid }) => pid === set?.pid && tid === set.tid)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
}

/** To which part an event belongs by its name; undefined: to that of what it happens in. */
function partOf(name: string): Part | undefined {
  return KINDS.find(([names]) => names.test(name))?.[1];
}

/**
 * The work from every "heard" to the "drawn" after it: all tasks from the one that hears to the one that makes the frame, each
 * counted whole. A redraw in which a second message is heard is none of one move, and left out.
 */
export function redraws(events: Traced[], each: (name: string, ms: number) => void = () => {}): Work[] {
  const all = own(events, "heard");
  const marks = all.filter(({ name }) => name === "heard" || name === "drawn");
  const spans = all.filter(({ ph }) => ph === "X");
  const tasks = spans.filter(({ name }) => TASKS.has(name));
  return marks.flatMap((heard, k) => {
    const drawn = marks[k + 1];
    if (heard.name !== "heard" || drawn?.name !== "drawn" || marks[k - 1]?.name === "heard") return [];
    const taskOf = (mark: Traced) => tasks.find(({ ts, dur = 0 }) => ts <= mark.ts && ts + dur >= mark.ts);
    const [first, last] = [taskOf(heard), taskOf(drawn)];
    if (!first || !last) return [];
    const until = last.ts + (last.dur ?? 0);
    return [
      workOf(
        spans.filter(({ ts }) => ts >= first.ts && ts < until),
        each,
      ),
    ];
  });
}

function workOf(spans: Traced[], each: (name: string, ms: number) => void): Work {
  const parts = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  const work: Work = { task: 0, parts };
  /** What holds the span that is looked at, the outermost first. */
  const open: { end: number; part: Part; name: string }[] = [];
  for (const { name, ts, dur = 0, tdur = dur } of spans) {
    while (open.length && ts >= (open.at(-1)?.end ?? 0)) open.pop();
    const around = open.at(-1);
    const isTask = TASKS.has(name);
    if (!around && !isTask) continue; // no work of its own
    const ms = tdur / 1000;
    const part = partOf(name) ?? around?.part ?? "rest";
    if (around) parts[around.part] -= ms;
    else work.task += ms;
    parts[part] += ms;
    if (around) each(around.name, -ms);
    each(name, ms);
    open.push({ end: ts + dur, part, name });
  }
  return work;
}

/** The longest tasks of the main thread, in milliseconds of the processor's time. */
export function longest(events: Traced[], mark: string): number[] {
  return own(events, mark)
    .filter(({ name, ph }) => ph === "X" && TASKS.has(name))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
    .sort((a, b) => b - a);
}
