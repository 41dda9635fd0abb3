"""The bus through Redis, for server processes that share tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quadriga.errors import QuadrigaError

from .bus import Listeners
from .storage import AppendRow

log = logging.getLogger(__name__)

CHANNEL = "quadriga"
TIMEOUT = 3.0
"""After how many seconds without an answer Redis counts as gone."""
QUIET = 5.0
"""After how many seconds without a message we ask whether Redis is still there."""
LONGEST_PAUSE = 2.0
GATHER = 0.02
"""How long what comes right after a message waits for more, in seconds: each message costs every process."""
MOST = 1000
"""This many additions to tables are told in one message at most; of more only that they were made."""

Told = Callable[[], None]


class RedisBus:
    """A bus over one channel of Redis; it comes back by itself whenever Redis does."""

    shared = True

    def __init__(self, url: str) -> None:
        """Take an address such as redis://host:6379/0 or unix:///path/to/socket."""
        self.name = secrets.token_hex(8)
        self._own = b'{"from":"%b"' % self.name.encode()
        """How our own messages begin."""
        self.hears = False
        # Its own retries would hide from us that messages were lost.
        try:
            self._redis: Redis = Redis.from_url(
                url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0)
            )
        except ValueError as error:
            raise QuadrigaError("QUADRIGA_REDIS_URL is not an address such as redis://host:6379/0") from error
        self._added: list[AppendRow] = []  # what is still to be told
        self._versions: dict[str, int] = {}  # of other tables that they changed; only the newest version matters
        self._due = False
        self._here: dict[str, Sequence[int]] = {}
        self._wanted: dict[str, str] = {}
        self._something = asyncio.Event()
        self._listeners: Listeners | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def subscribe(self, listeners: Listeners) -> None:
        """Say whom to call."""
        self._listeners = listeners

    async def open(self) -> None:
        """Begin to listen and to tell, whether Redis is there yet or not."""
        self._tasks = [asyncio.create_task(self._for_ever(work)) for work in (self._listen, self._tell)]

    async def close(self) -> None:
        """Stop, without waiting for what was not told yet."""
        going = set(self._tasks)
        while going:  # the library makes an error of its own of a cancellation that comes at the wrong moment
            for task in going:
                task.cancel()
            _, going = await asyncio.wait(going, timeout=0.2)
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    async def publish(self, added: AppendRow) -> None:
        """Tell the others what was stored; at once, or as soon as Redis is back that it was."""
        if len(self._added) < MOST:
            self._added.append(added)
        else:
            self._note(added.table_id, added.version)
        self._something.set()

    def _note(self, table_id: str, version: int) -> None:
        self._versions[table_id] = max(version, self._versions.get(table_id, 0))

    async def publish_due(self) -> None:
        """Tell the others that a bot or a clock is due at some table."""
        self._due = True
        self._something.set()

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        """Tell the others of which seats of a table somebody is there with this process."""
        self._here[table_id] = seats
        self._something.set()

    def publish_wanted(self, table_id: str, owner: str) -> None:
        """Tell the others that somebody asks for the review of a match that one of them looks at."""
        self._wanted[table_id] = owner
        self._something.set()

    async def _for_ever(self, work: Callable[[Told], Any]) -> None:
        """Work until Redis fails us, then again, after a pause that grows while it stays away."""
        pause = first = 0.05

        def well() -> None:
            nonlocal pause
            pause = first

        while True:
            try:
                await work(well)
            except (RedisError, OSError) as error:
                if pause == first:  # said once, not again while it stays away
                    log.warning("redis is away: %s", error)
            except Exception:
                log.exception("the bus stumbled")
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _tell(self, well: Told) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            versions, due, here, added, wanted = self._versions, self._due, self._here, self._added, self._wanted
            self._versions, self._due, self._here, self._added, self._wanted = {}, False, {}, [], {}
            told = [(row.table_id, row.number, row.at, row.entries) for row in added]
            message = {
                "from": self.name, "added": told, "versions": versions, "here": here, "due": due, "wanted": wanted,
            }  # fmt: skip
            try:
                await self._redis.publish(CHANNEL, orjson.dumps(message))
            except BaseException:
                for table, at in (*versions.items(), *((row.table_id, row.version) for row in added)):
                    self._note(table, at)
                self._due |= due
                self._here = here | self._here
                self._something.set()
                raise
            well()
            await asyncio.sleep(GATHER)

    async def _listen(self, well: Told) -> None:
        try:
            await self._hear_all(well)
        finally:
            self.hears = False

    async def _hear_all(self, well: Told) -> None:
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            asked = False
            while True:
                message = await channel.get_message(timeout=QUIET)
                if message is None:
                    if asked:
                        raise RedisError("no answer")
                    await channel.ping()
                    asked = True
                    continue
                asked = False
                if message["type"] == "subscribe":
                    # Also after a reconnection that the library made without telling us.
                    well()
                    self.hears = True
                    if self._listeners is not None:
                        _call(self._listeners.missed)
                elif message["type"] == "message":
                    self._hear(message["data"])

    def _hear(self, data: bytes) -> None:
        listeners = self._listeners
        if listeners is None or data.startswith(self._own):
            return
        try:
            message = orjson.loads(data)
            process = str(message["from"])
            added = [AppendRow(str(id), int(number), at, entries) for id, number, at, entries in message["added"]]
            versions = [(str(id), int(version)) for id, version in message["versions"].items()]
            here = [(str(id), [int(seat) for seat in seats]) for id, seats in message["here"].items()]
            wanted = [(str(id), str(owner)) for id, owner in message.get("wanted", {}).items()]
            due = message["due"]
        except (ValueError, TypeError, KeyError, AttributeError):
            log.warning("a message that is none of ours")
            return
        for row in added:
            _call(listeners.added, row)
        for id, version in versions:
            _call(listeners.changed, id, version)
        for id, seats in here:
            _call(listeners.here, id, process, seats)
        for id, owner in wanted:
            _call(listeners.wanted, id, owner)
        if due:
            _call(listeners.due)


def _call(listener: Callable[..., None], *arguments: object) -> None:
    """Call a listener; one that fails must not cost us the connection."""
    try:
        listener(*arguments)
    except Exception:
        log.exception("a listener on the bus failed")
