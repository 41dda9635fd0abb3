"""Many quiet tables beside some that are played: `python -m benchmarks.quiet_tables [--quiet N] [--moving N] ...`.

One server process on one core, the players on the other. First the quiet tables: two players make some moves at each,
then one of them goes and the other, whose turn it is, keeps the socket open. The server's memory is read when a quarter
of these tables are there and packed, and when all are: what it loads once is no table's. Then matches are played beside
at people's pace, and now and then somebody moves at a quiet table after all. Shown are how long a move takes until the
opponent has it, how long one at a quiet table takes until its player has it, and the memory a quiet table takes with
its socket. A move that is lost or doubled ends the run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import orjson

from tests.ports import free_port

from .load.players import Run, Specification, each, percentiles, raise_limit, steady_memory
from .load.processes import (
    HOST,
    client_cores,
    cpu_seconds,
    resident_bytes,
    server_cores,
    serving,
    wait_for_rest,
)
from .load.quadriga import Quadriga
from .load.seats import Manner, Table, Tally

MOVES = 12
"""This many moves are made at a table before it is quiet."""
KEYS = 200
"""This many pairs of people have the quiet tables, each several."""
FIRST_ALONE = 2.0
HEAD = (
    "| quiet | played | moves | server's core | kB a quiet table | p50, ms | p99 | longest "
    "| moves at quiet tables | p50, ms | p99 | longest |"
)


@dataclass
class Seen:
    """What a run saw; times in milliseconds."""

    quiet: int
    moving: int
    seconds: float
    moves: int
    server_cpu: float
    memory_a_quiet_table: float
    latencies: dict[str, float]
    woken: int
    woken_latencies: dict[str, float]
    wrong: dict[str, int]


class QuietTable(Table):
    """A table at which one player stays alone; that a move is stored is seen by its own player then."""

    alone = False

    def shown(self, mover: int, viewer: int, now: float) -> None:
        """Note that a seat was shown a move."""
        if self.alone and mover == viewer:
            self.tally.see(self.unseen[mover].popleft(), now)
        elif not self.alone:
            super().shown(mover, viewer, now)

    @property
    def is_settled(self) -> bool:
        """Whether all moves were made and seen, by both."""
        versions = {seat.version for seat in self.seats}
        return self.sent >= (self.most or 0) and not any(self.unseen) and len(versions) == 1

    def stay_alone(self) -> None:
        """Let the player go who has nothing to decide."""
        self.alone = True
        for seat in self.seats:
            if not seat.mine:  # type: ignore[attr-defined]
                seat.leave()

    def move_again(self) -> None:
        """Let the player who stayed make one more move."""
        self.most = self.sent + 1
        for seat in self.seats:
            if seat.socket is not None:
                seat.consider()


class QuietRun(Run):
    """Open quiet tables, then play at others."""

    def __init__(self, specification: Specification, quiet: int) -> None:
        super().__init__(specification)
        self.at_once = Manner(random.Random(specification.seed))
        self.quiet_tally = Tally()
        self.quiet = quiet
        self.quiet_tables: list[QuietTable] = []

    async def open_quiet(self, number: int) -> None:
        """Play a little at a table and leave it to one of its players."""
        table = QuietTable("", self.quiet_tally, self.at_once, lambda table: None)
        table.most = MOVES
        await self.peer.seat(table, 1_000_000 + number % KEYS)
        self.begin(table)
        while not table.is_settled:
            await asyncio.sleep(0.005)
        table.stay_alone()
        self.quiet_tables.append(table)
        if len(self.quiet_tables) % 1000 == 0:
            print(f"    {len(self.quiet_tables):,} quiet tables", file=sys.stderr, flush=True)

    async def wake_some(self, seconds: float, every: float) -> None:
        """Let somebody move at a quiet table now and then."""
        end = perf_counter() + seconds
        for table in self.quiet_tables:
            if perf_counter() >= end:
                break
            table.move_again()
            await asyncio.sleep(every)

    async def memory_with(self, numbers: range) -> int:
        """Open more quiet tables; return the memory that the server takes when all of them are packed."""
        await each(numbers, self.open_quiet)
        while await asyncio.to_thread(packed_tables, self.spec.port) < numbers.stop:
            await asyncio.sleep(1)
        return await steady_memory(self.spec.pid, alone=True)

    async def measure(self, every: float) -> Seen:
        """Open everything, wait until it is quiet, and play."""
        spec, tally = self.spec, self.tally
        await self.open(0)
        await asyncio.sleep(FIRST_ALONE)
        self.manner.going = False
        await self.settle()
        first = self.quiet // 4
        begun = await self.memory_with(range(first))
        memory = await self.memory_with(range(first, self.quiet))
        await each([slot for slot in range(spec.tables) if slot not in self.live], self.open)
        self.manner.going = True
        for table in list(self.live.values()):
            self.begin(table)
        await self.warm_up()
        tally.opens = self.quiet_tally.opens = perf_counter()
        cpu = cpu_seconds(spec.pid)
        await self.wake_some(spec.seconds, every)
        tally.closes = perf_counter()
        cpu = cpu_seconds(spec.pid) - cpu
        self.manner.going = False
        await self.settle()
        await self.check()
        await each(self.quiet_tables[:: max(1, self.quiet // 1000)], self.compare)
        woken = self.quiet_tally.latencies
        return Seen(
            self.quiet, spec.tables, tally.closes - tally.opens, tally.seen, cpu,
            (memory - begun) / max(1, self.quiet - first), percentiles(sorted(tally.latencies)), len(woken),
            percentiles(sorted(woken)),
            dict(tally.wrong + self.quiet_tally.wrong),
        )  # fmt: skip

    async def compare(self, table: QuietTable) -> None:
        """Count what is lost or doubled at a quiet table."""
        stored = await self.peer.stored_moves(table)
        if stored != table.sent:
            self.quiet_tally.wrong["moves lost or doubled at a quiet table"] += abs(stored - table.sent)


def packed_tables(port: int) -> float:
    """Ask the server how many of its tables are packed."""
    with urllib.request.urlopen(f"http://{HOST}:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("quadriga_tables_packed "))


def measure(given: argparse.Namespace, seed: int) -> Seen:
    """Start a server and let players come."""
    port = free_port()
    environment = {**Quadriga.environment, "QUADRIGA_PACK_SECONDS": str(given.pack)}
    with serving(Quadriga.command(port), port, "/ready", server_cores(), environment) as server:
        wait_for_rest(server.pid)
        specification = Specification(
            "quadriga", port, server.pid, given.moving, given.seconds, think=given.think, seed=seed
        )
        words = orjson.dumps({"spec": asdict(specification), "quiet": given.quiet, "every": given.every}).decode()
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.quiet_tables", "--run", words],
            cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True, check=True, timeout=900,
            preexec_fn=lambda: os.sched_setaffinity(0, client_cores()),
        )  # fmt: skip
        total = resident_bytes(server.pid, alone=True)
    seen = Seen(**orjson.loads(done.stdout.splitlines()[-1]))
    if any("refused" not in what for what in seen.wrong):
        raise SystemExit(f"moves were lost or doubled: {seen.wrong}")
    print(f"    {total / 1e6:,.0f} MB in all; {seen}", file=sys.stderr, flush=True)
    return seen


def line(seen: Seen) -> str:
    """Write a line of the table."""
    own, woken = seen.latencies, seen.woken_latencies
    cells = [f"{seen.quiet:,}", f"{seen.moving:,}", f"{seen.moves:,}", f"{seen.server_cpu / seen.seconds:.0%}"]
    cells += [f"{seen.memory_a_quiet_table / 1000:.1f}"]
    cells += [f"{own[name]:.1f}" for name in ("p50", "p99", "max")]
    cells += [f"{seen.woken:,}", *(f"{woken[name]:.1f}" for name in ("p50", "p99", "max"))]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--run"]:
        given = orjson.loads(sys.argv[2])
        raise_limit()

        async def whole() -> Seen:
            return await QuietRun(Specification(**given["spec"]), given["quiet"]).measure(given["every"])

        print(orjson.dumps(asdict(asyncio.run(whole()))).decode())
        return
    reader = argparse.ArgumentParser(prog="python -m benchmarks.quiet_tables", description="Open many quiet tables.")
    reader.add_argument("--quiet", type=int, default=10_000, help="quiet tables")
    reader.add_argument("--moving", type=int, default=1_000, help="tables that are played")
    reader.add_argument("--seconds", type=float, default=30.0, help="length of the measurement")
    reader.add_argument("--think", type=float, default=2.0, help="about how long people think, in seconds")
    reader.add_argument("--every", type=float, default=0.1, help="how often somebody moves at a quiet table")
    reader.add_argument("--pack", type=float, default=5.0, help="a table is packed after this many seconds")
    reader.add_argument("--rounds", type=int, default=1)
    arguments = reader.parse_args()
    print(HEAD)
    print("|" + "---:|" * (HEAD.count("|") - 1))
    for number in range(arguments.rounds):
        begun = time.monotonic()
        print(line(measure(arguments, number + 1)), flush=True)
        print(f"    {time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
