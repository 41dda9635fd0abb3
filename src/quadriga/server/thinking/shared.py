"""Thinking for servers that share a Redis: what one of them wants to know, whoever thinks finds out.

A server hands over no more of each importance than there are workers, in the order of its own queue: so nobody's many
wishes stand before another's one, and what waits here can still become more or less important. While Redis is away, or
nobody thinks there, the server's own workers do it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

from redis.exceptions import RedisError

from . import jobs
from .asking import Asked, Asking
from .places import BEAT, end
from .queue import Importance, Job, Queue, Urgency
from .thinker import Thinker
from .workers import Thinking

LOG = logging.getLogger("quadriga.thinking")

AWAY = (RedisError, OSError)
PAUSE = 0.2
"""How long to wait before Redis is asked again, in seconds."""
FAREWELL = 2.0
"""How long saying goodbye may take, in seconds."""


class ThoughtFailed(RuntimeError):
    """Something went wrong in a thought that another process had."""


class SharedThinking:
    """The thoughts that this server waits for, and its own workers, which think for all."""

    def __init__(self, url: str, own: Thinking | None) -> None:
        self.asking = Asking(url)
        self.own = own
        self.thinker = None if own is None else Thinker(url, own)
        self.queue = Queue()
        self.asked: dict[str, Asked] = {}
        self.elsewhere = 0
        """How many workers there are behind Redis; 0 also if nobody could be asked."""
        self._again = 0
        self._coming: list[Asked] = []
        """What is still to be put into Redis."""
        self._something = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def again(self) -> int:
        """How often a thought was begun once more."""
        return self._again + (0 if self.own is None else self.own.again)

    async def open(self) -> None:
        """Begin to ask and to think."""
        if self.own is not None:
            await self.own.open()
        if self.thinker is not None:
            self.thinker.open()
        for work in (self._beat_forever, self._ask_forever, self._hear_forever):
            self._run(work())

    async def close(self) -> None:
        """Stop; what was asked for is forgotten, what was taken for others is given back."""
        self._closed = True
        for job in self.queue.jobs():
            job.answer.cancel()
        await end(self._tasks)
        if self.thinker is not None:
            await self.thinker.close()
        if self.own is not None:
            await self.own.close()
        with contextlib.suppress(*AWAY, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.asking.leave(*self.asked)
        with contextlib.suppress(*AWAY):
            await self.asking.redis.aclose()

    async def do(self, importance: Urgency, work: Any, *given: Any, owner: str = "") -> Any:
        """Think about something when it is its turn, wherever there is a worker for it."""
        if self._closed:
            raise RuntimeError("the server is stopping")
        job = self.queue.add(importance, owner, work, given)
        self._hand_out()
        try:
            return await job.answer
        finally:
            self._forget(job)

    def has_room(self, importance: Importance) -> bool:
        """Tell whether more work of an importance would begin soon."""
        return self.queue.has_room(importance, max(1, self.workers_there()))

    def count(self, importance: Importance) -> int:
        """Count what this server waits for."""
        return self.queue.count(importance)

    def workers_there(self) -> int:
        """Count the workers that think for this server."""
        return self.elsewhere or (0 if self.own is None else len(self.own.workers))

    # --- handing out

    def _hand_out(self) -> None:
        """Hand over what comes next: to Redis as much as can be begun soon, or all of it to our own workers."""
        if self._closed:
            return
        if self.elsewhere:
            there = Counter(asked.importance for asked in self.asked.values())
            for importance in Importance:
                while there[importance] < self.elsewhere and (job := self.queue.take(importance, importance)):
                    there[importance] += 1
                    asked = Asked(job, importance)
                    self.asked[asked.id] = asked
                    self._put(asked)
        elif self.own is not None:
            while job := self.queue.take():
                self._run(self._think_here(job))

    def _put(self, asked: Asked) -> None:
        self._coming.append(asked)
        self._something.set()

    async def _ask_forever(self) -> None:
        """Put jobs into Redis; what could not be put there the next beat notices."""
        while True:
            await self._something.wait()
            self._something.clear()
            coming, self._coming = self._coming, []
            with contextlib.suppress(*AWAY):
                await self.asking.put([asked for asked in coming if asked.id in self.asked])

    async def _think_here(self, job: Job) -> None:
        """Let our own workers do it, since nobody else can be asked."""
        assert self.own is not None
        try:
            found = await self.own.do(job.importance, job.work, *job.given, owner=job.owner)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not job.answer.done():
                job.answer.set_exception(error)
        else:
            if not job.answer.done():
                job.answer.set_result(found)

    def _forget(self, job: Job) -> None:
        """Forget a job that is done, or that nobody wants to know any more: then it is not begun either."""
        self.queue.drop(job)
        for asked in [each for each in self.asked.values() if each.job is job]:
            del self.asked[asked.id]
            if job.answer.cancelled() and not self._closed:
                self._run(self._withdraw(asked))
        self._hand_out()

    async def _withdraw(self, asked: Asked) -> None:
        with contextlib.suppress(*AWAY):  # else it vanishes by itself
            await self.asking.withdraw(asked.id)

    # --- answers

    async def _hear_forever(self) -> None:
        while True:
            try:
                answer = await self.asking.answer()
                if answer is not None:
                    self._hear(answer)
            except AWAY:
                await asyncio.sleep(PAUSE)
            except Exception:
                LOG.exception("an answer that cannot be read")

    def _hear(self, answer: dict[str, Any]) -> None:
        """Take an answer; one to what is not asked any more, or was answered before, counts for nothing."""
        asked = self.asked.get(answer["job"])
        if asked is None or asked.job.answer.done():
            return
        self._again += answer["attempts"] > 1
        job = asked.job
        if "error" in answer:
            job.answer.set_exception(ThoughtFailed(answer["error"]))
        else:
            job.answer.set_result(jobs.KINDS[jobs.NAMES[job.work]].read_answer(job.given, answer["found"]))

    # --- being there

    async def _beat_forever(self) -> None:
        while True:
            try:
                await self._beat()
            except AWAY as error:
                if self.elsewhere:
                    LOG.warning("redis is away", extra={"error": str(error)[:200]})
                self._lose()
            except Exception:
                LOG.exception("the thinking stumbled")
            self._hand_out()
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        """See who thinks; keep what was asked for, ask again for what was lost, and raise what became important."""
        there = await self.asking.count_workers()
        if self.elsewhere and not there:
            self._lose()
        self.elsewhere = there
        for lost in await self.asking.keep([each for each in self.asked.values() if not each.job.answer.done()]):
            if lost.id in self.asked:
                self._again += 1
                self._put(lost)
        for asked in list(self.asked.values()):
            await self.asking.raise_importance(asked)

    def _lose(self) -> None:
        """Let our own workers do what was asked, since nobody answers; what others still find counts for nothing."""
        self.elsewhere = 0
        if self.own is not None:
            asked, self.asked = self.asked, {}
            for each in asked.values():
                self.queue.put_back(each.job)

    def _run(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
