"""The players' process: seat them, let them play for a while, check that nothing was lost, and print what was seen.

Run by `benchmarks.server_load` as `python -m benchmarks.load.players SPECIFICATION` (JSON); the result is JSON on its
last line. A table that ends is replaced by a new one, so that their number stays the same.
"""

from __future__ import annotations

import asyncio
import gc
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import TypeVar

import orjson

from .boardgameio import BoardgameIo, BoardgameIoInFiles
from .processes import cpu_seconds, resident_bytes
from .quadriga import Quadriga
from .requests import Requests
from .seats import Manner, Table, Tally

PEERS: dict[str, type[Quadriga] | type[BoardgameIo]] = {
    "quadriga": Quadriga,
    "boardgameio": BoardgameIo,
    "boardgameio-files": BoardgameIoInFiles,
}
AT_ONCE = 8
SETTLE_LIMIT = 60.0
WARM_LIMIT = 20.0
FIRST_ALONE = 2.0
"""The first table plays alone for some seconds, so that what a server loads once is not counted as a table's."""
WARM_MOVES = 4000
STEADY_BYTES = 1 << 20

T = TypeVar("T")


@dataclass
class Specification:
    """What to play."""

    peer: str
    port: int
    pid: int
    tables: int
    seconds: float
    warmup: float = 2.0
    warm_moves: int = WARM_MOVES
    think: float | None = None
    seed: int = 1
    bots: int = 0
    level: str = "consul"


