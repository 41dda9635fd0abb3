// A tournament: the laurels of its races, and what race comes next.
import { lasting, ranked, type Rounds, type Standing } from "../../lib/standing";
import type { Entry, EventShown } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import { seatName, trackName } from "./say";

const RACES = 4;
const say = (key: string, values: Record<string, unknown> = {}) => t(`avecaesar:tournament.${key}`, values);

/** A single race ends as well, and with it the match: nothing comes after it. */
const endsRound = (told: EventShown[]): boolean =>
  told.some((each) => each.key === "race-ends") && told.some((each) => each.key === "race-begins");

function standingOf(entries: Entry[], names: Record<string, string>): Standing | null {
  const races: Record<string, number>[] = [];
  let begins: EventShown | undefined;
  let isOver = false;
  for (const told of lasting(entries).flatMap((entry) => entry.events ?? [])) {
    if (told.key === "race-begins") begins = told;
    else if (told.key === "laurels" && told.seat !== null) {
      const race = (races[Number(begins?.["count"] ?? 1) - 1] ??= {});
      race[told.seat] = (race[told.seat] ?? 0) + Number(told["count"]);
    } else if (told.key === "race-ends") isOver = told["count"] === RACES;
  }
  const now = Number(begins?.["count"] ?? 1);
  const done = isOver ? now : now - 1;
  if (!begins || done < 1) return null;
  const rows = ranked(
    Object.keys(names).map((seat) => {
      const got = Array.from({ length: done }, (_, k) => races[k]?.[seat] ?? 0);
      return { name: names[seat] ?? seatName(seat), got, total: got.reduce((sum, each) => sum + each, 0) };
    }),
  );
  return {
    title: say("over", { race: done, races: RACES }),
    columns: Array.from({ length: done }, (_, k) => ({ name: say("race", { race: k + 1 }) })),
    rows,
    next: isOver
      ? ""
      : say("next", {
          race: now,
          races: RACES,
          track: trackName(String(begins["track"])),
          direction: t(`avecaesar:direction.${begins["direction"]}`),
          seat: begins.seat === null ? "" : (names[begins.seat] ?? seatName(begins.seat)),
        }),
  };
}

export const rounds: Rounds = { endsRound, standingOf };
