"""Servers that are tortured, and the people who play on them meanwhile."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from random import Random

from tests.server.load import Load
from tests.server.running import Server
from tests.server.services import Postgres, RedisServer
from tests.server.steadfast import start, until

CLOCK = Path(__file__).parent / "clock"
"""What lets us set the clock of a server."""


class World:
    """A server with its database, and tables that are kept busy."""

    name: str

    def __init__(self, seed: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="quadriga-torture-"))
        self.random = Random(seed)
        self.server = self.make()
        self.load = Load(lambda: self.server.url)
        self.counts: dict[str, int] = {}

    def make(self) -> Server:
        """Make the server."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """The address of the database."""
        raise NotImplementedError

    @property
    def clock(self) -> Path:
        """The file that says how wrong the clock of the servers is."""
        return self.folder / "clock"

    def environ(self) -> dict[str, str]:
        """Say what every server of a world is told."""
        given = {"QUADRIGA_BOT_CLAIM": "1", "QUADRIGA_BOT_WORKERS": "1", "QUADRIGA_DATABASE_URL": self.url}
        self.clock.write_text("0")
        given["TORTURE_CLOCK"] = str(self.clock)
        given["PYTHONPATH"] = os.pathsep.join((str(CLOCK), os.environ.get("PYTHONPATH", "")))
        return given

    async def restart(self) -> None:
        """Start the server again."""
        await start(self.server)

    async def goes_on(self, count: int = 10) -> None:
        """Wait until some more moves are answered."""
        goal = self.load.answered + count
        await until(lambda: self.load.answered >= goal)

    def close(self) -> None:
        """Leave nothing behind."""
        if self.server.process is not None:
            self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Alone(World):
    """One process with SQLite."""

    name = "one process, SQLite"

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'tables.sqlite3'}"

    def make(self) -> Server:
        return Server(self.folder, afresh=True, **self.environ())


class Shared(World):
    """Two processes behind one port, with PostgreSQL and Redis."""

    name = "two processes, PostgreSQL and Redis"

    def __init__(self, seed: int, postgres: Postgres, redis: RedisServer, url: str) -> None:
        self.postgres = postgres
        self.redis = redis
        self.database = url
        super().__init__(seed)

    @property
    def url(self) -> str:
        return self.database

    def make(self) -> Server:
        words = ("--port", "0", "--workers", "2")
        return Server(self.folder, *words, afresh=True, QUADRIGA_REDIS_URL=self.redis.url, **self.environ())


async def torture(world: World, faults: list[tuple[str, object]], rounds: int | None, seconds: float) -> None:
    """Play while one fault after another happens, for some rounds or seconds; then check everything."""
    from tests.server.steadfast import is_whole

    await world.restart()
    loop = asyncio.get_running_loop()
    until_when = loop.time() + seconds
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(world.load.run())
            await world.goes_on()
            done = 0
            while done < rounds if rounds is not None else loop.time() < until_when:
                for name, fault in faults if rounds is not None else world.random.sample(faults, len(faults)):
                    await fault(world)  # type: ignore[operator]
                    await world.goes_on(world.random.randrange(5, 40))
                    world.counts[name] = world.counts.get(name, 0) + 1
                    if rounds is None:
                        print(f"  {world.name}: {name}; {world.load.answered} answered moves", flush=True)
                        if loop.time() > until_when:
                            break
                done += 1
            world.load.enough = True
        tables = await is_whole(world.url)
        assert len(tables) >= world.load.finished > 0
        assert any(person.connections > 1 for person in world.load.people), "nobody was in the middle of a match"
    finally:
        world.close()
    what = ", ".join(f"{count} × {name}" for name, count in world.counts.items())
    print(
        f"{world.name}: {what}. {world.load.answered} answered moves, {world.load.finished} matches: none lost or doubled"
    )


PATIENCE = float(os.environ.get("QUADRIGA_PATIENCE", "150"))
