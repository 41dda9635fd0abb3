// The games that the server has, each with what its family brings to the page: boards/<family>/, or boards/any/ for a game whose
// family has no folder here.
import { games } from "./api";
import type { GameFamily } from "./board";
import type { GameShown } from "./types";
import { has, learnWords, t } from "./words.svelte";

const ANY = "any";
const FAMILIES = import.meta.glob<{ default: GameFamily }>("../boards/*/index.ts");
const folderOf = (family: string) => `../boards/${family}/index.ts`;

/** A game with what its family brings; `family` is the folder of its board here. */
export interface Game extends GameShown {
  brings: GameFamily;
}

const known = $state.raw({ games: new Map<string, Game>() });

/** The folder here that has the board and the words of a family of games. */
export function boardOf(family: string): string {
  return folderOf(family) in FAMILIES ? family : ANY;
}

/** Load what a family of games brings. */
export async function familyOf(family: string): Promise<GameFamily> {
  const file = FAMILIES[folderOf(boardOf(family))];
  if (!file) throw new Error(`there is no board for ${family}`);
  return (await file()).default;
}

let asked: Promise<Game[]> | null = null;

/** List the games of the server, in its order. */
export function allGames(): Promise<Game[]> {
  if (!asked) {
    asked = list();
    asked.catch(() => (asked = null));
  }
  return asked;
}

async function list(): Promise<Game[]> {
  const found = await Promise.all(
    (await games()).map(async (shown): Promise<Game> => {
      const family = boardOf(shown.family);
      const [brings] = await Promise.all([familyOf(family), family === ANY || learnWords(`${family}/about`)]);
      return { ...shown, family, brings };
    }),
  );
  known.games = new Map(found.map((game) => [game.name, game]));
  return found;
}

/** Find a game by its name; null if the server has no such game. */
export async function gameNamed(name: string): Promise<Game | null> {
  return (await allGames()).find((game) => game.name === name) ?? null;
}

/**
 * What the page says of a game (its `title`, its `short` title, its `edition` where there are several, `facts` and what it is
 * `about`), if it has words for it.
 */
export function saidOf(name: string, part: "title" | "short" | "edition" | "facts" | "about"): string | null {
  const game = known.games.get(name);
  const key = `${game?.family ?? ANY}/about:${name}.${part}`;
  return has(key) ? t(key) : null;
}

/** A game's title in the language of the page, else as the server says it. */
export function titleOf(name: string, short = false): string {
  return saidOf(name, short ? "short" : "title") ?? known.games.get(name)?.title ?? name;
}

/** How many play a game and how long, else only how many. */
export function factsOf(game: Game): string {
  const [least = 1, most = 1] = game.players;
  const players =
    least === most ? t("game.players", { count: most }) : t("game.players-range", { least, count: most });
  return saidOf(game.name, "facts") ?? players;
}

/** The colour that marks a game's tables. */
export function colourOf(name: string): string {
  return `var(--${known.games.get(name)?.brings.colour ?? "terracotta"})`;
}
