"""Somebody who thinks for all servers that share a Redis: a server itself, or `quadriga think` on any machine.

What a thinker has begun stays in the group's list of what is pending. It says every second that it is at it; if it is
not heard of any more, another claims the job.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from redis.exceptions import RedisError, ResponseError

from . import jobs
from .group import Member, Taken
from .places import BEAT, BLOCK, end
from .queue import Importance
from .workers import ATTEMPTS, Thinking

LOG = logging.getLogger("quadriga.thinking")

AWAY = (RedisError, OSError)
PAUSE = 0.2
"""How long to wait before Redis is tried again, in seconds."""
FAREWELL = 3.0
"""How long saying goodbye may take, in seconds."""


class Thinker:
    """The workers of this process, put at the service of everybody."""

    def __init__(self, url: str, workers: Thinking) -> None:
        self.member = Member(url)
        self.workers = workers
        self.done: Counter[str] = Counter()
        """How many thoughts were thought to their end, by kind."""
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
        """Take no more, let thoughts be finished for some seconds, give back the rest; return how many those were."""
        self._stopping = True
        if patience:
            either = [asyncio.ensure_future(asyncio.wait(self._tasks[1:])), asyncio.ensure_future(self._hurry.wait())]
            await asyncio.wait(either, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            await end(either)
        await end(self._tasks)
        given_back = 0
        with contextlib.suppress(*AWAY, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                given_back = await self.member.leave()
        with contextlib.suppress(*AWAY):
            await self.member.redis.aclose()
        return given_back

    def hurry(self) -> None:
        """Stop waiting for thoughts to be finished."""
        self._hurry.set()

    # --- working

    async def _work(self, takes: Sequence[Importance]) -> None:
        while not self._stopping:
            try:
                taken = await self._next(takes)
                self._well(True)
                if taken is not None:
                    await self._think(taken)
            except ResponseError as error:
                if not is_groupless(error):
                    LOG.warning("redis refuses", extra={"error": str(error)[:200]})
                    await asyncio.sleep(PAUSE)
                await self._surely(self.member.join)
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
            if looks and (left := await self.member.claim(importance)) is not None:
                return left
            found = await self.member.read([importance])
            if found:
                return found[0]
        found = await self.member.read(takes, wait=BLOCK)
        for rest in found[1:]:
            await self.member.give_back(rest)
        return found[0] if found else None

    async def _think(self, taken: Taken) -> None:
        """Do what was taken, and tell who asked; what nobody wants to know any more is dropped."""
        try:
            wanted = await self.member.job_of(taken)
            if wanted is None:
                await self._surely(lambda: self.member.finish(taken))
                return
            written, server = wanted
            answer = {"job": taken.job, "attempts": taken.attempts, **await self._find(taken, written)}
            await self._surely(lambda: self.member.finish(taken, server, answer))
        finally:
            self.member.taken.discard(taken)

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

    # --- being there

    async def _beat_forever(self) -> None:
        await self._surely(self.member.join)
        while True:
            try:
                await self.member.beat(len(self.workers.workers))
                self._well(True)
            except ResponseError:
                await self._surely(self.member.join)
            except AWAY as error:
                self._well(False, error)
            await asyncio.sleep(BEAT)

    async def _surely(self, work: Callable[[], Any]) -> None:
        """Do something in Redis, as soon as it is there."""
        while True:
            try:
                await work()
                return
            except AWAY as error:
                if is_groupless(error):
                    raise
                self._well(False, error)
                await asyncio.sleep(PAUSE)

    def _well(self, hears: bool, error: Exception | None = None) -> None:
        if hears is not self.hears:
            if not hears:
                LOG.warning("redis is away", extra={"error": str(error)[:200]})
            self.hears = hears
            self.changed(hears)


def is_groupless(error: Exception) -> bool:
    """Tell whether Redis has lost the group: it was started again, or nobody has made it yet."""
    return isinstance(error, ResponseError) and str(error).startswith("NOGROUP")
