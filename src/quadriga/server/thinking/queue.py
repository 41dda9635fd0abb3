"""The order in which things are thought about: by importance, then in turns between those for whom it is done."""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Protocol

from quadriga.table.errors import TableError

ROOM = 4
"""How much work for every worker a process takes up before it leaves more to others."""
REMEMBERED = 10_000
"""Of this many owners it is remembered when it was their turn last."""


class Importance(IntEnum):
    """How urgently something is thought about; the first is begun first."""

    BOT = 0
    """A bot's move at a table where people sit."""
    HINT = 1
    REVIEW = 2
    """One move of a match that somebody looks back at."""
    WATCHED = 3
    """A bot's move at a table where only bots sit, while somebody looks on."""
    AHEAD = 4
    """One move of a match that has ended and that nobody has asked about yet."""


Urgency = Importance | Callable[[], Importance]
"""How important something is, or a question for it: people come and go while it waits."""
QUOTAS = {Importance.HINT: 2}
"""How much of a kind one owner may have waiting or under way; who asks for more is refused."""
LAST = max(Importance)


class Job:
    """One thing to think about; `owner` is for whom: an address, or a table of nobody's."""

    def __init__(self, number: int, importance: Urgency, owner: str, work: Any, given: Any) -> None:
        self.number = number
        self.importance = importance if callable(importance) else lambda: importance
        self.owner = owner
        self.work = work
        self.given = given
        self.attempts = 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Queue:
    """What waits, and what is under way."""

    def __init__(self) -> None:
        self.waiting: list[Job] = []
        self.under_way: set[Job] = set()
        self._numbers = itertools.count(1)
        self._turns = itertools.count(1)
        self._served: OrderedDict[str, int] = OrderedDict()

    def add(self, importance: Urgency, owner: str, work: Any, given: Any) -> Job:
        """Let something wait for its turn; TableError if its owner has too much of the kind already."""
        job = Job(next(self._numbers), importance, owner, work, given)
        quota = QUOTAS.get(job.importance()) if owner else None
        if quota is not None:
            mine = sum(each.owner == owner and each.importance() is job.importance() for each in self.jobs())
            if mine >= quota:
                raise TableError("slow", f"{quota} questions of yours are being thought about: wait for the answers")
        self.waiting.append(job)
        return job

    def take(self, least: Importance = LAST, most: Importance = Importance.BOT) -> Job | None:
        """Take what comes next of what is important enough, and of no more than that; None if nothing does.

        Of what is equally important it is first of an owner for whom the least is under way, then of who was served
        longest ago: who asks for much waits for their own answers, and nobody else does.
        """
        busy: dict[str, int] = {}
        for job in self.under_way:
            busy[job.owner] = busy.get(job.owner, 0) + bool(job.owner)
        fitting = (
            (job.importance(), busy.get(job.owner, 0), self._served.get(job.owner, 0), job.number, job)
            for job in self.waiting
            if most <= job.importance() <= least and not job.answer.done()
        )
        chosen = min(fitting, default=None)
        if chosen is None:
            return None
        job = chosen[-1]
        self.waiting.remove(job)
        self.under_way.add(job)
        if job.owner:
            self._served[job.owner] = next(self._turns)
            self._served.move_to_end(job.owner)
            if len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
        return job

    def put_back(self, job: Job) -> None:
        """Let something wait again that was begun in vain."""
        self.under_way.discard(job)
        if not job.answer.done():
            self.waiting.append(job)

    def drop(self, job: Job) -> None:
        """Forget something: it is done, or nobody wants to know any more."""
        self.under_way.discard(job)
        if job in self.waiting:
            self.waiting.remove(job)

    def jobs(self) -> list[Job]:
        """List what waits or is under way."""
        return [*self.waiting, *self.under_way]

    def count(self, importance: Importance) -> int:
        """Count what waits or is under way."""
        return sum(job.importance() is importance for job in self.jobs())

    def has_room(self, importance: Importance, workers: int) -> bool:
        """Tell whether more work of an importance would begin soon."""
        return sum(job.importance() <= importance for job in self.jobs()) < ROOM * workers


class Service(Protocol):
    """Whoever thinks for a server: processes of its own, or also those of others."""

    @property
    def again(self) -> int:
        """How often a thought was begun once more, because a worker died of it or was not heard of again."""

    async def do(self, importance: Urgency, work: Any, *given: Any, owner: str = "") -> Any:
        """Think about something when it is its turn."""

    def has_room(self, importance: Importance) -> bool:
        """Tell whether more work of an importance would begin soon."""

    def count(self, importance: Importance) -> int:
        """Count what waits or is under way."""

    def workers_there(self) -> int:
        """Count the processes that think, wherever they are."""

    async def open(self) -> None:
        """Get ready."""

    async def close(self) -> None:
        """Stop, without waiting for thoughts."""
