import type { Material, Move } from "./types";

/** All moves of a game, to be found by number, by text, or by kind and parts. */
export class Moves {
  readonly all: Move[];
  #byText = new Map<string, Move>();

  constructor(material: Material) {
    this.all = material.moves;
    for (const move of this.all) this.#byText.set(move.text, move);
  }

  at(id: number): Move {
    const found = this.all[id];
    if (!found) throw new Error(`there is no move ${id}`);
    return found;
  }

  named(text: string): Move | undefined {
    return this.#byText.get(text);
  }

  /** Find the move of a kind with exactly these parts, legal or not. */
  find(kind: string, parts: Record<string, string>): Move | undefined {
    return this.all.find(
      (move) => move.kind === kind && Object.entries(parts).every(([name, value]) => move.parts[name] === value),
    );
  }
}
