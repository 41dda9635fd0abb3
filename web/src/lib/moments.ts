// What decides a game is shown as a scene. A family of games says which events make which scene, and how it is drawn; the
// queue that plays them is shell/moments.svelte.ts.
import type { Component } from "svelte";

import type { Sound } from "./sound";
import type { Frame, Material, EventShown, View } from "./types";

/** One change of a position, with both ends. */
export interface Step {
  before: View;
  after: View;
  told: EventShown[];
  /** The table's version before it, where it happens now. */
  since?: number;
}

/** A part of a scene: how many milliseconds it lasts at the usual speed, and what is heard when it begins. */
export interface Beat {
  name: string;
  ms: number;
  sound?: Sound | undefined;
}

/** What is shown for a moment over the board. */
export interface Scene {
  name: string;
  /** They follow each other. */
  beats: Beat[];
  /** Over the board as it was before the step, or as it is after it. */
  on: "before" | "after";
  /** What the drawing needs to know. */
  facts?: Record<string, unknown>;
}

/** When a beat begins and how long it lasts, in milliseconds at the speed that was chosen. */
export interface Time {
  at: number;
  ms: number;
}

/** What the drawing of a scene gets. It lies over the whole stage, and is there as long as the scene lasts. */
export interface SceneProps<Facts = Record<string, unknown>> {
  facts: Facts;
  times: Record<string, Time>;
  stage: HTMLElement;
  /** The position that is on the board. */
  view: View;
  near: string;
  material: Material;
}

/** Where a scene is played: the facts of the board, the seat that is nearest, and all of them. */
export interface Place {
  material: Material;
  near: string;
  seats: string[];
}

/** What boards/<family>/scenes exports. */
export interface Scenes {
  scenesOf: (step: Step, place: Place) => Scene[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every drawing knows its own facts
  drawings: Record<string, Component<SceneProps<any>>>;
}

/** How long a scene lasts at the usual speed, in milliseconds. */
export function lengthOf({ beats }: Scene): number {
  return beats.reduce((sum, beat) => sum + beat.ms, 0);
}

/** When each beat begins, at a speed. */
export function timesOf({ beats }: Scene, pace: number): Record<string, Time> {
  let at = 0;
  return Object.fromEntries(
    beats.map(({ name, ms }) => {
      const time = { at, ms: ms / pace };
      at += time.ms;
      return [name, time];
    }),
  );
}

/** What happened since a seat moved last, move by move; for who has not moved, and for spectators, the last turn. */
export function stepsSince(frames: Frame[], seat: number | null): Step[] {
  const last = frames.findLastIndex((frame) => frame.seat === seat && frame.kind === "move");
  const turn = frames.at(-1)?.turn;
  const from = last < 0 || last === frames.length - 1 ? frames.findIndex((frame) => frame.turn === turn) : last + 1;
  return frames.flatMap((frame, k) => {
    const before = frames[k - 1];
    return k >= Math.max(1, from) && before ? [{ before: before.view, after: frame.view, told: frame.events }] : [];
  });
}

// --- for drawings

/** How something looks at an instant. What moves otherwise than so makes the browser draw anew, and is not smooth. */
export interface Pose {
  transform?: string;
  opacity?: number;
  offset?: number;
  easing?: string;
}

/** Let something go from pose to pose, each time with this easing; before it begins it has the first, and it keeps the last. */
export function acts(poses: Pose[], { at, ms }: Time, easing = "cubic-bezier(.3,.1,.2,1)") {
  return (node: HTMLElement | SVGElement): void => {
    if (typeof node.animate !== "function") return;
    // A layer of its own from the beginning to the end: one that comes or goes has the board under it painted anew.
    node.style.willChange = "transform, opacity";
    node.animate(
      poses.map((pose): Keyframe => ({ easing, ...pose })),
      { delay: at, duration: ms, fill: "both" },
    );
  };
}

/** Write a pose's place as a transform, with what else is done to it. */
export const moved = (x: number, y: number, more = ""): string => `translate(${x}px, ${y}px) ${more}`;

/** Keep the middle of something within a room of this middle and length, with a margin. */
export function within(at: number, own: number, middle: number, length: number): number {
  const reach = Math.max(0, length / 2 - own / 2 - 4);
  return Math.max(middle - reach, Math.min(middle + reach, at));
}

/** The whole time of a scene. */
export function whole(times: Record<string, Time>): Time {
  return { at: 0, ms: Math.max(0, ...Object.values(times).map(({ at, ms }) => at + ms)) };
}

/** A part of a time, from one share of it to another. */
export function part({ at, ms }: Time, from: number, to: number): Time {
  return { at: at + ms * from, ms: ms * (to - from) };
}

/** Where something lies on the stage: its middle and its size, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Find where the first of these lies on the stage; null if none does. */
export function boxOf(stage: HTMLElement, ...selectors: string[]): Box | null {
  for (const selector of selectors) {
    const box = stage.querySelector(selector)?.getBoundingClientRect();
    if (!box || !(box.width || box.height)) continue;
    const { left, top } = stage.getBoundingClientRect();
    const { width, height } = box;
    return { x: box.left - left + width / 2, y: box.top - top + height / 2, width, height };
  }
  return null;
}

/** The board's rectangle on the stage; the whole stage where nothing is laid out. */
export function fieldOf(stage: HTMLElement): Box {
  const { clientWidth: width, clientHeight: height } = stage;
  return boxOf(stage, ".room > .field", ".room") ?? { x: width / 2, y: height / 2, width, height };
}

/** Hide things of the board that a scene plays itself, as long as it does. */
export function hides(stage: HTMLElement, ...selectors: string[]) {
  return (): (() => void) => {
    const hidden = selectors.flatMap((each) => [...stage.querySelectorAll<HTMLElement | SVGElement>(each)]);
    for (const { style } of hidden) style.setProperty("visibility", "hidden");
    return () => {
      for (const { style } of hidden) style.removeProperty("visibility");
    };
  };
}
