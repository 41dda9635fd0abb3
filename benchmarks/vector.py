"""Vector environments from Python: `python -m benchmarks.vector [SECONDS] [LIBRARY=PYTHON ...]`.

Agent steps with observations and masks. Every contestant steps 4,096 games in a process of its own
(`benchmarks/vector_peers.py`), one at a time and in turns, on the cores that this process may use. An agent step of
ours includes what the random opponent plays until the agent decides again; pgx steps whoever is due. Rates are per wall
second and per CPU second (of all cores together): on a busy machine read the latter.

`pgx=peers/bin/python` names the interpreter that has a peer: some want other versions of libraries than we do.
One that cannot be started is left out and named.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from quadriga.games import definition, places

from .vector_peers import GAMES

ROUNDS = 5
PEERS = Path(__file__).parent / "vector_peers.py"
OTHERS = (
    ("pgx", "connect_four"), ("pgx", "leduc_holdem"), ("pgx", "backgammon"), ("envpool", "CartPole-v1"),
    ("pufferlib", "connect4"),
)  # fmt: skip


class Contestant:
    """A process that steps when it is told to."""

    def __init__(self, library: str, game: str, python: str) -> None:
        self.label = f"{library} {game}"
        self.process = subprocess.Popen(
            [python, PEERS, library, game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.walls: list[float] = []
        self.cpus: list[float] = []
        self.version = ""

    def begin(self) -> bool:
        """Wait until it is ready; False: it cannot be started."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        while line and not line.startswith('"'):  # what libraries print when they are imported
            line = self.process.stdout.readline()
        self.version = json.loads(line) if line else ""
        return bool(line)

    def measure(self, seconds: float) -> None:
        """Let it step for a while."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seconds, file=self.process.stdin, flush=True)
        done, wall, cpu = json.loads(self.process.stdout.readline())
        self.walls.append(done / wall / 1e6)
        self.cpus.append(done / cpu / 1e6)

    def end(self) -> None:
        """Let it go."""
        self.process.communicate()


def entered(pythons: dict[str, str]) -> list[Contestant]:
    """Start everybody, one after the other."""
    ours = [name for name in places() if definition(name).package.startswith("quadriga.games.")]
    wanted = [*(("quadriga", name) for name in ours), ("quadriga", f"{ours[1]}/views"), *OTHERS]
    found = []
    for library, game in wanted:
        contestant = Contestant(library, game, pythons.get(library, sys.executable))
        if contestant.begin():
            found.append(contestant)
            print(f"ready: {contestant.label}", file=sys.stderr)
        else:
            contestant.end()
            print(f"left out: {contestant.label} cannot be started", file=sys.stderr)
    return found


def main() -> None:
    """Measure in turns and print a table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    contestants = entered(dict(argument.split("=", 1) for argument in sys.argv[2:]))
    for _ in range(ROUNDS):
        for contestant in contestants:
            contestant.measure(seconds)
    print(f"{GAMES:,} games, {ROUNDS} rounds of {seconds:g} s in turns; million agent steps, median and range\n")
    print("| contestant | a wall second | range | a CPU second | range |\n|---|---:|---:|---:|---:|")
    middle = ROUNDS // 2
    for contestant in contestants:
        contestant.end()
        walls, cpus = sorted(contestant.walls), sorted(contestant.cpus)
        library, _, game = contestant.label.partition(" ")
        print(
            f"| {library} {contestant.version}, {game} | {walls[middle]:.2f} | {walls[0]:.2f} to {walls[-1]:.2f} "
            f"| {cpus[middle]:.2f} | {cpus[0]:.2f} to {cpus[-1]:.2f} |"
        )


if __name__ == "__main__":
    main()
