"""What goes out to one client: at once while it reads, else as soon as it does; nobody ever waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from types import coroutine
from typing import Any

from starlette.types import Message, Send

GONE = (OSError, RuntimeError)
"""What is raised when somebody is sent something who is gone, or going."""
Running = Generator[Any, None, None]
SendText = Callable[[bytes], bool]
"""Sends a text at once and tells that it did; False if one has to wait for the client."""


@coroutine
def resumed(running: Running, waits_for: Any) -> Running:
    """Go on, in a task, with something that was begun outside and waits for something."""
    yield waits_for
    yield from running


class Outbox:
    """Send messages in order.

    Nearly always the client's connection takes a message at once: then it costs neither a task nor a turn of the loop.
    """

    def __init__(self, send: Send, send_text: SendText | None = None) -> None:
        self.send = send
        self.send_text = send_text
        self.waiting: deque[Message] = deque()
        self._going_on: asyncio.Task[None] | None = None

    def put_text(self, text: bytes) -> None:
        """Send a text, as `put` does."""
        if self._going_on is not None or self.send_text is None or not self.send_text(text):
            self.put({"type": "websocket.send", "text": text.decode()})

    def put(self, message: Message) -> None:
        """Send a message, without waiting; if the client is gone, whoever reads from it finds out."""
        if self._going_on is not None:
            self.waiting.append(message)
            return
        running: Running = self.send(message).__await__()
        try:
            waits_for = next(running)
        except (StopIteration, *GONE):
            return
        self._going_on = asyncio.get_running_loop().create_task(self._go_on(running, waits_for))

    async def _go_on(self, running: Running, waits_for: Any) -> None:
        try:
            await resumed(running, waits_for)
            while self.waiting:
                await self.send(self.waiting.popleft())
        except GONE:
            self.waiting.clear()
        finally:
            self._going_on = None

    def stop(self) -> None:
        """Send nothing more of what waits."""
        self.waiting.clear()
        if self._going_on is not None:
            self._going_on.cancel()
