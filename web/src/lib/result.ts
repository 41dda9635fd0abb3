import { namesOf } from "./people";
import type { TableShown } from "./types";
import { t } from "./words.svelte";

/** Say in a few words how a match ended, to those who hold these seats; nothing while it is on. */
export function headlineOf(table: TableShown, held: number[]): string {
  const { result } = table;
  if (!result) return "";
  const names = namesOf(table);
  const winners = result.winners.map((seat) => names[table.seats[seat]?.seat ?? ""] ?? "").join(", ");
  if (winners && held.length) {
    return result.winners.some((seat) => held.includes(seat)) ? t("result.won") : t("result.lost", { who: winners });
  }
  if (winners) return t("result.wins", { who: winners, count: result.winners.length });
  if (table.seats.length === 1) return held.length ? t("result.lost-alone") : t("result.alone");
  return t("result.draw");
}
