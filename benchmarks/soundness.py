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
        lines.append(
            f"| {name} | {result.games:,} | {result.steps:,} | 0 | {time.perf_counter() - start:.0f} |"
        )
    return "\n".join(lines)
