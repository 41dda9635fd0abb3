// Looking back at a match: which position is shown from which seat, and what the computer thinks of it. Every seat's film is
// asked for once; from then on no step needs the server.
import { Analysis } from "../lib/analysis.svelte";
import { ask, faultOf, film as filmOf } from "../lib/api";
import { addressOf, gradedOf, stopsOf } from "../lib/review";
import { loadGame, type LoadedGame } from "../lib/loadedGame";
import type { Fault, FilmShown, Frame, MoveForeseen, MoveJudged, TableMessage, EventShown } from "../lib/types";
import { t } from "../lib/words.svelte";
import { Moments, playbill } from "./moments.svelte";

/** Looking as a spectator. */
export const NOBODY = -1;
const PACE = 1100;

export class Reviewing {
  readonly id: string;
  /** The table as it stands now, with the seats that the visitor holds. */
  now = $state.raw<TableMessage | null>(null);
  loaded = $state.raw<LoadedGame | null>(null);
  film = $state.raw<FilmShown | null>(null);
  /** The seat that is looked from, or NOBODY. */
  seat = $state(NOBODY);
  /** How many moves have been made in the position that is shown. */
  at = $state(0);
  isPlaying = $state(false);
  fault = $state.raw<Fault | null>(null);
  readonly analysis = new Analysis();
  /** Who goes on turn by turn sees the match as it was seen at the table. */
  readonly moments = new Moments(
    playbill(
      () => this.loaded,
      () => this.near,
      () => this.seats,
    ),
  );
  /** On a phone: whether the analysis and the log are pulled up, over the board. */
  readonly sheet = $state({ isPulled: false });

  readonly isOver = $derived(this.now?.table.status === "over");
  readonly frames: Frame[] = $derived(this.film?.frames ?? []);
  readonly last = $derived(Math.max(0, this.frames.length - 1));
  readonly stops = $derived(stopsOf(this.frames));
  /** The turn that is shown; within a turn the one that goes on. */
  readonly turn = $derived(this.turnOf(this.at));
  readonly turns = $derived(Math.max(0, this.stops.length - 1));
  readonly frame = $derived(this.frames[this.at]);
  readonly seats = $derived(this.now?.table.seats.map((each) => each.seat) ?? []);
  readonly near = $derived(this.frame?.view.seat ?? this.seats[0] ?? "");
  readonly graded = $derived(gradedOf(this.analysis.review));
  /** The mistake that is made next in the position that is shown. */
  readonly judged = $derived(this.graded.find((move) => move.number === this.at + 1) ?? null);
  /** What happened in the turn that is shown, up to its position. */
  readonly told: EventShown[] = $derived.by(() => {
    const from = this.stops[this.turn - 1] ?? -1;
    return this.frames.slice(from + 1, this.at + 1).flatMap((frame) => frame.events);
  });

  #films = new Map<number, Promise<FilmShown>>();
  #leave: (() => void)[] = [];

  constructor(id: string) {
    this.id = id;
  }

  /** Load the match and open it as the address says: `?at=37&seat=1`. */
  async open(search: string): Promise<void> {
    const wish = new URLSearchParams(search);
    try {
      const now = await ask<TableMessage>("GET", `/api/tables/${this.id}`);
      const isOver = now.table.status === "over";
      if (isOver) this.#leave.push(this.analysis.follow(this.id));
      // Who shares a screen says as which seat to look; before that it is as a spectator.
      const own = isOver ? (now.held[0] ?? 0) : (now.look ?? NOBODY);
      const wished = Number(wish.get("seat") ?? Number.NaN);
      const seat = isOver && wished in now.table.seats ? wished : own;
      const [film, loaded] = await Promise.all([this.#fetched(seat), loadGame(now.table.game)]);
      const at = wish.has("at") ? Number(wish.get("at")) : Number.NaN;
      this.at = Math.max(0, Math.min(film.frames.length - 1, Number.isInteger(at) ? at : film.frames.length - 1));
      [this.now, this.film, this.loaded, this.seat] = [now, film, loaded, seat];
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  close(): void {
    this.isPlaying = false;
    this.moments.clear();
    for (const leave of this.#leave.splice(0)) leave();
  }

  #fetched(seat: number): Promise<FilmShown> {
    let found = this.#films.get(seat);
    if (!found) {
      found = filmOf(this.id, seat === NOBODY ? undefined : seat);
      this.#films.set(seat, found);
      found.catch(() => this.#films.delete(seat));
    }
    return found;
  }

  /** Look from another seat; the position stays. */
  async lookAs(seat: number): Promise<void> {
    this.moments.clear();
    this.seat = seat;
    try {
      const film = await this.#fetched(seat);
      if (this.seat === seat) this.film = film;
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** The turn to which a move belongs; 0 before the first. */
  turnOf(move: number): number {
    return Math.max(
      0,
      this.stops.findIndex((stop) => stop >= move),
    );
  }

  // --- going to and fro; false where it goes no further

  goTo(at: number): boolean {
    if (at < 0 || at > this.last || at === this.at) return false;
    this.moments.clear();
    this.at = at;
    return true;
  }

  /** Go on or back to where a turn ends. */
  step(by: 1 | -1): boolean {
    const to = by > 0 ? this.stops.find((stop) => stop > this.at) : this.stops.findLast((stop) => stop < this.at);
    const before = this.frame?.view;
    if (to === undefined || !this.goTo(to)) return false;
    const after = this.frame?.view;
    if (by > 0 && before && after) this.moments.push({ before, after, told: this.told });
    return true;
  }

  toTurn(turn: number): void {
    this.goTo(this.stops[turn] ?? this.at);
  }

  play(): void {
    if (this.isPlaying) return void (this.isPlaying = false);
    if (this.at >= this.last) this.at = 0;
    this.isPlaying = true;
  }

  /** Step on while it plays; to be called as an effect. */
  pace(): (() => void) | undefined {
    if (!this.isPlaying) return undefined;
    const clock = setInterval(() => {
      if (!this.moments.playing && !this.step(1)) this.isPlaying = false;
    }, PACE);
    return () => clearInterval(clock);
  }

  // --- mistakes

  mistake(by: 1 | -1): MoveJudged | undefined {
    return by > 0
      ? this.graded.find((move) => move.number > this.at + 1)
      : this.graded.findLast((move) => move.number < this.at + 1);
  }

  /** Show the position before a mistake, as the one saw it who made it. */
  show(move: MoveJudged | undefined): boolean {
    if (!move) return false;
    this.isPlaying = false;
    this.moments.clear();
    this.at = move.number - 1;
    const seat = this.seats.indexOf(move.seat);
    if (seat >= 0 && seat !== this.seat) void this.lookAs(seat);
    return true;
  }

  // --- words

  said(id: number): string {
    return this.loaded ? this.loaded.sayings.move(this.loaded.moves.at(id)) : "";
  }

  /** The moves that are expected after the better one. */
  followed(line: MoveForeseen[]): string {
    return line
      .slice(1)
      .map((move) => {
        const who = this.loaded?.sayings.seat(move.seat) ?? "";
        return move.id === null ? t("review.unseen", { who }) : `${who}: ${this.said(move.id)}`;
      })
      .join("; ");
  }

  /** What speaks for the better move, in sentences. */
  benefits(move: MoveJudged): string[] {
    const say = this.loaded?.sayings.benefit;
    return say ? (move.facts ?? []).map(say).filter((words) => words !== "") : [];
  }

  /** The address of what is shown. */
  get address(): string {
    return addressOf(this.id, this.at, this.isOver && this.seat !== NOBODY ? this.seat : undefined);
  }
}
