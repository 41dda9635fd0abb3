// The queue of scenes at a table. What the server says is always the truth; while a scene plays, the board is behind it by
// moments, never by more than three seconds, and one click catches up.
import {
  lengthOf,
  timesOf,
  type Beat,
  type Place,
  type Scene,
  type Scenes,
  type Step,
  type Time,
} from "../lib/moments";
import { wantsStillness } from "../lib/flight";
import type { LoadedGame } from "../lib/loadedGame";
import { settings } from "../lib/settings.svelte";
import { play as sound } from "../lib/sound";
import type { EventShown, View } from "../lib/types";

/** The most that the board is behind what happened, in milliseconds; who wants to see it slowly waits longer. */
export const BEHIND = 3000;
/** How long a step without a scene stands when it is shown again. */
export const STANDS = 700;

/** How scenes are played, asked anew for every one. */
export interface Playbill {
  /** How many times as quick as usual; 0: no scenes at all. */
  pace: () => number;
  isHidden: () => boolean;
  /** The scenes of the game that is played, and where, once they are loaded. */
  scenes: () => Scenes | undefined;
  place: () => Place | null;
  sound: (name: NonNullable<Beat["sound"]>) => void;
}

/** How scenes are played at a place: as the visitor wants them, of the game that is played there. */
export function playbill(loaded: () => LoadedGame | null, near: () => string, seats: () => string[]): Playbill {
  return {
    pace: () => (wantsStillness() ? 0 : settings.pace),
    isHidden: () => document.visibilityState === "hidden",
    scenes: () => loaded()?.scenes(),
    place: () => {
      const material = loaded()?.facts;
      return material ? { material, near: near(), seats: seats() } : null;
    },
    sound: (name) => void sound(name),
  };
}

export interface Playing {
  scene: Scene;
  times: Record<string, Time>;
}

interface Waiting {
  step: Step;
  scenes: Scene[];
}

export class Moments {
  /** What is on the board while it is behind, and up to which version that is told; null: the present position is. */
  shown = $state.raw<{ view: View; told: EventShown[]; until?: number | undefined } | null>(null);
  playing = $state.raw<Playing | null>(null);
  /** Whether what is played was asked for: it has happened long ago. */
  isReplaying = $state(false);
  /** Whether something happened while nobody could see it. */
  hasMissed = $state(false);

  readonly #bill: Playbill;
  #queue: Waiting[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  #ends = 0;
  #isSkipped = false;
  /** What was told of the position that is on the board. */
  #told: EventShown[] = [];

  constructor(bill: Playbill) {
    this.#bill = bill;
  }

