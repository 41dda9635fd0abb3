"""How many games a second a study plays without search: `python -m benchmarks.fast_study [NAME ...]`.

Counts CPU seconds of one thread, so that other work on the machine matters little; the players take turns.
"""

from __future__ import annotations

import argparse
import time

import quadriga
from quadriga import Game
from quadriga.arena.sample import sample
from quadriga.players.levels import fast_network

ROUNDS = 5
SECONDS = 1.0
"""How long each player plays in each round."""


def rate(game: Game, seed: int, greedy: bool, network: str) -> tuple[float, float]:
    """Play for a while; return games a second of CPU time, and actions a game."""
    chunk = 25 if network else 1000
    sample(game, 1, seed=seed, threads=1, greedy=greedy, network=network)
    games = actions = 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS:
        found = sample(game, chunk, seed=seed + games, threads=1, greedy=greedy, network=network)
        games += int(found.sums[0])
        actions += int(found.sums[1])
    return games / (time.process_time() - begun), actions / games


def main() -> None:
    """Print a line for every game and player: the middle of all rounds."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("names", nargs="*", metavar="NAME", default=list(quadriga.games()))
    for name in reader.parse_args().names:
        game = quadriga.load(name)
        players = {"random": (False, ""), "preferred": (True, "")}
        if network := fast_network(game):
            players["consul-fast"] = (True, network)
        found: dict[str, list[tuple[float, float]]] = {player: [] for player in players}
        for number in range(ROUNDS):
            for player, how in players.items():
                found[player].append(rate(game, 10**9 * (1 + number), *how))
        for player, rates in found.items():
            middle = sorted(rates)[ROUNDS // 2]
            print(f"| {name} | {player} | {middle[0]:,.0f} | {middle[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
