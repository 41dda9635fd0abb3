"""Somebody who thinks for all servers that share a Redis: a server itself, or `quadriga think` on any machine.

What a thinker has begun stays in the group's list of what is pending. It says every second that it is at it; if it is
not heard of any more, another claims the job. What it found is told and the job deleted in one step.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import orjson
from redis.exceptions import RedisError, ResponseError

from . import jobs
from .places import (
    BEAT,
    BLOCK,
    FORGOTTEN,
    GONE,
    GROUP,
    STREAMS,
    THINKERS,
    answers_key,
    connect,
    end,
    job_key,
    milliseconds,
    thinker_key,
)
from .queue import Importance
from .workers import ATTEMPTS, Thinking

LOG = logging.getLogger("quadriga.thinking")

AWAY = (RedisError, OSError)
PAUSE = 0.2
"""How long to wait before Redis is tried again, in seconds."""
FAREWELL = 3.0
"""How long saying goodbye may take, in seconds."""
LEFT_OVER = 3600.0
"""A name in the group that was not used for this many seconds is that of a thinker that was killed."""


class Taken(NamedTuple):
    """An entry of a stream that a thinker has taken: the job it names, and how often that was begun by now."""

    importance: Importance
    entry: bytes
    job: str
    attempts: int = 1


class Thinker:
    """The workers of this process, put at the service of everybody."""

    def __init__(self, url: str, workers: Thinking) -> None:
        self.redis = connect(url)
        self.workers = workers
        self.name = secrets.token_hex(8)
        self.taken: set[Taken] = set()
        self.done: Counter[str] = Counter()
        """How many thoughts were thought to their end, by kind."""
        self.claimed = 0
        """How many were taken over from others that were not heard of any more."""
        self.hears: bool | None = None
        """Whether Redis answers; None: not asked yet."""
        self.changed: Callable[[bool], None] = lambda hears: None
        """Called when Redis is away, and when it is back."""
        self._stopping = False
        self._hurry = asyncio.Event()
        self._looked = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Begin to take work: one loop for every worker; the first of several takes only what people wait for."""
        everything, count = tuple(Importance), len(self.workers.workers)
        kept = [(Importance.BOT,)] if count > 1 else []
        self._tasks = [asyncio.create_task(self._beat_forever())]
        for takes in (*kept, *[everything] * (count - len(kept))):
            self._tasks.append(asyncio.create_task(self._work(takes)))

    async def close(self, patience: float = 0.0) -> int:
        """Take no more, let thoughts be finished for some seconds, hand back the rest; return how many those were."""
        self._stopping = True
        if patience:
            either = [asyncio.ensure_future(asyncio.wait(self._tasks[1:])), asyncio.ensure_future(self._hurry.wait())]
            await asyncio.wait(either, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            await end(either)
        await end(self._tasks)
        handed = 0
        with contextlib.suppress(*AWAY, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                handed = await self._leave()
        with contextlib.suppress(*AWAY):
            await self.redis.aclose()
        return handed

    def hurry(self) -> None:
        """Stop waiting for thoughts to be finished."""
        self._hurry.set()

    # --- taking work

    async def _work(self, takes: Sequence[Importance]) -> None:
        while not self._stopping:
            try:
                taken = await self._next(takes)
                self._well(True)
                if taken is not None:
                    await self._think(taken)
            except ResponseError as error:
                if not str(error).startswith("NOGROUP"):
                    LOG.warning("redis refuses", extra={"error": str(error)[:200]})
                    await asyncio.sleep(PAUSE)
                await self._surely(self._make_groups)
            except AWAY as error:
                self._well(False, error)
                await asyncio.sleep(PAUSE)
            except Exception:
                LOG.exception("a thinker stumbled")
                await asyncio.sleep(PAUSE)

    async def _next(self, takes: Sequence[Importance]) -> Taken | None:
        """Take what is most important: what somebody left, then what is new; wait a moment if there is nothing."""
        looks = time.monotonic() - self._looked >= BEAT
        if looks:
            self._looked = time.monotonic()
        for importance in takes:
            if looks and (left := await self._claim(importance)) is not None:
                return left
            found = await self._read([importance])
            if found:
                return found[0]
        found = await self._read(takes, block=milliseconds(BLOCK))
        for rest in found[1:]:
            await self._hand_back(rest)
        return found[0] if found else None

    async def _read(self, takes: Sequence[Importance], block: int | None = None) -> list[Taken]:
        """Read one entry of each stream, the most important first."""
        by_name = {STREAMS[importance].encode(): importance for importance in takes}
        streams: dict[Any, Any] = dict.fromkeys(by_name, ">")
        answer = await self.redis.xreadgroup(GROUP, self.name, streams, count=1, block=block)
        pairs = answer.items() if isinstance(answer, dict) else answer or ()  # by the version of the protocol
        taken = []
        for stream, entries in pairs:
            for entry, fields in entries if not entries or isinstance(entries[0], tuple) else entries[0]:
                taken.append(Taken(by_name[stream], entry, fields[b"job"].decode()))
        self.taken.update(taken)
        return sorted(taken)

    async def _claim(self, importance: Importance) -> Taken | None:
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

    # --- thinking

    async def _think(self, taken: Taken) -> None:
        """Do what was taken, and tell who asked; what nobody wants to know any more is dropped."""
        try:
            written, server = await self.redis.hmget(job_key(taken.job), "work", "server")
            answer = None
            if written is not None and server is not None:
                answer = {"job": taken.job, "attempts": taken.attempts, **await self._find(taken, written)}
            await self._surely(lambda: self._finish(taken, server, answer))
        finally:
            self.taken.discard(taken)

    async def _find(self, taken: Taken, written: bytes) -> dict[str, Any]:
        if taken.attempts > ATTEMPTS:
            return {"error": f"{ATTEMPTS} thinkers died of it"}
        try:
            kind, given = jobs.read(written)
            found = await self.workers.do(taken.importance, kind.work, *given)
            self.done[jobs.NAMES[kind.work]] += 1
            return {"found": kind.write_answer(given, found)}
        except Exception as error:
            LOG.warning("a thought failed", extra={"error": type(error).__name__})
            return {"error": f"{type(error).__name__}: {error}"[:300]}

    async def _finish(self, taken: Taken, server: bytes | None, answer: dict[str, Any] | None) -> None:
        async with self.redis.pipeline(transaction=True) as pipeline:
            if answer is not None and server is not None:
                answers = answers_key(server.decode())
                pipeline.rpush(answers, orjson.dumps(answer))
                pipeline.pexpire(answers, milliseconds(FORGOTTEN))
                pipeline.delete(job_key(taken.job))
            pipeline.xack(STREAMS[taken.importance], GROUP, taken.entry)
            pipeline.xdel(STREAMS[taken.importance], taken.entry)
            await pipeline.execute()

    async def _hand_back(self, taken: Taken) -> None:
        """Let somebody else do what was taken."""
        stream = STREAMS[taken.importance]
        async with self.redis.pipeline(transaction=True) as pipeline:
            pipeline.xadd(stream, {"job": taken.job})
            pipeline.xack(stream, GROUP, taken.entry)
            pipeline.xdel(stream, taken.entry)
            await pipeline.execute()
        self.taken.discard(taken)

    # --- being there

    async def _beat_forever(self) -> None:
        await self._surely(self._make_groups)
        while True:
            try:
                await self._beat()
                self._well(True)
            except ResponseError:
                await self._surely(self._make_groups)
            except AWAY as error:
                self._well(False, error)
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        """Say that we are there, with how many workers, and at what we are."""
        async with self.redis.pipeline(transaction=False) as pipeline:
            pipeline.sadd(THINKERS, self.name)
            pipeline.set(thinker_key(self.name), len(self.workers.workers), px=milliseconds(GONE))
            for importance, stream in STREAMS.items():
                mine = [taken.entry for taken in self.taken if taken.importance is importance]
                if mine:
                    pipeline.xclaim(stream, GROUP, self.name, 0, mine, justid=True)
            await pipeline.execute()

    async def _make_groups(self) -> None:
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

    async def _leave(self) -> int:
        """Hand back whatever is pending under our name, and take our name off the lists."""
        handed = 0
        await self.redis.srem(THINKERS, self.name)
        await self.redis.delete(thinker_key(self.name))
        for importance, stream in STREAMS.items():
            while pending := await self.redis.xpending_range(stream, GROUP, "-", "+", 100, consumername=self.name):
                for entry in (each["message_id"] for each in pending):
                    for _, fields in await self.redis.xrange(stream, entry, entry):
                        await self._hand_back(Taken(importance, entry, fields[b"job"].decode()))
                        handed += 1
                    await self.redis.xack(stream, GROUP, entry)
            await self.redis.xgroup_delconsumer(stream, GROUP, self.name)
        return handed

    async def _surely(self, work: Callable[[], Any]) -> None:
        """Do something in Redis, as soon as it is there."""
        while True:
            try:
                await work()
                return
            except AWAY as error:
                if isinstance(error, ResponseError) and str(error).startswith("NOGROUP"):
                    raise
                self._well(False, error)
                await asyncio.sleep(PAUSE)

    def _well(self, hears: bool, error: Exception | None = None) -> None:
        if hears is not self.hears:
            if not hears:
                LOG.warning("redis is away", extra={"error": str(error)[:200]})
            self.hears = hears
            self.changed(hears)
