"""A day's people at a server of their own: `python -m benchmarks.day replay`.

The players are a process of their own, which is run as `python -m benchmarks.load.replay` with what to do as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import orjson

from benchmarks.day import DAY, HOUR, Day, draw
from tests.ports import free_port

from .players import Run, Specification, percentiles, raise_limit
from .processes import client_cores, cpu_seconds, server_cores, serving
from .quadriga import Quadriga
from .seats import Manner, Table

SLICE = 300.0
"""What is seen is written down for this many seconds of the day at a time."""


@dataclass
class Slice:
    """What was seen in a few minutes of the day."""

    hour: float
    opened: int
    open: int
    moves: int
    seconds: float
    """Of the real time."""
    cpu: float
    latencies: dict[str, float]


class Hurried(Manner):
    """People who think as on that day, but faster."""

    def __init__(self, day: Day, pace: float, rng: random.Random) -> None:
        super().__init__(rng, think=1.0)
        self.day, self.pace = day, pace

    def pause(self) -> float:
        """Choose how long to think."""
        return self.day.pause_before(self.rng) / self.pace


class GamesOfTheDay(Quadriga):
    """Seat people at tables of several games."""

    def game_of(self, slot: int) -> str:
        """Say what is played at a table."""
        return self.games[slot]

    games: dict[int, str] = {}  # noqa: RUF012


class Replay(Run):
    """The people of a day, or of some hours of it."""

    def __init__(self, port: int, pid: int, day: Day, pace: float, seed: int) -> None:
        super().__init__(Specification("quadriga", port, pid, 0, 0.0, think=1.0, seed=seed))
        self.peer = self.seating = GamesOfTheDay(self.peer.requests)
        self.manner = Hurried(day, pace, random.Random(seed))
        self.day, self.pace = day, pace
        self.chooser = random.Random(seed)
        self.slices: list[Slice] = []
        self.opened = 0

    async def come(self, slot: int, moves: int) -> None:
        """Sit down at a new table and play some moves at most."""
        table = Table("", self.tally, self.manner, lambda table: self.leave(slot, table))
        table.most = moves
        await self.peer.seat(table, slot)
        self.live[slot] = table
        self.begin(table)

    def leave(self, slot: int, table: Table) -> None:
        """Leave a table."""
        self.ended.append(table)
        table.close()
        self.live.pop(slot, None)

    def leave_those_that_rest(self) -> None:
        """Leave the tables at which nobody goes on."""
        for slot, table in list(self.live.items()):
            if table.most is not None and table.sent >= table.most and not any(table.unseen):
                self.leave(slot, table)

    async def replay(self, begin: float, hours: float) -> list[Slice]:
        """Let everybody come in their time, and write down what is seen."""
        started, end = perf_counter(), begin + hours * HOUR
        self.tally.opens, edge = started, begin
        cpu, moves, opened = cpu_seconds(self.spec.pid), 0, 0
        for slot, due in enumerate(self.day.arrivals(self.chooser, begin, end)):
            while edge + SLICE <= due:
                edge += SLICE
                await asyncio.sleep(max(0.0, started + (edge - begin) / self.pace - perf_counter()))
                self.leave_those_that_rest()
                now, used = perf_counter(), cpu_seconds(self.spec.pid)
                waits, seen = sorted(self.tally.latencies), self.tally.seen
                del self.tally.latencies[:]
                told = (self.opened - opened, len(self.live), seen - moves, SLICE / self.pace, used - cpu)
                self.slices.append(Slice(edge / HOUR, *told, percentiles(waits)))
                cpu, moves, opened = used, seen, self.opened
                late = now - started - (edge - begin) / self.pace
                if late > 1:
                    self.tally.wrong[f"the players themselves were {late:.0f} s late"] += 1
            await asyncio.sleep(max(0.0, started + (due - begin) / self.pace - perf_counter()))
            game, most = self.day.match(self.chooser)
            self.seating.games[slot] = game
            self.opened += 1
            self.spawn(self.come(slot, most))
        self.tally.closes = perf_counter()
        self.manner.going = False
        await self.settle()
        await self.check()
        return self.slices


def replay(given: argparse.Namespace) -> None:
    """Start a server, let the people of a day come, and print what was seen."""
    port = free_port()
    with serving(Quadriga.command(port), port, "/ready", server_cores(), Quadriga.environment) as server:
        words = {**vars(given), "port": port, "pid": server.pid}
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.load.replay", orjson.dumps(words).decode()],
            cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True, check=True,
            preexec_fn=lambda: os.sched_setaffinity(0, client_cores()),
        )  # fmt: skip
    found = orjson.loads(done.stdout.splitlines()[-1])
    slices, wrong = [Slice(**each) for each in found["slices"]], found["wrong"]
    if any(word in what for what in wrong for word in ("lost", "doubled", "never shown", "gap")):
        raise SystemExit(f"moves were lost or doubled: {wrong}")
    print(f"{found['tables']:,} tables, {found['moves']:,} moves, none lost or doubled; {wrong or 'no errors'}")
    print("| hour | tables opened a second | open | moves a second | server's core | p50, ms | p99 | longest |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for each in slices:
        cells = [f"{each.hour:.2f}", f"{each.opened / each.seconds:.1f}", f"{each.open:,}"]
        cells += [f"{each.moves / each.seconds:,.0f}", f"{each.cpu / each.seconds:.0%}"]
        cells += [f"{each.latencies[name]:.1f}" for name in ("p50", "p99", "max")]
        print(f"| {' | '.join(cells)} |")
    if given.plot:
        hours = [each.hour for each in slices]
        lines = [
            ("moves a second", hours, [each.moves / each.seconds for each in slices]),
            ("share of the server's core, %", hours, [100 * each.cpu / each.seconds for each in slices]),
            ("p99 of a move, ms", hours, [each.latencies["p99"] for each in slices]),
        ]
        worst = quantiles([each.latencies["p99"] for each in slices], n=20)[-1] if len(slices) > 1 else 0.0
        about = f"{found['moves']:,} moves at {given.pace:g} times people's pace; p99 up to {worst:.0f} ms."
        draw(lines, Path(given.plot), "A day replayed", about, "hour of the day")


async def main(given: dict[str, Any]) -> None:
    """Be all the people of a day."""
    run = Replay(given["port"], given["pid"], Day(given["tables"]), given["pace"], given["seed"])
    slices = await run.replay(min(DAY, given["begin"] * HOUR), given["hours"])
    seen = {"slices": [asdict(each) for each in slices], "wrong": run.tally.wrong, "tables": run.opened}
    print(orjson.dumps({**seen, "moves": run.tally.seen}).decode())


if __name__ == "__main__":
    raise_limit()
    asyncio.run(main(orjson.loads(sys.argv[1])))
