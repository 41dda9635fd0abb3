"""Several server processes on PostgreSQL and Redis: `python -m benchmarks.many_processes [pace|kill] ...`.

`pace`: matches at full speed, both players of every table at different processes, and the same at one process on
SQLite, in turns. What counts is moves a second of processor time of the server processes; what PostgreSQL and Redis
take is shown beside it. `kill`: matches of people who remember all that they were told, at processes of which one is
killed every ten seconds; every answered move must be in the log once. Both end with an error if a move is lost or
doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import orjson

from tests import processes
from tests.ports import free_port
from tests.server.load import MATCHES, Load
from tests.server.running import Server
from tests.server.services import Postgres, RedisServer
from tests.server.steadfast import is_whole

from .load.players import AT_ONCE, PEERS, Run, Specification, raise_limit
from .load.processes import cpu_seconds, serving, wait_for_rest
from .load.quadriga import SIDES, Quadriga, QuadrigaSeat
from .load.requests import Requests
from .load.seats import Table

EVERY = 10.0
"""How often a process is killed, in seconds."""


class ManyQuadriga(Quadriga):
    """Seat the two players of a table at different processes."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__(Requests(ports[0], AT_ONCE))
        self.ways = [Requests(port, AT_ONCE) for port in ports]

    async def seat(self, table: Table, slot: int) -> None:
        """Create a table at one process, take its open seat at another, and open a socket at each."""
        keys = [await self.key(slot, number) for number in range(2)]
        ends = [self.ways[(slot + number) % len(self.ways)] for number in range(2)]
        await self.create(table, keys[0], slot, {"kind": "open"})
        sit = {"do": "sit", "id": f"s-{slot}", "seat": 1, "name": f"{SIDES[1]} {slot}"}
        await ends[1].ask("POST", f"/api/tables/{table.ident}/commands", sit, keys[1])
        for number, (key, end) in enumerate(zip(keys, ends, strict=True)):
            await QuadrigaSeat(table, number).join(f":{end.port}/api/tables/{table.ident}/live?since=0", key)


class ManyRun(Run):
    """Players at several processes."""

    def __init__(self, specification: Specification, ports: list[int]) -> None:
        super().__init__(specification)
        self.peer = ManyQuadriga(ports)


@dataclass
class Pace:
    """What was seen at full speed."""

    moves: int
    cpu: float
    database_cpu: float
    p99: float

    @property
    def rate(self) -> float:
        """Moves a second of the server processes' time."""
        return self.moves / self.cpu


@contextmanager
def databases() -> Iterator[tuple[Postgres, RedisServer]]:
    """Run PostgreSQL and Redis."""
    with ExitStack() as stack:
        postgres = Postgres(durable=True)
        stack.callback(postgres.discard)
        redis = RedisServer()
        stack.callback(redis.discard)
        postgres.start()
        redis.start()
        yield postgres, redis


def play(ports: list[int], pids: list[int], others: list[int], tables: int, seconds: float, seed: int) -> Pace:
    """Let players play at some processes; return what they took."""
    wait_for_rest(*pids)
    specification = Specification("quadriga", ports[0], pids[0], tables, seconds, seed=seed)
    words = orjson.dumps({"spec": asdict(specification), "ports": ports, "pids": pids, "others": others}).decode()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.many_processes", "--run", words],
        cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True, check=True, timeout=600,
    )  # fmt: skip
    return Pace(**orjson.loads(done.stdout.splitlines()[-1]))


async def measure(given: dict[str, Any]) -> Pace:
    """Play, and read what the processes took meanwhile."""
    run = ManyRun(Specification(**given["spec"]), given["ports"])
    taken: list[list[float]] = []

    def read() -> None:
        taken.append([sum(cpu_seconds(pid) for pid in given[which]) for which in ("pids", "others")])

    run.at_edge = read
    result = await run.play()
    if result.moves_sent != result.moves_stored or any("refused" not in what for what in result.wrong):
        raise SystemExit(f"moves were lost or doubled: {result.moves_sent}, {result.moves_stored}, {result.wrong}")
    if result.wrong:
        print(f"    {result.wrong}", file=sys.stderr)
    (before, database_before), (after, database_after) = taken
    return Pace(result.moves, after - before, database_after - database_before, result.latencies["p99"])


