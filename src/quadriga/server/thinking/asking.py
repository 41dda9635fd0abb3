"""What a server has asked for in Redis: how it is put there, kept, made more important and withdrawn."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import orjson
from redis.exceptions import ResponseError

from . import jobs
from .places import BLOCK, FORGOTTEN, GROUP, STREAMS, THINKERS, answers_key, connect, job_key, milliseconds, thinker_key
from .queue import Importance, Job

LONGEST = 10_000
"""This many entries a stream has at most, whatever happens."""


class Asked:
    """A job that lies in Redis: in which stream, as which entry."""

    def __init__(self, job: Job, importance: Importance) -> None:
        self.id = secrets.token_hex(12)
        self.job = job
        self.written = jobs.write(job.work, job.given)
        self.importance = importance
        self.entry: bytes | None = None
        """None: it is on its way there."""
        self.missed = 0
        """How often in a row it was not found there."""


class Asking:
    """A server's side of Redis."""

    def __init__(self, url: str) -> None:
        self.redis = connect(url)
        self.name = secrets.token_hex(8)

    async def put(self, many: Sequence[Asked]) -> None:
        """Put jobs into Redis, in order and together."""
        async with self.redis.pipeline(transaction=True) as pipeline:
            for asked in many:
                key = job_key(asked.id)
                pipeline.hset(key, mapping={"work": asked.written, "server": self.name})
                pipeline.pexpire(key, milliseconds(FORGOTTEN))
                pipeline.xadd(STREAMS[asked.importance], {"job": asked.id}, maxlen=LONGEST)
            for asked, entry in zip(many, (await pipeline.execute())[2::3], strict=True):
                asked.entry = entry

    async def keep(self, many: Sequence[Asked]) -> list[Asked]:
        """Say that we still want to know these; return those that Redis has lost."""
        async with self.redis.pipeline(transaction=False) as pipeline:
            for asked in many:
                pipeline.pexpire(job_key(asked.id), milliseconds(FORGOTTEN))
            found = await pipeline.execute() if many else []
        for asked, there in zip(many, found, strict=True):
            asked.missed = 0 if there else asked.missed + 1
        lost = [asked for asked in many if asked.missed > 1]  # once may mean that its answer is on its way to us
        for asked in lost:
            asked.missed = 0
        return lost

    async def raise_importance(self, asked: Asked) -> None:
        """Move what has become more important and is not begun yet."""
        importance, old, entry = asked.job.importance(), STREAMS[asked.importance], asked.entry
        if importance >= asked.importance or entry is None:
            return
        try:
            if await self.redis.xpending_range(old, GROUP, entry, entry, 1):
                return
        except ResponseError:  # nobody has made the group yet
            return
        async with self.redis.pipeline(transaction=True) as pipeline:
            pipeline.xdel(old, entry)
            pipeline.xadd(STREAMS[importance], {"job": asked.id}, maxlen=LONGEST)
            asked.entry = (await pipeline.execute())[-1]
        asked.importance = importance

    async def withdraw(self, *ids: str) -> None:
        """Say that nobody wants to know these any more."""
        if ids:
            await self.redis.delete(*map(job_key, ids))

    async def answer(self) -> dict[str, Any] | None:
        """Wait a moment for an answer."""
        told = await self.redis.blpop([answers_key(self.name)], timeout=BLOCK)
        answer: dict[str, Any] | None = None if told is None else orjson.loads(told[1])
        return answer

    async def count_workers(self) -> int:
        """Count the workers of all thinkers that were heard of lately, and forget the others."""
        names = [name.decode() for name in await self.redis.smembers(THINKERS)]
        counts = await self.redis.mget([thinker_key(name) for name in names]) if names else []
        for name, count in zip(names, counts, strict=True):
            if count is None:
                await self.redis.srem(THINKERS, name)
        return sum(int(count) for count in counts if count is not None)

    async def leave(self, *ids: str) -> None:
        """Withdraw everything, and want no answers any more."""
        await self.withdraw(*ids)
        await self.redis.delete(answers_key(self.name))
