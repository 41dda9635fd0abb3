"""Temperatures at which lower levels draw their moves: `python -m benchmarks.temperatures NAME --network FILE`.

A level draws a move as likely as the network rates it, the differences divided by its temperature: the higher that is,
the more often it takes a move that is plausible and not the best. Beginning with the temperature of one level, this
looks for that of the level below, which is to lose this share of the games, and so on downwards. Whole games, every
second seat each, with swapped seats.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import quadriga
from quadriga import Game
from quadriga.intervals import wilson
from quadriga.players.networks import network

FIRST_SEED = 500_000
TRIES = 6


def share(game: Game, net: Any, ours: float, theirs: float, count: int) -> float:
    """Play games between two temperatures, every second seat each; return our share of the victories."""
    batch = game.batch(count, threads=1)
    batch.reset(FIRST_SEED)
    chance = np.random.default_rng(1)
    first, seats = np.arange(count) % 2, len(game.seats)
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(count, np.int16)
    rate = game.compiled.choose_learned
    while (playing := np.flatnonzero(batch.to_move >= 0)).size:
        for i in playing:
            ratings[:] = -np.inf
            rate(batch.states, moves, ratings, out, i, i + 1, net)
            there = int((ratings > -np.inf).sum())  # a single move is not rated
            temperature = ours if batch.to_move[i] % 2 == first[i] else theirs
            if there > 1:
                out[i] = moves[(ratings[:there] / temperature + chance.gumbel(size=there)).argmax()]
        batch.step(out)
    _, winners = batch.scores()
    mine = (np.arange(seats)[None, :] % 2 == first[:, None]) * winners
    won = np.where(winners.sum(axis=1) > 0, mine.sum(axis=1) / np.maximum(1, winners.sum(axis=1)), 0.5)
    return float(won.mean())


def below(game: Game, net: Any, upper: float, wanted: float, count: int) -> tuple[float, float]:
    """Find the temperature of a level that loses this share of the games; return it, and the share it lost."""
    low, high = upper, 60.0
    for _ in range(TRIES):
        tried = (low * high) ** 0.5
        lost = share(game, net, upper, tried, count)
        if lost < wanted:
            low = tried
        else:
            high = tried
    return tried, lost


def main() -> None:
    """Find temperatures, and print them."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", metavar="NAME")
    reader.add_argument("--network", default="network")
    reader.add_argument("--first", type=float, default=0.3, help="the temperature of the highest of these levels")
    reader.add_argument("--share", type=float, default=0.76)
    reader.add_argument("--levels", type=int, default=4)
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--option", type=lambda text: tuple(text.split("=", 1)), action="append", default=[])
    given = reader.parse_args()
    game = quadriga.load_texts(given.name, dict(given.option))
    net, temperature = network(game, given.network), given.first
    print(f"{given.name}: {temperature:.2f}", flush=True)
    for _ in range(given.levels - 1):
        temperature, lost = below(game, net, temperature, given.share, given.games)
        low, high = wilson(lost * given.games, given.games)
        print(f"{temperature:.2f}, loses {lost:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
