// A finished match looked at again: what the server's analysis says, and which versions the moves are.
import { ask } from "./api";
import type { Entry, ReviewAnswer, ReviewShown } from "./types";

/** Ask for the analysis until it is there; `progress` hears how far it is. */
export async function analyse(
  id: string,
  progress: (done: number, of: number) => void,
  isOff: () => boolean,
): Promise<ReviewShown | null> {
  while (!isOff()) {
    const answer = await ask<ReviewAnswer>("GET", `/api/tables/${id}/analysis`);
    if (answer.status === "done") return answer.review;
    progress(answer.done, answer.of);
    await new Promise((done) => setTimeout(done, 700));
  }
  return null;
}

/** The versions at which the moves of the match lie that were not taken back, in order. */
export function versionsOfMoves(entries: Entry[]): number[] {
  const versions: number[] = [];
  for (const entry of entries) {
    if (entry.kind === "move") versions.push(entry.version);
    else if (entry.kind === "undo") versions.length = entry.keep ?? 0;
  }
  return versions;
}
