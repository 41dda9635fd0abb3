// A race as the board reads it: the view with its parts named, and the legal moves as ways to spaces.
import type { Moves } from "../../lib/moves";
import type { LegalMove, Move, View } from "../../lib/types";
import type { TrackDrawn } from "./track";

export const COLOURS = ["red", "blue", "green", "yellow", "white", "purple"] as const;
export type Colour = (typeof COLOURS)[number];
export type Status = "absent" | "racing" | "finished" | "disqualified" | "removed" | "stranded";
export const VALUES = [1, 2, 3, 4, 5, 6] as const;
export const COPIES = 4;
export const ALL_POINTS = 84;

export interface ChariotShown {
  owner: Colour | null;
  status: Status;
  /** Name and number of the space it stands on; null off the track. */
  space: string | null;
  number: number | null;
  lap: number;
  crossings: number;
  denarius: boolean;
  disqualified: boolean;
  place: number | null;
  grid: number;
  hand: (number | "?")[];
  deck: number;
  points: number;
  played: number[];
  hand_without?: number[];
  hand_without_count?: number;
}

export interface RaceView extends View {
  stage: string;
  race: number;
  races: number;
  track: string;
  direction: "clockwise" | "counter-clockwise";
  turn: string;
  must_play_six: boolean;
  card: number | null;
  votes: Record<string, string>;
  chariots: Record<string, ChariotShown>;
  laurels: Record<string, number>;
  places: Record<string, number[]>;
}

/** Stands for leaving the track over the line, where else a space's number is. */
export const FINISH = 0;

/** A legal move: a card that takes the chariot to a space, or over the line. */
export interface Reach {
  id: number;
  card: number;
  to: number;
  /** Numbers of the spaces driven over, the last one included; to the finish, those before the line. */
  way: number[];
}

interface LegalDrive extends LegalMove {
  card: number;
  way: string[];
}

/** Read the legal drives, and votes for drives. */
export function reaches(legal: LegalMove[], moves: Moves, track: TrackDrawn): Reach[] {
  const numbers = new Map(track.spaces.map((space, index) => [space.name, index + 1]));
  return legal
    .filter((move): move is LegalDrive => move.kind !== "abstain")
    .map((move) => ({
      id: move.id,
      card: Number(move.card),
      to: move.kind === "finish" ? FINISH : Number(moves.at(move.id).parts["space"]),
      way: move.way.map((name) => numbers.get(name) ?? 0).filter(Boolean),
    }));
}

/** Where a move leads, straight: looking back, nobody is told the way. */
export function reachOf({ id, kind, parts }: Move): Reach | undefined {
  if (kind !== "drive" && kind !== "finish") return undefined;
  const to = kind === "finish" ? FINISH : Number(parts["space"]);
  return { id, card: Number(parts["card"]), to, way: kind === "finish" ? [] : [to] };
}

/** Sort the reaches by where they lead. */
export function byTarget(all: Reach[]): Map<number, Reach[]> {
  const found = new Map<number, Reach[]>();
  for (const reach of all) found.set(reach.to, [...(found.get(reach.to) ?? []), reach]);
  return found;
}

/** Take a chariot's name apart: "red 1" is red's first, "uncrewed 2" has no driver. */
export function nameParts(name: string): { colour: Colour | "uncrewed"; number: number | null } {
  const [colour, number] = name.split(" ");
  return { colour: colour as Colour | "uncrewed", number: number ? Number(number) : null };
}

/** Count cards by value, 1 to 6. */
export function countCards(cards: (number | "?")[]): number[] {
  return VALUES.map((value) => cards.filter((card) => card === value).length);
}

/** Name a card in a hand so that it keeps its name while it is held and when it is played. */
export function cardThing(chariot: string, race: number, value: number, nth: number): string {
  return `${chariot} race ${race} card ${value} ${nth}`;
}

/** The seats as they stand in the race, who is ahead first: by place, then by lap, then by section of the track. */
export function bySeatAhead(view: RaceView, track: TrackDrawn): string[] {
  const sections = Math.max(...track.spaces.map((space) => space.section));
  const ahead = ({ place, status, lap, number }: ChariotShown): number => {
    if (place !== null) return 10_000 - place;
    if (status !== "racing") return -1;
    const section = track.spaces[(number ?? 1) - 1]?.section ?? 0;
    // A chariot on the grid has not crossed the line yet.
    return lap * 100 + (lap === 0 ? 0 : view.direction === "clockwise" ? section : sections - section);
  };
  const best = (seat: string) =>
    Math.max(...Object.values(view.chariots).map((chariot) => (chariot.owner === seat ? ahead(chariot) : -2)));
  return Object.keys(view.laurels).sort((one, other) => best(other) - best(one));
}
