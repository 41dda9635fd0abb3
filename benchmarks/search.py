"""Search iterations a second from the opening of each game, on one core and on two."""

from __future__ import annotations

import threading
import time
from statistics import median

import quadriga
from quadriga import Game
from quadriga.players.levels import level
from quadriga.players.search_tree import SearchTree

ROUNDS = 5
SECONDS = 1.0
CHUNK = 200


def opening(game: Game) -> quadriga.State:
    """Find the first position with a choice that is not part of setting up."""
    state = game.new(1)
    while len(state.legal) == 1 or state.position()["stage"] in ("arrange", "opening"):
        state.play(state.legal[0])
    return state


def rate(game: Game, threads: int, seed: int) -> float:
    """Count the iterations of this many trees in as many threads."""
    state = opening(game)
    trees = [SearchTree(game, level("consul", game).settings) for _ in range(threads)]
    for number, tree in enumerate(trees):
        tree.begin(state, seed * threads + number)
    end = time.perf_counter() + SECONDS

    def work(tree: SearchTree) -> None:
        while time.perf_counter() < end:
            tree.run(CHUNK)

    workers = [threading.Thread(target=work, args=(tree,)) for tree in trees]
    begun = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(tree.done for tree in trees) / (time.perf_counter() - begun)


def report() -> str:
    """Write the table."""
    lines = [
        "| game | iterations a second on one core: median | range | on two: median | ratio |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, game in quadriga.games().items():
        rate(game, 2, 0)
        one = [rate(game, 1, seed) for seed in range(ROUNDS)]
        two = [rate(game, 2, seed) for seed in range(ROUNDS)]
        both = f"{median(two):,.0f} | {median(two) / median(one):.2f}"
        lines.append(f"| {name} | {median(one):,.0f} | {min(one):,.0f} to {max(one):,.0f} | {both} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
