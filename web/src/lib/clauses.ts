// Which clause an event carries out: for the log, where each line leads to its rule.
import { familyOf } from "./games";
import type { Family } from "./types";

const CLAUSES: Record<Family, Record<string, string>> = { cleopatra: {}, avecaesar: {}, caesar: {} };
const PREFIX: Record<string, string> = { "caesar-cleopatra-1997": "CC97", "caesar-cleopatra-2024": "CC24", "ave-caesar": "AVE", caesar: "ROME" };

/** Name the clause of an event, if there is one. */
export function clauseOf(game: string, key: string): string | null {
  const found = CLAUSES[familyOf(game)][key.replace(/-unseen$/, "")];
  return found ? `${PREFIX[game]}-${found}` : null;
}
