"""The processes of this machine that think: bots' moves, hints, reviews.

Nobody's move waits for them: they work at a lower priority. A thought that has begun is not broken off, so whatever
people can wait for comes in short pieces (a review move by move), and never takes the first worker: with two or more
of them a bot that somebody plays against waits for other people's bots only.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from quadriga.processes import end_with_parent, give_way
from quadriga.server.bots import prepare

from .queue import LAST, Importance, Job, Queue, Urgency

NICE = 10
ATTEMPTS = 3
"""How often a thought is begun in all, if its worker dies of it."""
PATIENCE = 2.0
"""How many seconds a worker that is stopped has to end."""


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

    def close(self) -> threading.Thread | None:
        """Stop the process without waiting for its thought; return the thread that waits for its end, if any."""
        processes = self.processes()
        waiting: threading.Thread | None = getattr(self.executor, "_executor_manager_thread", None)
        if self.executor is not None:
            self.executor.shutdown(wait=False)
            self.executor = None
        for process in processes:
            process.terminate()
        return waiting

    def processes(self) -> list[Any]:
        """Return the process that thinks now, if it is one."""
        return list((getattr(self.executor, "_processes", None) or {}).values())


class Thinking:
    """The workers of this machine and what waits for them."""

    def __init__(self, workers: int = 0, start: Callable[[], Executor] | None = None) -> None:
        count = workers or max(2, (os.cpu_count() or 2) - 1)
        self.workers = [Worker(start or start_process) for _ in range(count)]
        self.queue = Queue()
        self.again = 0
        self._closed = False

    async def do(self, importance: Urgency, work: Any, *given: Any, owner: str = "") -> Any:
        """Think about something when it is its turn; if the worker dies, once more in a new one."""
        if self._closed:
            raise RuntimeError("the server is stopping")
        job = self.queue.add(importance, owner, work, given)
        self._hand_out()
        try:
            return await job.answer
        finally:
            if job in self.queue.waiting:  # nobody wants to know any more
                self.queue.drop(job)

    async def open(self, *, wait: bool = False) -> None:
        """Start the workers before somebody waits for them; wait until they have loaded what they need if told so."""
        with contextlib.suppress(OSError):  # then they are started when they are needed
            begun = [worker.submit(prepare, ()) for worker in self.workers]
            if wait:
                await asyncio.wait([asyncio.wrap_future(each) for each in begun])

    def has_room(self, importance: Importance) -> bool:
        """Tell whether more work of an importance would begin soon."""
        return self.queue.has_room(importance, len(self.workers))

    def count(self, importance: Importance) -> int:
        """Count what waits or is thought about."""
        return self.queue.count(importance)

    def workers_there(self) -> int:
        """Count the workers."""
        return len(self.workers)

    def _hand_out(self) -> None:
        """Give every free worker what comes next of what it may do."""
        for number, worker in enumerate(self.workers):
            if worker.job is None and not self._closed:
                kept = number == 0 and len(self.workers) > 1
                job = self.queue.take(Importance.BOT if kept else LAST)
                if job is not None:
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
            self.queue.drop(job)
            job.answer.set_exception(error)
            return
        worker.job = job
        begun.add_done_callback(tell)

    def _end(self, worker: Worker, job: Job, done: Future[Any]) -> None:
        worker.job = None
        error = done.exception()
        if isinstance(error, BrokenExecutor) and job.attempts < ATTEMPTS and not job.answer.done() and not self._closed:
            self.again += 1
            self.queue.put_back(job)
        else:
            self.queue.drop(job)
            if job.answer.done() or self._closed:
                pass  # nobody wants to know any more
            elif error is None:
                job.answer.set_result(done.result())
            else:  # a StopIteration cannot be handed on, and who asked would wait for ever
                job.answer.set_exception(RuntimeError(repr(error)) if isinstance(error, StopIteration) else error)
        self._hand_out()

    async def close(self) -> None:
        """Stop the workers without waiting for their thoughts."""
        self._closed = True
        for job in self.queue.jobs():
            job.answer.cancel()
        threads = [thread for worker in self.workers if (thread := worker.close()) is not None]
        until = time.monotonic() + PATIENCE
        while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
            await asyncio.sleep(0.01)  # if Python ended at the moment when such a thread does, it would complain


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
