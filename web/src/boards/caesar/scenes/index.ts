// What decides a match of Caesar!: provinces that close, and Crassus with his reasons.
import type { Beat, Scene, Scenes, Step } from "../../../lib/moments";
import type { EventShown } from "../../../lib/types";
import { REASONS } from "../reasons";
import type { CaesarView, Side } from "../shapes";
import Closing from "./Closing.svelte";
import Crassus from "./Crassus.svelte";

export interface Put {
  side: Side;
  token: string;
  border: string;
}

export interface ClosingFacts {
  province: string;
  /** The token that closed it. */
  put: Put | null;
  sums: Record<Side, number>;
  /** The bonus and who took it. */
  bonus: { name: string; by: Side } | null;
  /** Who controls it; null: nobody, or not yet. */
  control: Side | null;
  isTied: boolean;
  /** The borders that control tokens came on. */
  borders: string[];
}

export interface CrassusFacts {
  tile: string;
  /** His steps, as they were told. */
  steps: EventShown[];
  put: Put[];
}

/** His reasons, and what he did. */
const STEPS = new Set([...REASONS, "placed"]);
const CONTROLS = new Set(["controls", "controls-tie"]);
/** His steps tick by within this many milliseconds, and each takes no more than the second number. */
const THINKING = 800;
const STEP = 130;

const sideOf = (told: EventShown | undefined): Side | null =>
  told?.seat === "caesar" || told?.seat === "pompey" ? told.seat : null;

function put(told: EventShown | undefined): Put | null {
  const side = sideOf(told);
  return told && side ? { side, token: String(told["token"]), border: String(told["border"]) } : null;
}

/** One province that closes, or whose control is decided now. */
function closing(province: string, told: EventShown[], after: CaesarView, on: Scene["on"]): Scene {
  const here = told.filter((each) => each["province"] === province);
  const taken = here.find(({ key }) => key === "took-bonus");
  const by = sideOf(taken);
  const from = told.findIndex((each) => each["province"] === province);
  const closer = told.slice(0, Math.max(0, from)).findLast(({ key }) => key === "placed" || key === "placed-down");
  const controls = here.find(({ key }) => CONTROLS.has(key));
  const facts: ClosingFacts = {
    province,
    put: on === "before" && here.some(({ key }) => key === "closed") ? put(closer) : null,
    sums: after.provinces[province]?.influence ?? { caesar: 0, pompey: 0 },
    bonus: taken && by ? { name: String(taken["bonus"]), by } : null,
    control: sideOf(controls),
    isTied: here.some(({ key }) => key === "tied"),
    borders: told
      .filter(({ key, border }) => key === "on-border" && String(border).split("-").includes(province))
      .map(({ border }) => String(border)),
  };
  const beats: Beat[] = [
    { name: "put", ms: facts.put ? 250 : 0, sound: facts.put ? "token" : undefined },
    { name: "glow", ms: 250, sound: "horn" },
    { name: "sums", ms: 300 },
    { name: "bonus", ms: facts.bonus ? 350 : 0, sound: facts.bonus ? "coin" : undefined },
    { name: "control", ms: facts.control || facts.isTied ? 350 : 150, sound: facts.control ? "seal" : undefined },
  ];
  return { name: "closing", on, beats: beats.filter(({ ms }) => ms > 0), facts: { ...facts } };
}

function crassus(told: EventShown[]): Scene {
  const steps = told.filter(({ key }) => STEPS.has(key));
  const facts: CrassusFacts = {
    tile: String(told[0]?.["tile"] ?? ""),
    steps,
    put: told.filter(({ key }) => key === "placed").flatMap((each) => put(each) ?? []),
  };
  const beats: Beat[] = [
    { name: "tile", ms: 300, sound: "card" },
    { name: "think", ms: Math.min(THINKING, STEP * Math.max(1, steps.length)) },
    { name: "put", ms: 400, sound: "token" },
  ];
  return { name: "crassus", on: "after", beats, facts: { ...facts } };
}

export function scenesOf({ after, told }: Step): Scene[] {
  const view = after as CaesarView;
  const turn = told.findIndex(({ key }) => key === "tile-turned");
  const [own, his] = turn < 0 ? [told, []] : [told.slice(0, turn), told.slice(turn)];
  const decided = (events: EventShown[], on: Scene["on"]) => {
    const provinces = events.flatMap(({ key, province }) =>
      (key === "closed" || key === "tied" || CONTROLS.has(key)) && typeof province === "string" ? [province] : [],
    );
    return [...new Set(provinces)].map((province) => closing(province, events, view, on));
  };
  return [...decided(own, "before"), ...(his.length ? [crassus(his)] : []), ...decided(his, "after")];
}

export const drawings: Scenes["drawings"] = { closing: Closing, crassus: Crassus };
