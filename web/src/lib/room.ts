// Everything a game's table is drawn and told with, loaded when it is needed.
import type { Component } from "svelte";

import { material } from "./api";
import { BOARDS, type BoardProps } from "./board";
import { familyOf } from "./games";
import { Moves } from "./moves";
import type { Family, GameName, Material } from "./types";
import { learnWords, SAYINGS, type Sayings } from "./words.svelte";

export interface Room {
  game: GameName;
  family: Family;
  Board: Component<BoardProps>;
  facts: Material;
  moves: Moves;
  sayings: Sayings;
  reason: (code: string) => string;
}

const rooms = new Map<string, Promise<Room>>();

export function roomOf(game: GameName): Promise<Room> {
  let found = rooms.get(game);
  if (!found) {
    found = load(game);
    rooms.set(game, found);
    found.catch(() => rooms.delete(game));
  }
  return found;
}

async function load(game: GameName): Promise<Room> {
  const family = familyOf(game);
  const [{ default: Board }, facts, { sayings, reason }] = await Promise.all([
    BOARDS[family](),
    material(game),
    SAYINGS[family](),
    learnWords(family),
  ]);
  return { game, family, Board, facts, moves: new Moves(facts), sayings, reason };
}
