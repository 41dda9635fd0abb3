// Films: short matches of bots, recorded by boards/film.py and shown on the front page.
import type { Game } from "./games.svelte";
import { Moves } from "./moves";
import type { LoadedGame } from "./loadedGame";
import type { Material, EventShown, View } from "./types";
import { learnWords } from "./words.svelte";

/** What boards/<family>/films/<game>.json holds. */
export interface Recorded {
  seats: string[];
  /** The facts that the board is drawn with. */
  board: Material["board"];
  first: View;
  /** Each with what happened, and what changed: [path, value], or [path] of what is gone. */
  shots: { told: EventShown[]; changes: [string[], unknown?][] }[];
}

export interface Shot {
  view: View;
  told: EventShown[];
}

const files = import.meta.glob<{ default: unknown }>("../boards/*/films/*.json");

/** Load the film of a game; null if nobody has recorded one. */
export async function filmOf(family: string, game: string): Promise<Recorded | null> {
  const file = files[`../boards/${family}/films/${game}.json`];
  return file ? ((await file()).default as Recorded) : null;
}

/** Make a view that differs from another in these things. Whatever is the same is shared, and nothing is altered. */
function changed(view: View, changes: [string[], unknown?][]): View {
  const next = { ...view } as Record<string, unknown>;
  for (const [path, ...value] of changes) {
    let at = next;
    for (const key of path.slice(0, -1)) at = at[key] = { ...(at[key] as Record<string, unknown>) };
    const last = path.at(-1) ?? "";
    if (value.length) at[last] = value[0];
    else delete at[last];
  }
  return next as View;
}

/** Develop a film: every shot whole. */
export function develop({ first, shots }: Recorded): Shot[] {
  const film: Shot[] = [{ view: first, told: [] }];
  for (const { told, changes } of shots) film.push({ view: changed(film.at(-1)?.view ?? first, changes), told });
  return film;
}

/** A film with the board that it is shown on. No server is asked: nothing can be chosen, so no move needs to be known. */
export interface Showing {
  loaded: Pick<LoadedGame, "Board" | "facts" | "moves">;
  names: Record<string, string>;
  near: string;
  shots: Shot[];
}

/** Load the film of a game with its board; null if nobody has recorded one. */
export async function showingOf({ name, family, brings }: Game): Promise<Showing | null> {
  const recorded = await filmOf(family, name);
  if (!recorded) return null;
  const [{ default: Board }, { sayings }] = await Promise.all([brings.Board(), brings.say(), learnWords(family)]);
  const facts: Material = { game: name, moves: [], board: recorded.board };
  return {
    loaded: { Board, facts, moves: new Moves(facts) },
    names: Object.fromEntries(recorded.seats.map((seat) => [seat, sayings.seat(seat)])),
    near: recorded.seats.at(-1) ?? "",
    shots: develop(recorded),
  };
}

/** Where a film begins, as a share of the whole: by then there is much to see. */
export const BEGINNING = 0.65;

/** A shot stands this long, the last one longer, in milliseconds. */
export const SHOT = 1100;
export const LAST = 4000;

/** Plays a film round and round while it may; `show` is told the number of the shot. */
export class Player {
  readonly #length: number;
  readonly #show: (shot: number) => void;
  #at: number;
  #next: ReturnType<typeof setTimeout> | null = null;

  constructor(length: number, at: number, show: (shot: number) => void) {
    this.#length = length;
    this.#at = at;
    this.#show = show;
  }

  /** Go on, or stand still. */
  run(may: boolean): void {
    if (this.#next !== null) clearTimeout(this.#next);
    this.#next = null;
    if (!may || this.#length < 2) return;
    const isLast = this.#at === this.#length - 1;
    this.#next = setTimeout(
      () => {
        this.#at = isLast ? 0 : this.#at + 1;
        this.#show(this.#at);
        this.run(true);
      },
      isLast ? LAST : SHOT,
    );
  }
}
