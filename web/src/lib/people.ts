import type { SeatShown, TableShown } from "./types";
import { t } from "./words.svelte";

/** Name who sits at a seat, ready to be shown. */
export function nameOf(seat: SeatShown): string {
  if (seat.open) return t("seat.open");
  if (seat.kind === "bot") return t(`level.${seat.level ?? "miles"}`);
  return seat.name ?? t("seat.guest");
}

/** Names by seat. */
export function namesOf(table: TableShown): Record<string, string> {
  return Object.fromEntries(table.seats.map((seat) => [seat.seat, nameOf(seat)]));
}
