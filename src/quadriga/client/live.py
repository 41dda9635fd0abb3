"""The socket of a table: frames as models, commands checked before they are sent."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from quadriga.errors import QuadrigaError
from quadriga.server.messages.frames import SERVER_FRAME, EntriesFrame, TableFrame

from .calls import command_of

LARGEST_FRAME = 2**22


class Following:
    """What both kinds of sockets know: the version of the last frame, and the table as it was shown last."""

    def __init__(self) -> None:
        self.version = 0
        self.table: TableFrame | None = None

    def read(self, text: str | bytes) -> Any:
        """Read a frame; one that is not as described raises QuadrigaError."""
        try:
            frame = SERVER_FRAME.validate_json(text)
        except ValidationError as error:
            raise QuadrigaError(f"a frame is not as described: {error}") from error
        if isinstance(frame, TableFrame):
            self.table, self.version = frame, frame.version
        elif isinstance(frame, EntriesFrame):
            if frame.since != self.version:
                return None  # something is missing: the caller syncs
            self.version = frame.version
            if self.table is not None and frame.table is not None:
                self.table = self.table.model_copy(update={"table": frame.table, "held": frame.held or self.table.held})
        return frame

    def sync(self) -> str:
        """Ask for all that was missed."""
        return json.dumps({"do": "sync", "since": self.version})


class Live(Following):
    """An open socket, read by `for`."""

    def __init__(self, connecting: Any) -> None:
        super().__init__()
        self._connecting = connecting
        self.socket: Any = None

    def send(self, **order: Any) -> None:
        """Send a command: `send(do="move", version=12, move="pass")`."""
        self.socket.send(json.dumps(command_of(order)))

    def __enter__(self) -> Live:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._connecting.__exit__(*error)

    def __iter__(self) -> Live:
        return self

    def __next__(self) -> Any:
        from websockets.exceptions import ConnectionClosedOK

        while True:
            try:
                frame = self.read(self.socket.recv())
            except ConnectionClosedOK as error:
                raise StopIteration from error
            if frame is not None:
                return frame
            self.socket.send(self.sync())


class AsyncLive(Following):
    """An open socket, read by `async for`."""

    def __init__(self, connecting: Any) -> None:
        super().__init__()
        self._connecting = connecting
        self.socket: Any = None

    async def send(self, **order: Any) -> None:
        """Send a command."""
        await self.socket.send(json.dumps(command_of(order)))

    async def __aenter__(self) -> AsyncLive:
        self.socket = await self._connecting.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._connecting.__aexit__(*error)

    def __aiter__(self) -> AsyncLive:
        return self

    async def __anext__(self) -> Any:
        from websockets.exceptions import ConnectionClosedOK

        while True:
            try:
                frame = self.read(await self.socket.recv())
            except ConnectionClosedOK as error:
                raise StopAsyncIteration from error
            if frame is not None:
                return frame
            await self.socket.send(self.sync())