  /** Something happened: show it when what happened before has been shown. */
  push(step: Step): void {
    const isHidden = this.#bill.isHidden();
    this.hasMissed ||= isHidden;
    // What plays over the present position stays on it.
    if (this.playing && !this.shown) this.shown = { view: step.before, told: this.#told, until: step.since };
    this.#queue.push({ step, scenes: isHidden ? [] : this.#scenesOf(step) });
    if (!this.isReplaying) this.#hurry();
    if (!this.playing) this.#next();
  }

  /** Show steps again, the oldest first. Each is seen, also where there is no scene for it. */
  replay(steps: Step[]): void {
    this.clear();
    if (!steps.length) return;
    this.#told = [];
    this.isReplaying = true;
    this.hasMissed = false;
    this.#queue = steps.map((step) => {
      const scenes = this.#scenesOf(step);
      const stands: Scene = { name: "still", beats: [{ name: "still", ms: STANDS }], on: "after" };
      return { step, scenes: scenes.length ? scenes : [stands] };
    });
    const [first] = this.#queue;
    first?.scenes.unshift({ name: "still", beats: [{ name: "still", ms: STANDS / 2 }], on: "before" });
    this.#next();
  }

  /** End the present scene; the second time all of them. Whether there was any. */
  skip(): boolean {
    if (!this.playing) return false;
    if (this.#isSkipped) this.clear();
    else {
      this.#isSkipped = true;
      this.#next();
    }
    return true;
  }

  /** Forget all: the present position is on the board. */
  clear(): void {
    this.#told = this.#queue.at(-1)?.step.told ?? this.#told;
    this.#queue = [];
    this.#next();
  }

  #scenesOf(step: Step): Scene[] {
    if (!this.#bill.pace()) return [];
    const [scenes, place] = [this.#bill.scenes(), this.#bill.place()];
    return scenes && place ? scenes.scenesOf(step, place) : [];
  }

  /** How long it takes until the board shows the present. */
  #left(): number {
    const waiting = this.#queue.flatMap(({ scenes }) => scenes).reduce((sum, scene) => sum + lengthOf(scene), 0);
    return waiting / (this.#bill.pace() || 1) + (this.playing ? Math.max(0, this.#ends - performance.now()) : 0);
  }

  /** Leave out what would keep the board too far behind: the oldest first, of the newest step what comes last. */
  #hurry(): void {
    const most = BEHIND / Math.min(1, this.#bill.pace() || 1);
    while (this.#left() > most) {
      const late = this.#queue.find(({ scenes }, k) => scenes.length && k < this.#queue.length - 1);
      const newest = this.#queue.at(-1)?.scenes ?? [];
      if (late) late.scenes = [];
      else if (this.playing) this.#stop();
      else if (newest.length > 1) newest.pop();
      else return;
    }
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.playing = null;
  }

  #next(): void {
    this.#stop();
    for (let now = this.#queue[0]; now; now = this.#queue[0]) {
      const scene = now.scenes.shift();
      if (scene) return this.#play(scene, now.step);
      this.#told = now.step.told;
      this.#queue.shift();
    }
    this.shown = null;
    this.#isSkipped = this.isReplaying = false;
  }

  #play(scene: Scene, { before, after, told, since }: Step): void {
    const pace = this.#bill.pace() || 1;
    const times = timesOf(scene, pace);
    const isLast = this.#queue.length === 1 && scene.on === "after";
    if (isLast && !this.isReplaying) this.shown = null;
    else if (scene.on === "before") this.shown = { view: before, told: this.#told, until: since };
    else this.shown = { view: after, told, until: this.#queue[1]?.step.since };
    if (scene.on === "after") this.#told = told;
    this.playing = { scene, times };
    for (const { name, sound } of scene.beats)
      if (sound) this.#timers.push(setTimeout(() => this.#bill.sound(sound), times[name]?.at));
    const length = lengthOf(scene) / pace;
    this.#ends = performance.now() + length;
    this.#timers.push(setTimeout(() => this.#next(), length));
  }
}

/** What of the table a press during a scene must not reach: it shows what is past. */
const BOARD = ".room, .hand, .actions";
const PRESSING = new Set(["Enter", " ", "Escape"]);
const SILENT = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** Let every click and key end a scene, as long as the stage is there. */
export function skippable(moments: Moments): () => void {
  let isSwallowed = false;
  const down = (event: PointerEvent) => {
    const isPast = moments.shown !== null;
    isSwallowed = moments.skip() && isPast && (event.target as Element).closest(BOARD) !== null;
    if (isSwallowed) event.stopPropagation();
  };
  const click = (event: MouseEvent) => {
    if (!isSwallowed) return;
    isSwallowed = false;
    event.stopPropagation();
    event.preventDefault();
  };
  const press = (event: KeyboardEvent) => {
    const isPast = moments.shown !== null;
    if (SILENT.has(event.key) || event.ctrlKey || event.metaKey || event.altKey || !moments.skip()) return;
    if (!isPast || !PRESSING.has(event.key)) return;
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("pointerdown", down, true);
  document.addEventListener("click", click, true);
  document.addEventListener("keydown", press, true);
  return () => {
    document.removeEventListener("pointerdown", down, true);
    document.removeEventListener("click", click, true);
    document.removeEventListener("keydown", press, true);
  };
}
