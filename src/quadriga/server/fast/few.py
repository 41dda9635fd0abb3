"""What waits at a socket, for few who wait: as asyncio's Queue and Event, in a tenth of their memory."""

from __future__ import annotations

import asyncio
from typing import Any


class Mailbox:
    """A queue with one reader, in which there is nothing most of the time."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Put a message behind the others."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Tell whether there is nothing."""
        return not self._messages

    def qsize(self) -> int:
        """Count what is there."""
        return len(self._messages)

    async def get(self) -> Any:
        """Take the first message, as soon as there is one."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)


class Gate:
    """An event that is set most of the time."""

    __slots__ = ("_waiting", "is_open")

    def __init__(self) -> None:
        self.is_open = True
        """What `is_set` tells, for who asks often."""
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Tell whether one need not wait."""
        return self.is_open

    def clear(self) -> None:
        """Let everybody wait."""
        self.is_open = False

    def set(self) -> None:
        """Let everybody go on."""
        self.is_open = True
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def wait(self) -> bool:
        """Wait until it is set."""
        while not self.is_open:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
        return True
