"""A million random games of each game with every invariant checked on every position, in compiled code."""

from __future__ import annotations

import time

import quadriga
from quadriga.arena.sample import sample

GAMES = 1_000_000


def report() -> str:
    """Play and check; a broken game raises."""
    lines = [
        "| game | random games | positions checked | broken or endless | seconds on all cores |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, game in quadriga.games().items():
        start = time.perf_counter()
        result = sample(game, GAMES, seed=10**12, check=True)
        if result.broken is not None:
            raise RuntimeError(f"game {result.broken} of {name} is broken")
        lines.append(
            f"| {name} | {int(result.sums[0]):,} | {int(result.sums[1]):,} | 0 | {time.perf_counter() - start:.0f} |"
        )
    return "\n".join(lines)
