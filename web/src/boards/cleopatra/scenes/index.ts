// What decides a match of Caesar & Cleopatra: votes, action cards with their vetoes, castling, and what the calls bring.
import type { Beat, Place, Scene, Scenes, Step } from "../../../lib/moments";
import type { EventShown } from "../../../lib/types";
import { CARD_OF, facts as factsOf } from "../model";
import Call from "./Call.svelte";
import Castling from "./Castling.svelte";
import Deed from "./Deed.svelte";
import Played from "./Played.svelte";
import Turned from "./Turned.svelte";
import Vote from "./Vote.svelte";

/** A face-down card that is turned up, by its place among those of its side. */
export interface Turn {
  side: string;
  group: string;
  place: number;
  card: string;
}

export interface VoteFacts {
  /** The call that brought it; a special vote has none. */
  call: string | null;
  group: string;
  turned: Turn[];
  sums: Record<string, number>;
  winner: string | null;
  /** Whether philosophers turned it round. */
  isTurned: boolean;
}

const VOTES = new Set(["vote", "vote-turned", "tie"]);
/** How long it takes to turn all cards at most, and each of them, in milliseconds. */
const TURNING = 360;
const TURN = 120;

const turning = (turned: Turn[]): Beat => ({
  name: "turn",
  ms: Math.min(TURNING, TURN * turned.length),
  sound: turned.length ? "card" : undefined,
});

function vote(told: EventShown, call: string | null, turned: Turn[]): Scene {
  const facts: VoteFacts = {
    call,
    group: String(told["group"]),
    turned,
    sums: { cleopatra: Number(told["cleopatra"]), caesar: Number(told["caesar"]) },
    winner: told.key === "tie" ? null : told.seat,
    isTurned: told.key === "vote-turned",
  };
  const beats: Beat[] = [
    { name: "rise", ms: call ? 400 : 200, sound: call ? "token" : undefined },
    turning(turned),
    { name: "count", ms: 300, sound: "coin" },
    { name: "tip", ms: facts.isTurned ? 500 : 300, sound: "vote" },
    { name: "walk", ms: 400, sound: facts.winner ? "crowd" : undefined },
  ];
  return { name: "vote", on: "before", beats, facts: { ...facts } };
}

const once = (name: string, ms: number, sound: Beat["sound"], facts: Record<string, unknown>): Scene => ({
  name,
  on: "before",
  beats: [{ name, ms, sound }],
  facts,
});

/** Where a deed strikes: a group, or the other's hand. */
function deed(told: EventShown, after: EventShown[]): Scene | null {
  if (told.key === "wrath-took") return once("deed", 800, "vote", { card: "wrath", group: told["group"] });
  if (told.key === "spied-hand") return once("deed", 800, "card", { card: "spy", by: told.seat });
  if (told.key !== "assassinated") return null;
  const struck = after.find((each) => each.key === "lost" || each.key === "cleared");
  return once("deed", 800, "seal", { card: "assassination", group: struck?.["group"], side: struck?.seat });
}

function action(told: EventShown): Scene | null {
  const move = told["move"] as { kind: string } | undefined;
  const card = CARD_OF[move?.kind ?? ""] ?? String(told["action"] ?? "");
  if (told.key === "named") return once("action", 800, "card", { card, by: told.seat });
  if (told.key !== "vetoed") return null;
  const beats: Beat[] = [
    { name: "fall", ms: 350 },
    { name: "seal", ms: 450, sound: "seal" },
  ];
  return { name: "veto", on: "before", beats, facts: { card, by: told.seat } };
}

export function scenesOf({ told }: Step, { material }: Place): Scene[] {
  const { groups } = factsOf(material);
  const scenes: Scene[] = [];
  let call: string | null = null;
  let turned: Turn[] = [];
  const called = () => {
    if (call) scenes.push(once("call", 800, "token", { call }));
    call = null;
  };
  for (const [k, each] of told.entries()) {
    const { key, seat } = each;
    if (key === "called") {
      called();
      call = String(each["call"]);
      if (!groups.includes(call)) called();
    } else if (key === "revealed" && seat)
      turned.push({
        side: seat,
        group: String(each["group"]),
        place: Number(each["place"]),
        card: String(each["card"]),
      });
    else if (VOTES.has(key)) {
      scenes.push(vote(each, call, turned));
      call = null;
      turned = [];
    } else if (key === "lifted" || key === "castled")
      scenes.push(
        once("castling", 900, "card", { side: seat, first: each["group"], second: each["second"], how: key }),
      );
    else {
      const scene = action(each) ?? deed(each, told.slice(k));
      if (scene) scenes.push(scene);
    }
  }
  called();
  if (turned.length) scenes.push({ name: "turned", on: "before", beats: [turning(turned)], facts: { turned } });
  return scenes;
}

export const drawings: Scenes["drawings"] = {
  vote: Vote,
  call: Call,
  action: Played,
  veto: Played,
  castling: Castling,
  deed: Deed,
  turned: Turned,
};
