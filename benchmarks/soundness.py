"""Millions of quick games with every invariant checked on every position, in compiled code."""

from __future__ import annotations

import sys
import time
from itertools import product
from typing import Any

import quadriga
from quadriga.arena.sample import sample

MILLION = 1_000_000
FIRST_SEED = 10**12


def all_options(name: str) -> list[dict[str, Any]]:
    """List every allowed combination of the options of a game."""
    found = []
    values = {option.name: option.choices for option in quadriga.load(name).definition.options}
    for choice in product(*values.values()):
        options = dict(zip(values, choice, strict=True))
        try:
            quadriga.load(name, **options)
        except quadriga.OptionError:
            continue
        found.append(options)
    return found


def run(name: str, sets: list[dict[str, Any]], races: int, greedy: bool) -> str:
    """Play and check about this many games or races, spread over the options; a broken one raises."""
    start = time.perf_counter()
    games = played = positions = 0
    for number, options in enumerate(sets):
        game = quadriga.load(name, **options)
        share = -(-races // len(sets) // (4 if options.get("tournament") else 1))
        result = sample(game, share, seed=FIRST_SEED + number * MILLION, check=True, greedy=greedy)
        if result.broken is not None:
            raise RuntimeError(f"game {result.broken} of {game!r} is broken or endless")
        print(f"{name}, set {number + 1} of {len(sets)}: sound", file=sys.stderr)
        games += int(result.sums[0])
        positions += int(result.sums[1])
        played += int(result.sums[0]) * (4 if options.get("tournament") else 1)
    seconds = time.perf_counter() - start
    how = "preferred" if greedy else "random"
    return f"| {name} | {len(sets)} | {how} | {played:,} | {positions:,} | 0 | {seconds:.0f} |"


def rows(name: str) -> list[str]:
    """Write the lines of one game; those with few options play a million games with the usual ones."""
    if "cleopatra" in name:
        return [run(name, [{}], MILLION, False)]
    sets = all_options(name)
    return [run(name, sets, 10 * MILLION, False), run(name, sets, MILLION, True)]


def report() -> str:
    """Write the table."""
    lines = [
        "| game | sets of options | moves | games or races | positions checked | broken or endless | seconds |",
        "|---|---:|---|---:|---:|---:|---:|",
    ]
    return "\n".join(lines + [line for name in quadriga.games() for line in rows(name)])


if __name__ == "__main__":
    for game in sys.argv[1:] or quadriga.games():
        print(*rows(game), sep="\n")
