// What decides a race: a chariot's way, space by space, the homage to the emperor, wrecks, and the finish.
import type { Beat, Place, Scene, Scenes, Step } from "../../../lib/moments";
import type { LegalMove, EventShown } from "../../../lib/types";
import type { RaceView } from "../race";
import { arenaOf, tracksOf, type Arena } from "../track";
import { guessWay } from "../way";
import Drive from "./Drive.svelte";
import Finish from "./Finish.svelte";
import Homage from "./Homage.svelte";
import Wreck from "./Wreck.svelte";

export interface DriveFacts {
  chariot: string;
  /** Numbers of the spaces, from where it stood. */
  way: number[];
  finishes: boolean;
  /** The chariots that it squeezed past. */
  passed: string[];
}

/** How long a drive takes at most, and for each space, in milliseconds. */
const DRIVE = 800;
const SPACE = 70;
const BEGIN = 240;

/** The way of a move that one chose oneself; others' ways are not told. */
function chosenWay(legal: LegalMove[], told: EventShown, arena: Arena): number[] | undefined {
  const to = told["to"];
  const move = legal.find(
    (each) =>
      each.kind !== "abstain" &&
      Number(each["card"]) === told["card"] &&
      (to === "finish"
        ? each.kind === "finish"
        : arena.spots.findIndex(({ name }) => name === lastOf(each)) + 1 === to),
  );
  const numbers = (move?.["way"] as string[] | undefined)?.map(
    (name) => arena.spots.findIndex((spot) => spot.name === name) + 1,
  );
  return numbers?.filter(Boolean);
}
const lastOf = (move: LegalMove): string | undefined => (move["way"] as string[] | undefined)?.at(-1);

function drive(told: EventShown, before: RaceView, arena: Arena): Scene {
  const chariot = String(told["chariot"]);
  const from = Number(told["from"]);
  const finishes = told["to"] === "finish";
  const guessed = () => (finishes ? [] : guessWay(arena, from, Number(told["to"]), Number(told["card"])));
  const way = [from, ...(chosenWay(before.legal, told, arena) ?? guessed())];
  const facts: DriveFacts = { chariot, way, finishes, passed: passedBy(before, arena, chariot, way) };
  const beats: Beat[] = [{ name: "drive", ms: Math.min(DRIVE, BEGIN + SPACE * way.length), sound: "hooves" }];
  return { name: "drive", on: "before", beats, facts: { ...facts } };
}

/** The others that stand so near the way that one has to squeeze past, but for its ends. */
function passedBy(view: RaceView, arena: Arena, chariot: string, way: number[]): string[] {
  const inner = way.slice(1, -1).map((number) => arena.spots[number - 1]?.centre);
  return Object.entries(view.chariots).flatMap(([name, { number }]) => {
    const at = number === null ? undefined : arena.spots[number - 1]?.centre;
    if (name === chariot || !at) return [];
    return inner.some((point) => point && Math.hypot(point[0] - at[0], point[1] - at[1]) < 125) ? [name] : [];
  });
}

export function scenesOf({ before, told }: Step, { material }: Place): Scene[] {
  const view = before as RaceView;
  const track = tracksOf(material)[view.track];
  if (!track) return [];
  const arena = arenaOf(track, false, view.direction === "counter-clockwise");
  return told.flatMap((each): Scene[] => {
    const chariot = String(each["chariot"]);
    switch (each.key) {
      case "drove":
        return [drive(each, view, arena)];
      case "paid": {
        const beats: Beat[] = [
          { name: "rise", ms: 350, sound: "horn" },
          { name: "pay", ms: 550, sound: "coin" },
        ];
        return [{ name: "homage", on: "after", beats, facts: { chariot } }];
      }
      case "removes":
      case "disqualifies": {
        const beats: Beat[] = [{ name: "wreck", ms: 900, sound: "seal" }];
        const drove = told.find(({ key, chariot: driven }) => key === "drove" && driven === chariot);
        const at = typeof drove?.["to"] === "number" ? drove["to"] : view.chariots[chariot]?.number;
        return [{ name: "wreck", on: "before", beats, facts: { chariot, at, isOut: each.key === "removes" } }];
      }
      case "finishes": {
        const beats: Beat[] = [
          { name: "flash", ms: 250, sound: "token" },
          { name: "photo", ms: 950, sound: each["place"] ? "cheer" : "crowd" },
        ];
        return [{ name: "finish", on: "after", beats, facts: { chariot, place: Number(each["place"] ?? 0) } }];
      }
      default:
        return [];
    }
  });
}

export const drawings: Scenes["drawings"] = { drive: Drive, homage: Homage, wreck: Wreck, finish: Finish };
