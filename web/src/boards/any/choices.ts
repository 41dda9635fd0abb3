// The legal moves as rows of buttons. Moves of one kind that differ in several parts are chosen part by part, as on a form.
import type { Moves } from "../../lib/moves";
import type { LegalMove, Move } from "../../lib/types";

/** With this many moves or more, parts are chosen one after the other. */
const MANY = 7;

export interface Choice {
  /** What the button says. */
  text: string;
  /** The only move that it makes; null: it picks the value of a part. */
  move: Move | null;
  /** The name of the pick, "count 3". */
  pick: string | null;
  isPicked: boolean;
  /** All moves that are left when it is chosen. */
  leads: number[];
}

export interface Row {
  /** The part that is chosen in it; empty where whole moves are. */
  part: string;
  choices: Choice[];
}

export interface Kind {
  kind: string;
  /** Parts that are the same in all its moves, where its buttons say only what differs. */
  fixed: [string, string][];
  rows: Row[];
}

/** What was picked, by kind and part. */
export type Picked = Record<string, Record<string, string>>;

const isNumber = (text: string) => text.trim() !== "" && !Number.isNaN(Number(text));

/** The names of the parts in which moves differ; null if they have not the same parts. */
function differing(moves: Move[]): string[] | null {
  const names = Object.keys(moves[0]?.parts ?? {});
  if (moves.some((move) => Object.keys(move.parts).join() !== names.join())) return null;
  return names.filter((name) => new Set(moves.map((move) => move.parts[name])).size > 1);
}

function valuesOf(moves: Move[], part: string): string[] {
  const values = [...new Set(moves.map((move) => move.parts[part] ?? ""))];
  return values.every(isNumber) ? values.sort((one, other) => Number(one) - Number(other)) : values;
}

const whole = (move: Move, text = move.text): Choice => ({
  text,
  move,
  pick: null,
  isPicked: false,
  leads: [move.id],
});

function rowsOf(moves: Move[], picked: Record<string, string>): Row[] {
  const parts = differing(moves);
  const [only] = parts ?? [];
  if (parts?.length === 1 && only && valuesOf(moves, only).every(isNumber)) {
    const sorted = [...moves].sort((one, other) => Number(one.parts[only]) - Number(other.parts[only]));
    return [{ part: only, choices: sorted.map((move) => whole(move, move.parts[only])) }];
  }
  if (!parts || parts.length < 2 || moves.length < MANY)
    return [{ part: "", choices: moves.map((move) => whole(move)) }];
  const rows: Row[] = [];
  let left = moves;
  for (const [k, part] of parts.entries()) {
    const values = valuesOf(left, part);
    const isLast = k === parts.length - 1;
    const chosen = values.includes(picked[part] ?? "") ? picked[part] : values[0];
    rows.push({
      part,
      choices: values.map((value) => {
        const leads = left.filter((move) => move.parts[part] === value);
        const ids = leads.map((move) => move.id);
        if (isLast && leads[0]) return { ...whole(leads[0], value), leads: ids };
        return { text: value, move: null, pick: `${part} ${value}`, isPicked: value === chosen, leads: ids };
      }),
    });
    left = left.filter((move) => move.parts[part] === chosen);
  }
  return rows;
}

/** Group the legal moves by kind, in the order in which the rules list them. */
export function kindsOf(legal: LegalMove[], moves: Moves, picked: Picked): Kind[] {
  const kinds = new Map<string, Move[]>();
  for (const { id } of legal) {
    const move = moves.at(id);
    kinds.set(move.kind, [...(kinds.get(move.kind) ?? []), move]);
  }
  return [...kinds].map(([kind, of]) => {
    const rows = rowsOf(of, picked[kind] ?? {});
    const parts = rows[0]?.part ? Object.entries(of[0]?.parts ?? {}) : [];
    const fixed = parts.filter(([name, value]) => of.every((move) => move.parts[name] === value));
    return { kind, fixed, rows };
  });
}