@dataclass
class Result:
    """What a run saw."""

    tables: int
    seconds: float
    moves: int
    server_cpu: float
    client_cpu: float
    latencies: dict[str, float]
    memory_a_table: float
    moves_sent: int
    moves_stored: int
    finished: int
    bytes_a_move: float
    moves_a_game: float
    wrong: dict[str, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def rate_a_core(self) -> float:
        """Moves a second of the server's processor time."""
        return self.moves / self.server_cpu if self.server_cpu else 0.0


class Run:
    """The tables of one run, which are kept going."""

    def __init__(self, specification: Specification) -> None:
        self.spec = specification
        self.tally = Tally()
        self.manner = Manner(random.Random(specification.seed))
        self.peer = PEERS[specification.peer](Requests(specification.port, AT_ONCE))
        self.live: dict[int, Table] = {}
        self.ended: list[Table] = []
        self.bots: list[Table] = []
        self.coming: set[asyncio.Task[None]] = set()
        self.at_edge: Callable[[], None] = lambda: None
        """Called when the measurement begins, and when it ends."""

    async def open(self, slot: int) -> None:
        """Seat two players at a new table."""
        table = Table("", self.tally, self.manner, lambda table: self.replace(slot, table))
        await self.peer.seat(table, slot)
        self.live[slot] = table
        self.begin(table)

    async def open_with_bot(self, slot: int) -> None:
        """Seat a player who answers at once against a bot that thinks; nothing of it is measured."""
        at_once = Manner(random.Random(slot))
        table = Table("", self.tally, at_once, lambda table: self.spawn(self.open_with_bot(slot)))
        table.measured = False
        await self.peer.seat_with_bot(table, slot, self.spec.level)
        self.bots.append(table)
        self.begin(table)

    def begin(self, table: Table) -> None:
        """Let whoever is to move see it."""
        for seat in table.seats:
            seat.consider()

    def replace(self, slot: int, table: Table) -> None:
        """Open a new table for one that is over."""
        self.tally.finished += 1
        self.ended.append(table)
        table.close()
        del self.live[slot]
        if self.manner.going:
            self.spawn(self.open(slot))

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something beside, and count it if it fails."""

        async def watched() -> None:
            try:
                await work
            except Exception as problem:
                self.tally.wrong[f"table not opened: {type(problem).__name__}: {problem}"[:300]] += 1

        task = asyncio.get_running_loop().create_task(watched())
        self.coming.add(task)
        task.add_done_callback(self.coming.discard)

    async def play(self) -> Result:
        """Seat everybody, warm up, measure, settle and check."""
        spec, tally = self.spec, self.tally
        await self.open(0)
        await asyncio.sleep(FIRST_ALONE)
        self.manner.going = False
        await self.settle()
        memory_of_one = await steady_memory(spec.pid)
        await each([slot for slot in range(spec.tables) if slot not in self.live], self.open)
        await each(range(spec.bots), self.open_with_bot)
        self.manner.going = True
        for table in list(self.live.values()):
            self.begin(table)
        await self.warm_up()
        self.at_edge()
        tally.opens = perf_counter()
        server_cpu, client_cpu, received = cpu_seconds(spec.pid), time.process_time(), tally.received
        await asyncio.sleep(spec.seconds)
        tally.closes = perf_counter()
        self.at_edge()
        server_cpu = cpu_seconds(spec.pid) - server_cpu
        client_cpu = time.process_time() - client_cpu
        received = tally.received - received
        memory_played = resident_bytes(spec.pid)
        self.manner.going = False
        for table in self.bots:
            table.manner.going = False
        await self.settle()
        stored = await self.check()
        for table in [*self.live.values(), *self.bots]:
            table.close()
        self.peer.requests.close()
        games = [table.sent for table in self.ended]
        return Result(
            tables=spec.tables,
            seconds=tally.closes - tally.opens,
            moves=tally.seen,
            server_cpu=server_cpu,
            client_cpu=client_cpu,
            latencies=percentiles(sorted(tally.latencies)),
            memory_a_table=(memory_played - memory_of_one) / max(1, spec.tables - 1),
            moves_sent=tally.sent,
            moves_stored=stored,
            finished=tally.finished,
            bytes_a_move=received / max(1, tally.seen),
            moves_a_game=sum(games) / len(games) if games else 0.0,
            wrong=dict(tally.wrong),
        )

    async def warm_up(self) -> None:
        """Play at full speed until the server is warm, then at the pace that is asked for."""
        begun = perf_counter()
        while (past := perf_counter() - begun) < WARM_LIMIT:
            if past >= self.spec.warmup and self.tally.sent >= self.spec.warm_moves:
                break
            await asyncio.sleep(0.1)
        if self.spec.think is not None:
            self.manner.think = self.spec.think
            await asyncio.sleep(1.5 * self.spec.think)
        # Else the players' garbage collector, which looks through all tables, is taken for the server's delay.
        gc.collect()
        gc.freeze()

    async def settle(self) -> None:
        """Wait until everything that was sent is seen."""
        end = perf_counter() + SETTLE_LIMIT
        while perf_counter() < end:
            if not self.coming and not any(any(table.unseen) for table in self.live.values()):
                return
            await asyncio.sleep(0.05)

    async def check(self) -> int:
        """Compare what was sent with what the server has; count what is lost or doubled."""
        stored = 0

        async def compare(table: Table) -> None:
            nonlocal stored
            count = await self.peer.stored_moves(table)
            stored += count
            if count < table.sent:
                self.tally.wrong["moves lost at the server"] += table.sent - count
            elif count > table.sent:
                self.tally.wrong["moves doubled at the server"] += count - table.sent
            missing = sum(map(len, table.unseen))
            if missing:
                self.tally.wrong["moves never shown"] += missing

        await each([*self.live.values(), *self.ended], compare)
        return stored


async def each(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
    """Do something with every item, a few at a time."""
    waiting = iter(items)

    async def worker() -> None:
        for item in waiting:
            await work(item)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


async def steady_memory(pid: int, *, alone: bool = False) -> int:
    """Wait until a server's memory no longer grows by itself, as it does while it loads rules beside; return it."""
    before = 0
    for _ in range(15):
        memory = resident_bytes(pid, alone=alone)
        if abs(memory - before) < STEADY_BYTES:
            break
        before = memory
        await asyncio.sleep(1)
    return memory


def percentiles(ordered: list[float]) -> dict[str, float]:
    """Read off p50, p90, p99 and the longest, in milliseconds."""
    if not ordered:
        return dict.fromkeys(("p50", "p90", "p99", "max"), float("nan"))
    ranks = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: 1000 * ordered[min(len(ordered) - 1, int(rank * len(ordered)))] for name, rank in ranks.items()}


def raise_limit() -> None:
    """Open as many sockets as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Play what the first argument says."""
    raise_limit()
    specification = Specification(**orjson.loads(sys.argv[1]))

    async def whole() -> Result:
        return await Run(specification).play()

    print(orjson.dumps(asdict(asyncio.run(whole()))).decode())


if __name__ == "__main__":
    main()
