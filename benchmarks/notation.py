"""Speed of reading collections: `python -m benchmarks.notation [MATCHES]`. CPU seconds of one core, no wall clock.

Matches of every game, made at random by the rules, are written into collections of three forms: as we write them, with
the time left behind every move, and short, as one types them. Then they are read (tags and the text of every move),
read and played again with all checks, and read and written again.
"""

from __future__ import annotations

import random
import re
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


def with_clocks(record: str) -> str:
    """Note the time left behind every move."""
    return re.sub(r"^(\d+\. .*)$", r"\1 {[%clk 0:04:57]}", record, flags=re.MULTILINE)


def shortened(record: str) -> str:
    """Leave out numbers, and tags that only check."""
    return re.sub(r"^(?:\d+\. |\[(?:Version|Moves|Result|Check) .*\n)", "", record, flags=re.MULTILINE)


FORMS: dict[str, Callable[[str], str]] = {"plain": str, "clocks": with_clocks, "short": shortened}


def write_collections(game: quadriga.Game, count: int, folder: Path) -> int:
    """Write random matches, a file for each form; return how many moves they have."""
    single, chooser, moves, records = Single(game), random.Random(1), 0, []
    for seed in range(count):
        single.reset(seed)
        while not single.is_over:
            single.play(chooser.choice(single.legal))
        moves += len(single.history)
        records.append(single.record())
    for form, change in FORMS.items():
        (folder / form).write_text("\n".join(map(change, records)), encoding="utf-8")
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
    print("| game | form | moves a match | matches a CPU second: read | read and played | read and written |")
    print("|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, game in quadriga.games().items():
            moves = write_collections(game, count, Path(folder))
            for form in FORMS:
                path = Path(folder) / form

                def read(path: Path = path) -> None:
                    assert sum(len(match.texts) > 0 for match in read_file(path)) == count

                def play(path: Path = path) -> None:
                    assert all(one.error is None for one in replayed(read_file(path)))

                def write(path: Path = path) -> None:
                    assert sum(len(match.write()) > 0 for match in read_file(path)) == count

                play()
                rates = " | ".join(f"{rate(count, work):,.0f}" for work in (read, play, write))
                print(f"| {name} | {form} | {moves / count:.0f} | {rates} |", flush=True)


if __name__ == "__main__":
    main()
