// What a view of Caesar! holds, and the facts its board is drawn from, with their types.
import type { LegalMove, Material, Move, View } from "../../lib/types";

export type Side = "caesar" | "pompey";
export const SIDES: Side[] = ["caesar", "pompey"];
export type Both = Record<Side, number>;

export interface Province {
  central: boolean;
  bonus: string | null;
  spaces: number;
  spaces_left: number;
  closed: boolean;
  influence: Both;
  control: Side | null;
  control_tokens: number;
  control_tokens_face_down: number;
}

export interface Placed {
  side: Side;
  token: string;
  /** The number turned to each of the two provinces. */
  numbers: Record<string, number>;
  face_down: boolean;
}

export interface Space {
  symbol: string;
  border_control: boolean;
  token: Placed | null;
  control: { side: Side; face_down: boolean } | null;
}

export interface SideShown {
  player: string;
  control_tokens: number;
  senate: number;
  under_senate: number;
  supply: string[];
  bag: number;
  unseen: string[];
  discarded?: number;
  centurions?: string[];
  known?: string[];
  returned?: { token: string; drawn_since: number }[];
}

export interface CrassusShown {
  side: Side;
  row: string[];
  tile: string | null;
  tiles_left: Record<string, number>;
  to_turn: boolean;
}

export interface CaesarView extends View {
  stage: string;
  active: Side;
  bonus: string | null;
  closing: string[];
  extra_turn: boolean;
  centurion_due: boolean;
  turn: number;
  provinces: Record<string, Province>;
  borders: Record<string, Space>;
  sides: Record<Side, SideShown>;
  bank: Record<string, number> | null;
  crassus: CrassusShown | null;
  winner: Side | null;
}

/** What a placement would close, as the rules say. */
export interface Closing {
  province: string;
  bonus: string;
  influence: Both;
  control: Side | null;
  control_tokens: number;
  under_senate: number;
}

export interface Placement extends LegalMove {
  kind: "place";
  token: string;
  border: string;
  closes: Closing[];
}

export interface TokenFacts {
  symbols: string[];
  numbers: [number, number];
  copies: number;
  centurion: boolean;
}

export interface Facts {
  provinces: Record<string, { xy: [number, number]; central: boolean; borders: number }>;
  borders: Record<
    string,
    { xy: [number, number]; between: [string, string]; symbol: string; border_control: boolean }
  >;
  tokens: Record<string, TokenFacts>;
  symbols: string[];
  bonuses: string[];
}

export function factsOf(material: Material): Facts {
  return material.board as unknown as Facts;
}

export function isPlacement(move: LegalMove): move is Placement {
  return move.kind === "place";
}

/** A placement that is not offered: looking back, nobody is told what it closes. */
export function placementOf({ id, text, parts }: Move): Placement {
  return { id, text, kind: "place", token: parts["token"] ?? "", border: parts["border"] ?? "", closes: [] };
}

/** The numbers printed on a token, from its name: "ship 5/1". */
export function printed(token: string): [number, number] {
  const [a, b] = (token.split(" ").at(-1) ?? "").split("/");
  return [Number(a), Number(b)];
}

/** The symbols of a token, from its name: "ship-shield 4/4". */
export function symbolsOf(token: string): string[] {
  return (token.split(" ")[0] ?? "").split("-");
}
