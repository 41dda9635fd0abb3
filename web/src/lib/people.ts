// Who sits at a table, by name. The server knows a computer by its level alone; its name is made here, from where it sits, so that
// everybody sees the same one.
import type { Level, SeatShown, TableShown } from "./types";
import { t } from "./words.svelte";

/** What the computers of a level are called: the first is the one of the portraits on the front page. */
const NAMES: Record<Level, readonly string[]> = {
  tiro: ["Rufus", "Titus", "Spurius", "Vibius", "Numerius", "Paulus"],
  miles: ["Marcus", "Sextus", "Decimus", "Gaius", "Lucius", "Quintus"],
  centurio: ["Varro", "Balbus", "Servius", "Gnaeus", "Cato", "Macer"],
  legatus: ["Livia", "Sabina", "Flavia", "Tullia", "Metella", "Vibia"],
  consul: ["Fabius", "Appius", "Aemilius", "Lepidus", "Claudius", "Scipio"],
};
const NUMERALS = ["", " II", " III", " IV", " V"];

/** Name the nth computer of a level, counted from 0. */
export function botName(level: Level, nth = 0): string {
  const names = NAMES[level];
  const again = Math.floor(nth / names.length);
  return `${names[nth % names.length]}${NUMERALS[again] ?? ` ${again + 1}`}`;
}

/** Name the nth computer of a level with its level: "Livia · legatus". */
export function botTitle(level: Level, nth = 0): string {
  return `${botName(level, nth)} · ${t(`level.${level}`)}`;
}

/**
 * Count which computer of its level sits at a seat. One that plays on for somebody who left comes after those that were there
 * from the beginning, so that nobody's name changes during a match.
 */
export function nthOf(seats: readonly SeatShown[], seat: number): number {
  const at = seats[seat];
  if (!at) return 0;
  const same = seats.filter((each) => each.kind === "bot" && each.level === at.level);
  const [late, early] = [same.filter((each) => each.name !== null), same.filter((each) => each.name === null)];
  return Math.max(0, [...early, ...late].indexOf(at));
}

/** Name who sits at a seat, ready to be shown. */
export function nameOf(seats: readonly SeatShown[], seat: number): string {
  const at = seats[seat];
  if (!at || at.open) return t("seat.open");
  if (at.kind === "bot") return botName(at.level ?? "miles", nthOf(seats, seat));
  const name = at.name ?? t("seat.guest");
  return at.program ? t("seat.program", { name }) : name;
}

/** Name who sits at a seat; a computer with its level. */
export function titleAt(seats: readonly SeatShown[], seat: number): string {
  const at = seats[seat];
  return at?.kind === "bot" && at.level ? botTitle(at.level, nthOf(seats, seat)) : nameOf(seats, seat);
}

/** Names by seat. */
export function namesOf(table: TableShown): Record<string, string> {
  return Object.fromEntries(table.seats.map((seat, k) => [seat.seat, nameOf(table.seats, k)]));
}
