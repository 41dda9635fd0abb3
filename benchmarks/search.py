"""Search iterations a second from the opening of each game, on one core and on two."""

from __future__ import annotations

import threading
import time
from statistics import median

import quadriga
from quadriga import Game
from quadriga.players.levels import level
from quadriga.players.mind import Mind

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
    """Count the iterations of so many trees in as many threads."""
    state = opening(game)
    minds = [Mind(game, level("consul", game).manner) for _ in range(threads)]
    for number, mind in enumerate(minds):
        mind.begin(state, seed * threads + number)
    end = time.perf_counter() + SECONDS

    def work(mind: Mind) -> None:
        while time.perf_counter() < end:
            mind.run(CHUNK)

    workers = [threading.Thread(target=work, args=(mind,)) for mind in minds]
    begun = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(mind.done for mind in minds) / (time.perf_counter() - begun)


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
