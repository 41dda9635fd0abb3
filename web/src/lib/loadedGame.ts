// Everything a game's table is drawn and told with, loaded when it is needed.
import type { Component } from "svelte";

import { material } from "./api";
import type { BoardProps, GameFamily } from "./board";
import { idle } from "./calm";
import { gameNamed } from "./games.svelte";
import type { Scenes } from "./moments";
import { Moves } from "./moves";
import type { Rounds } from "./standing";
import type { Material } from "./types";
import { learnWords, type Sayings } from "./words.svelte";

export interface LoadedGame {
  game: string;
  family: string;
  brings: GameFamily;
  Board: Component<BoardProps>;
  facts: Material;
  moves: Moves;
  sayings: Sayings;
  reason: (code: string) => string;
  /** How its moments are shown: loaded after all that is needed to play, or when first asked for; undefined until then. */
  scenes: () => Scenes | undefined;
  /** Where a match has several rounds: how it stands between them. */
  rounds: Rounds | null;
}

const games = new Map<string, Promise<LoadedGame>>();

export function loadGame(game: string): Promise<LoadedGame> {
  let found = games.get(game);
  if (!found) {
    found = load(game);
    games.set(game, found);
    found.catch(() => games.delete(game));
  }
  return found;
}

async function load(name: string): Promise<LoadedGame> {
  const asked = material(name);
  asked.catch(() => {}); // whether it came is seen below
  const game = await gameNamed(name);
  if (!game) throw new Error(`there is no game ${name}`);
  const { brings, family } = game;
  const [facts, { default: Board }, { sayings, reason }, brought] = await Promise.all([
    asked,
    brings.Board(),
    brings.say(),
    brings.rounds?.(),
    learnWords(family),
  ]);
  const scenes = scenesWhenAsked(brings);
  void idle().then(scenes); // after the board has been drawn, for which they are not needed
  const rounds = brought?.rounds ?? null;
  return { game: name, family, brings, Board, facts, moves: new Moves(facts), sayings, reason, rounds, scenes };
}

/** Give what a family shows moments with, once it is loaded; the first who asks has it loaded. */
export function scenesWhenAsked(brings: Pick<GameFamily, "scenes">): LoadedGame["scenes"] {
  let found: Scenes | undefined;
  let isAsked = false;
  return () => {
    if (!isAsked)
      brings.scenes?.().then(
        (brought) => (found = brought),
        () => {}, // a table without scenes is still to be played at
      );
    isAsked = true;
    return found;
  };
}
