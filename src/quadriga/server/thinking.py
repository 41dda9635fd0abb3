"""The processes that think, and what waits for them: bots' moves, hints, reviews; the most important first.

Nobody's move waits for them: they work at a lower priority. A thought that has begun is not broken off, so whatever
people can wait for comes in short pieces (a review move by move), and never takes the first worker: with two or more
of them a bot that somebody plays against waits for other people's bots only.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from enum import IntEnum
from typing import Any

from quadriga.processes import end_with_parent, give_way

from .bots import prepare

NICE = 10
ATTEMPTS = 3
"""How often a thought is begun in all, if its worker dies of it."""
ROOM = 4
"""How much work for every worker a process takes up before it leaves more to others."""


class Importance(IntEnum):
    """The order in which things are thought about; the first is begun first."""

    BOT = 0
    """A bot's move at a table where people sit."""
    HINT = 1
    REVIEW = 2
    """One move of a match that somebody looks back at."""
    WATCHED = 3
    """A bot's move at a table where only bots sit, while somebody looks on."""
    ALONE = 4
    """A bot's move at a table without people."""
    AHEAD = 5
    """One move of a match that has ended and that nobody has asked about yet."""


class Job:
    """One thing to think about. How important it is may change while it waits: people come and go."""

    def __init__(self, number: int, importance: Importance | Callable[[], Importance], work: Any, given: Any) -> None:
        self.number = number
        self.importance = importance if callable(importance) else lambda: importance
        self.work = work
        self.given = given
        self.attempts = 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Worker:
    """One process that thinks about one thing at a time; one that dies is replaced."""

    def __init__(self, start: Callable[[], Executor]) -> None:
        self.start = start
        self.executor: Executor | None = None
        self.job: Job | None = None

    def submit(self, work: Any, given: Any) -> Future[Any]:
        """Begin something."""
        if self.executor is not None:
            with contextlib.suppress(BrokenExecutor):
                return self.executor.submit(work, *given)
        self.executor = self.start()
        return self.executor.submit(work, *given)

    def close(self) -> None:
        """Stop the process without waiting for its thought."""
        processes = self.processes()
        if self.executor is not None:
            self.executor.shutdown(wait=False)
            self.executor = None
        for process in processes:
            process.terminate()

    def processes(self) -> list[Any]:
        """Return the process that thinks now, if it is one."""
        return list((getattr(self.executor, "_processes", None) or {}).values())


class Thinking:
    """The workers and what waits for them."""

    def __init__(self, workers: int = 0, start: Callable[[], Executor] | None = None) -> None:
        count = workers or max(2, (os.cpu_count() or 2) - 1)
        self.workers = [Worker(start or start_process) for _ in range(count)]
        self.waiting: list[Job] = []
        self._numbers = itertools.count()
        self._closed = False

    async def do(self, importance: Importance | Callable[[], Importance], work: Any, *given: Any) -> Any:
        """Think about something when it is its turn; if the worker dies, once more in a new one."""
        if self._closed:
            raise RuntimeError("the server is stopping")
        job = Job(next(self._numbers), importance, work, given)
        self.waiting.append(job)
        self._hand_out()
        try:
            return await job.answer
        finally:
            if job in self.waiting:  # nobody wants to know any more
                self.waiting.remove(job)

    def prepare(self) -> None:
        """Start the workers before somebody waits for them."""
        with contextlib.suppress(OSError):  # then they are started when they are needed
            for worker in self.workers:
                worker.submit(prepare, ())

    def has_room(self, importance: Importance) -> bool:
        """Tell whether more work of an importance would begin soon."""
        return sum(job.importance() <= importance for job in self._jobs()) < ROOM * len(self.workers)

    def count(self, importance: Importance) -> int:
        """Count what waits or is thought about."""
        return sum(job.importance() is importance for job in self._jobs())

    def _jobs(self) -> list[Job]:
        return [*self.waiting, *(worker.job for worker in self.workers if worker.job is not None)]

    def _hand_out(self) -> None:
        """Give every free worker what is most important of what it may do, and waits longest."""
        for number, worker in enumerate(self.workers):
            if worker.job is None and not self._closed:
                kept = number == 0 and len(self.workers) > 1
                ready = ((job.importance(), job.number, job) for job in self.waiting if not job.answer.done())
                fitting = [each for each in ready if not kept or each[0] is Importance.BOT]
                if fitting:
                    job = min(fitting)[2]
                    self.waiting.remove(job)
                    self._begin(worker, job)

    def _begin(self, worker: Worker, job: Job) -> None:
        loop = asyncio.get_running_loop()

        def tell(done: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
                loop.call_soon_threadsafe(self._end, worker, job, done)

        job.attempts += 1
        try:
            begun = worker.submit(job.work, job.given)
        except Exception as error:  # no process could be started
            job.answer.set_exception(error)
            return
        worker.job = job
        begun.add_done_callback(tell)

    def _end(self, worker: Worker, job: Job, done: Future[Any]) -> None:
        worker.job = None
        error = done.exception()
        if self._closed or job.answer.done():
            pass  # nobody wants to know any more
        elif error is None:
            job.answer.set_result(done.result())
        elif isinstance(error, BrokenExecutor) and job.attempts < ATTEMPTS:
            self.waiting.append(job)
        else:
            job.answer.set_exception(error)
        self._hand_out()

    def close(self) -> None:
        """Stop the workers without waiting for their thoughts."""
        self._closed = True
        for job in self._jobs():
            job.answer.cancel()
        for worker in self.workers:
            worker.close()


def start_process() -> Executor:
    """Start a process that thinks."""
    spawned = multiprocessing.get_context("spawn")  # the server has threads: a fork could hang
    return ProcessPoolExecutor(1, spawned, begin_worker)


def begin_worker() -> None:
    """Make room for the server: a lower priority, and Ctrl-C is the server's business; its log is for the server."""
    os.environ["QUADRIGA_QUIET"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(NICE)
    end_with_parent()
