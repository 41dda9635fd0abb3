"""Speed of reading collections: `python -m benchmarks.notation [MATCHES]`. CPU seconds of one core, no wall clock.

Matches of every game, made at random by the rules, are written into one collection each; then they are read (tags and
the text of every move), and read and played again with all checks.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import quadriga
from quadriga.collection import replayed
from quadriga.env.single import Single
from quadriga.notation import read_file

MATCHES = 2000
ROUNDS = 5


def write_collection(game: quadriga.Game, count: int, path: Path) -> int:
    """Write random matches; return how many moves they have."""
    single, chooser, moves = Single(game), random.Random(1), 0
    with path.open("w", encoding="utf-8") as file:
        for seed in range(count):
            single.reset(seed)
            while not single.is_over:
                single.play(chooser.choice(single.legal))
            moves += len(single.history)
            file.write(single.record() + "\n")
    return moves


def rate(count: int, work: Callable[[], None]) -> float:
    """Return the median of matches a CPU second."""
    rates = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        rates.append(count / (time.process_time() - begun))
    return sorted(rates)[ROUNDS // 2]


def main() -> None:
    """Measure and print a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    print("| game | moves a match | matches a CPU second: read | read and played |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, game in quadriga.games().items():
            path = Path(folder) / f"{name}.txt"
            moves = write_collection(game, count, path)

            def read(path: Path = path) -> None:
                assert sum(len(match.texts) > 0 for match in read_file(path)) == count

            def play(path: Path = path) -> None:
                assert all(one.error is None for one in replayed(read_file(path)))

            play()
            print(f"| {name} | {moves / count:.0f} | {rate(count, read):,.0f} | {rate(count, play):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
