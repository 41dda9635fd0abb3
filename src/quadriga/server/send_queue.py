"""What goes out to one client: at once while it reads, else as soon as it does; nobody ever waits for it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from starlette.types import Message, Send

GONE = (OSError, RuntimeError)
"""What is raised when something is sent to somebody who is gone, or going."""
SendText = Callable[[bytes], bool]
"""Sends a text at once and tells that it did; False if one has to wait for the client."""


class SendQueue:
    """Messages to one client, sent in order by a task; texts without one where the fast path can write them at once."""

    def __init__(self, send: Send, send_text: SendText | None = None) -> None:
        self.send = send
        self.send_text = send_text
        self.waiting: deque[Message] | tuple[()] = ()  # most of the time there is nothing
        self._sending: asyncio.Task[None] | None = None

    def put_text(self, text: bytes) -> None:
        """Send a text, as `put` does."""
        if self._sending is not None or self.send_text is None or not self.send_text(text):
            self.put({"type": "websocket.send", "text": text.decode()})

    def put(self, message: Message) -> None:
        """Send a message, without waiting; if the client is gone, whoever reads from it finds out."""
        if self.waiting:
            self.waiting.append(message)
        else:
            self.waiting = deque((message,))
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        try:
            while self.waiting:
                await self.send(self.waiting.popleft())
        except GONE:
            pass
        self.waiting = ()
        self._sending = None

    def stop(self) -> None:
        """Send nothing more of what waits."""
        self.waiting = ()
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
