// The scene of a game that nobody has drawn: what changed glows.
import type { Place, Scene, Scenes, Step } from "../../../lib/moments";
import type { View } from "../../../lib/types";
import { layOut } from "../shapes";
import Changed from "./Changed.svelte";

/** Every part of a view as its drawing names it, with what it holds. */
function partsOf(view: View, { seats, near }: Place): Map<string, string> {
  const laid = layOut(view, seats, near);
  const parts = [
    ...laid.seats.flatMap(({ seat, parts }) => parts.map((part) => ({ ...part, of: `seat ${seat}` }))),
    ...laid.facts.map((part) => ({ ...part, of: "fact" })),
    ...laid.zones.map((part) => ({ ...part, of: "zone" })),
  ];
  return new Map(parts.map(({ of, name, shape }) => [`${of} ${name}`, JSON.stringify(shape)]));
}

export function scenesOf({ before, after }: Step, place: Place): Scene[] {
  const was = partsOf(before, place);
  const changed = [...partsOf(after, place)].flatMap(([name, holds]) => (was.get(name) === holds ? [] : [name]));
  if (!changed.length) return [];
  return [{ name: "changed", on: "after", beats: [{ name: "glow", ms: 800, sound: "token" }], facts: { changed } }];
}

export const drawings: Scenes["drawings"] = { changed: Changed };
