"""The thinkers' group at the streams: how one of them takes entries, keeps them, gives them back, is done with them."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from redis.exceptions import ResponseError

from .places import FORGOTTEN, GONE, GROUP, STREAMS, THINKERS, answers_key, connect, job_key, milliseconds, thinker_key
from .queue import Importance

LOG = logging.getLogger("quadriga.thinking")

LEFT_OVER = 3600.0
"""A name in the group that was not used for this many seconds is that of a thinker that was killed."""


class Taken(NamedTuple):
    """An entry of a stream that a thinker has taken: the job it names, and how often that was begun by now."""

    importance: Importance
    entry: bytes
    job: str
    attempts: int = 1


class Member:
    """One thinker of the group, and what it has taken."""

    def __init__(self, url: str) -> None:
        self.redis = connect(url)
        self.name = secrets.token_hex(8)
        self.taken: set[Taken] = set()
        self.claimed = 0
        """How many entries were taken over from others that were not heard of any more."""

    async def join(self) -> None:
        """Make the streams and the group that reads them, and forget thinkers that were killed long ago."""
        for stream in STREAMS.values():
            try:
                await self.redis.xgroup_create(stream, GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise
            for consumer in await self.redis.xinfo_consumers(stream, GROUP):
                if consumer["pending"] == 0 and consumer["idle"] > milliseconds(LEFT_OVER):
                    await self.redis.xgroup_delconsumer(stream, GROUP, consumer["name"])

    async def beat(self, workers: int) -> None:
        """Say that we are there, with how many workers, and at what we are."""
        async with self.redis.pipeline(transaction=False) as pipeline:
            pipeline.sadd(THINKERS, self.name)
            pipeline.set(thinker_key(self.name), workers, px=milliseconds(GONE))
            for importance, stream in STREAMS.items():
                mine = [taken.entry for taken in self.taken if taken.importance is importance]
                if mine:
                    pipeline.xclaim(stream, GROUP, self.name, 0, mine, justid=True)
            await pipeline.execute()

    async def leave(self) -> int:
        """Give back whatever is pending under our name, and take our name off the lists; return how much that was."""
        given_back = 0
        await self.redis.srem(THINKERS, self.name)
        await self.redis.delete(thinker_key(self.name))
        for importance, stream in STREAMS.items():
            while pending := await self.redis.xpending_range(stream, GROUP, "-", "+", 100, consumername=self.name):
                for entry in (each["message_id"] for each in pending):
                    for _, fields in await self.redis.xrange(stream, entry, entry):
                        await self.give_back(Taken(importance, entry, fields[b"job"].decode()))
                        given_back += 1
                    await self.redis.xack(stream, GROUP, entry)
            await self.redis.xgroup_delconsumer(stream, GROUP, self.name)
        return given_back

    # --- entries

    async def read(self, takes: Sequence[Importance], wait: float = 0.0) -> list[Taken]:
        """Take one entry of each stream, the most important first; wait this many seconds if there is none."""
        by_name = {STREAMS[importance].encode(): importance for importance in takes}
        streams = dict.fromkeys(by_name, ">")
        block = milliseconds(wait) or None
        answer = await self.redis.xreadgroup(GROUP, self.name, streams, count=1, block=block)
        pairs = answer.items() if isinstance(answer, dict) else answer or ()  # by the version of the protocol
        taken = []
        for stream, entries in pairs:
            for entry, fields in entries if not entries or isinstance(entries[0], tuple) else entries[0]:
                taken.append(Taken(by_name[stream], entry, fields[b"job"].decode()))
        self.taken.update(taken)
        return sorted(taken)

    async def claim(self, importance: Importance) -> Taken | None:
        """Take over what a thinker had begun that is not heard of any more."""
        stream = STREAMS[importance]
        found = await self.redis.xautoclaim(stream, GROUP, self.name, milliseconds(GONE), count=1)
        for entry, fields in found[1]:
            pending = await self.redis.xpending_range(stream, GROUP, entry, entry, 1)
            attempts = pending[0]["times_delivered"] if pending else 1
            taken = Taken(importance, entry, fields[b"job"].decode(), attempts)
            self.taken.add(taken)
            self.claimed += 1
            LOG.info("claimed again", extra={"importance": importance.name.lower(), "attempts": attempts})
            return taken
        return None

    async def job_of(self, taken: Taken) -> tuple[bytes, str] | None:
        """Return what is to be thought about and for which server; None if nobody wants to know any more."""
        written, server = await self.redis.hmget(job_key(taken.job), "work", "server")
        return None if written is None or server is None else (written, server.decode())

    async def finish(self, taken: Taken, server: str | None = None, answer: dict[str, Any] | None = None) -> None:
        """Be done with an entry; an answer is told and its job deleted in the same step."""
        async with self.redis.pipeline(transaction=True) as pipeline:
            if server is not None:
                pipeline.rpush(answers_key(server), orjson.dumps(answer))
                pipeline.pexpire(answers_key(server), milliseconds(FORGOTTEN))
                pipeline.delete(job_key(taken.job))
            pipeline.xack(STREAMS[taken.importance], GROUP, taken.entry)
            pipeline.xdel(STREAMS[taken.importance], taken.entry)
            await pipeline.execute()

    async def give_back(self, taken: Taken) -> None:
        """Let somebody else do what was taken."""
        stream = STREAMS[taken.importance]
        async with self.redis.pipeline(transaction=True) as pipeline:
            pipeline.xadd(stream, {"job": taken.job})
            pipeline.xack(stream, GROUP, taken.entry)
            pipeline.xdel(stream, taken.entry)
            await pipeline.execute()
        self.taken.discard(taken)