def pace(given: argparse.Namespace) -> None:
    """Compare processes that share their tables with one that has its own."""
    found: list[tuple[Pace, Pace]] = []
    for number in range(given.rounds):
        port = free_port()
        with serving(Quadriga.command(port), port, "/ready", None, Quadriga.environment) as server:
            alone = play([port], [server.pid], [], given.tables, given.seconds, number)
        with databases() as (postgres, redis), postgres.database() as url, ExitStack() as stack:
            environment = {
                **Quadriga.environment, "QUADRIGA_DATABASE_URL": url, "QUADRIGA_REDIS_URL": redis.url,
                "QUADRIGA_BOT_WORKERS": "1",
            }  # fmt: skip
            servers = []
            for _ in range(given.processes):
                port = free_port()
                words = serving(Quadriga.command(port), port, "/ready", None, environment)
                servers.append(stack.enter_context(words))
            assert postgres.process is not None and redis.process is not None
            others = [postgres.process.pid, redis.process.pid]
            ports, pids = [each.port for each in servers], [each.pid for each in servers]
            many = play(ports, pids, others, given.tables, given.seconds, number)
        found.append((alone, many))
        print(f"    {alone}; {many}: {many.rate / alone.rate:.2f}", file=sys.stderr, flush=True)
    ratios = [many.rate / alone.rate for alone, many in found]
    print("| server | moves | moves a CPU second: median | range | of databases, CPU s a move | p99, ms |")
    print("|---|---:|---:|---:|---:|---:|")
    names = ("one process, SQLite", f"{given.processes} processes, PostgreSQL and Redis")
    for which, name in enumerate(names):
        rates = [pair[which].rate for pair in found]
        moves = sum(pair[which].moves for pair in found)
        cells = f"{moves:,} | {median(rates):,.0f} | {min(rates):,.0f} to {max(rates):,.0f}"
        databases_cpu = sum(pair[which].database_cpu for pair in found) / moves
        print(f"| {name} | {cells} | {databases_cpu:.6f} | {median(pair[which].p99 for pair in found):.0f} |")
    print(f"\nratio, round by round: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


class ManyTables(Load):
    """People at more tables than there are kinds of matches."""

    def __init__(self, where: Any, tables: int) -> None:
        super().__init__(where)
        self.tables = tables

    async def run(self) -> None:
        """Play at all tables at the same time; matches against bots are left out, for their moves are others'."""
        kinds = [number for number, (_, seats, _) in enumerate(MATCHES) if "open" in seats and "tiro" not in seats]
        await asyncio.gather(*(self.play(kinds[number % len(kinds)]) for number in range(self.tables)))


async def kill_and_play(server: Server, url: str, given: argparse.Namespace) -> None:
    """Play while processes are killed; then compare all that was answered with what is stored."""
    await asyncio.to_thread(server.start)
    assert server.process is not None
    chooser = random.Random(given.seed)
    load = ManyTables(lambda: server.url, given.tables)
    kills, begun = 0, time.monotonic()
    async with asyncio.TaskGroup() as group:
        group.create_task(load.run())
        while load.answered < given.moves and time.monotonic() - begun < given.seconds:
            await asyncio.sleep(EVERY)
            os.kill(chooser.choice(processes.serving(server.process.pid)), signal.SIGKILL)
            kills += 1
            print(f"    {kills} kills, {load.answered:,} answered moves, {load.finished} matches", file=sys.stderr)
        load.enough = True
    tables = await is_whole(url)
    came_back = sum(person.connections - 1 for person in load.people)
    print(
        f"{given.processes} processes on PostgreSQL and Redis, {given.tables} tables at a time, {kills} kills in"
        f" {time.monotonic() - begun:.0f} s: {load.answered:,} moves answered, {load.finished} matches to their end,"
        f" {came_back} times somebody came back; {len(tables)} logs whole; lost or doubled: 0"
    )


def kill(given: argparse.Namespace) -> None:
    """Start everything for `kill_and_play`."""
    with databases() as (postgres, redis), postgres.database() as url, tempfile.TemporaryDirectory() as folder:
        server = Server(
            Path(folder), "--port", "0", "--workers", str(given.processes), QUADRIGA_REDIS_URL=redis.url,
            QUADRIGA_DATABASE_URL=url, QUADRIGA_BOT_CLAIM="1", QUADRIGA_REVIEW_AHEAD="off",
        )  # fmt: skip
        try:
            asyncio.run(kill_and_play(server, url, given))
        finally:
            server.stop()


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["--run"]:
        raise_limit()
        given = orjson.loads(sys.argv[2])
        print(orjson.dumps(asdict(asyncio.run(measure(given)))).decode())
        return
    reader = argparse.ArgumentParser(prog="python -m benchmarks.many_processes", description="Share tables.")
    reader.add_argument("what", choices=("pace", "kill"))
    reader.add_argument("--processes", type=int, default=4)
    reader.add_argument("--tables", type=int, default=100)
    reader.add_argument("--seconds", type=float, default=8.0, help="length of a measurement; of `kill` the most")
    reader.add_argument("--rounds", type=int, default=3)
    reader.add_argument("--moves", type=int, default=100_000, help="`kill` ends after this many")
    reader.add_argument("--seed", type=int, default=1)
    arguments = reader.parse_args()
    PEERS["quadriga"].prepare()
    {"pace": pace, "kill": kill}[arguments.what](arguments)


if __name__ == "__main__":
    main()
