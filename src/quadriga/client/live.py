"""The socket of a table: frames as models, commands checked before they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from quadriga.errors import QuadrigaError
from quadriga.server.messages.frames import SERVER_FRAME, EntriesFrame, TableFrame
from quadriga.server.messages.responses import Fault

from .calls import Refused, Unreachable, command_of, fault_of

LARGEST_FRAME = 2**22
OUR_CODES = 4000
"""From here on the code with which a socket is closed is the server's own, and its reason one of its codes."""


@contextmanager
def as_ours(url: str) -> Iterator[None]:
    """Raise Refused or Unreachable for what goes wrong with a socket of the server at `url`."""
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

    try:
        yield
    except InvalidStatus as error:
        status = error.response.status_code
        raise Refused(status, fault_of(status, bytes(error.response.body or b""))) from error
    except ConnectionClosed as error:
        if error.rcvd is not None and error.rcvd.code >= OUR_CODES:
            code = error.rcvd.reason or "unknown"
            message = f"the server closed the socket: {code}"
            raise Refused(error.rcvd.code, Fault(code=code, message=message, rule=None)) from error
        raise Unreachable(f"the connection to {url} was lost") from error
    except (OSError, EOFError, WebSocketException) as error:
        raise Unreachable(f"cannot reach {url}: {error}") from error


class Following:
    """What both kinds of sockets know: the version of the last frame, and the table as it was shown last."""

    def __init__(self, connecting: Any = None, url: str = "") -> None:
        self.version = 0
        self.table: TableFrame | None = None
        self.url = url
        self.socket: Any = None
        self._connecting = connecting

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

    def send(self, **order: Any) -> None:
        """Send a command: `send(do="move", version=12, move="pass")`."""
        text = json.dumps(command_of(order))
        with as_ours(self.url):
            self.socket.send(text)

    def __enter__(self) -> Live:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._connecting.__exit__(*error)

    def __iter__(self) -> Live:
        return self

    def __next__(self) -> Any:
        while (text := self._hear()) is not None:
            frame = self.read(text)
            if frame is not None:
                return frame
            with as_ours(self.url):
                self.socket.send(self.sync())
        raise StopIteration

    def _hear(self) -> str | bytes | None:
        """Wait for what comes next; None at the end."""
        from websockets.exceptions import ConnectionClosedOK

        with as_ours(self.url):
            try:
                heard: str | bytes = self.socket.recv()
            except ConnectionClosedOK:
                return None
        return heard


class AsyncLive(Following):
    """An open socket, read by `async for`."""

    async def send(self, **order: Any) -> None:
        """Send a command."""
        text = json.dumps(command_of(order))
        with as_ours(self.url):
            await self.socket.send(text)

    async def __aenter__(self) -> AsyncLive:
        with as_ours(self.url):
            self.socket = await self._connecting.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._connecting.__aexit__(*error)

    def __aiter__(self) -> AsyncLive:
        return self

    async def __anext__(self) -> Any:
        while (text := await self._hear()) is not None:
            frame = self.read(text)
            if frame is not None:
                return frame
            with as_ours(self.url):
                await self.socket.send(self.sync())
        raise StopAsyncIteration

    async def _hear(self) -> str | bytes | None:
        """Wait for what comes next; None at the end."""
        from websockets.exceptions import ConnectionClosedOK

        with as_ours(self.url):
            try:
                heard: str | bytes = await self.socket.recv()
            except ConnectionClosedOK:
                return None
        return heard
