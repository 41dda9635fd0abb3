"""Thoughts that a test holds up, to see in which order they are begun."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

from quadriga.server.thinking import Thinking

from .steadfast import PATIENCE, until


def bounded(story: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await story()

    asyncio.run(within())


def one_thread() -> Executor:
    """A worker that is a thread of the test."""
    return ThreadPoolExecutor(1)


class Gate:
    """A gate that keeps workers from going on until it is opened, with a note of what they began, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_pass = threading.Semaphore(0)

    def think(self, name: str) -> str:
        """Be a thought that ends when it is let through."""
        self.begun.append(name)
        assert self.may_pass.acquire(timeout=PATIENCE)
        return name

    async def has_begun(self, count: int) -> None:
        """Wait until this many thoughts were begun."""
        await until(lambda: len(self.begun) >= count)

    def open(self) -> None:
        """Let everything through."""
        self.may_pass.release(10_000)


@asynccontextmanager
async def workers(count: int, start: Callable[[], Executor] = one_thread) -> AsyncIterator[tuple[Thinking, Gate]]:
    """Have workers, each of which is held up in its thought by a gate; at the end none thinks any more."""
    started: list[Executor] = []

    def begin() -> Executor:
        started.append(start())
        return started[-1]

    thinking, gate = Thinking(count, begin), Gate()
    try:
        yield thinking, gate
    finally:
        gate.open()
        await thinking.close()
        for worker in started:
            await asyncio.to_thread(worker.shutdown)
