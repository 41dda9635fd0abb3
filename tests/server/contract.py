"""The wire contract, held against everything that tests see go over a socket."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from websockets.asyncio import client as with_asyncio
from websockets.sync import client as with_threads

from quadriga.server.messages.frames import CLIENT_FRAME, SERVER_FRAME


def from_server(text: str | bytes) -> str | bytes:
    """Return a message of the server's, which must be as its model says: nothing missing, nothing more."""
    frame = SERVER_FRAME.validate_json(text, strict=True)
    given = frame.model_fields_set
    assert ("table" in given) == ("held" in given), "who holds what is told with the table"
    return text


def from_client(text: str | bytes) -> str | bytes:
    """Return a message of a client that means well, which must be as its model says."""
    CLIENT_FRAME.validate_json(text)
    return text


@contextmanager
def every_frame_is_checked() -> Iterator[None]:
    """Check whatever clients of the package `websockets` receive from now on, however a test opens them."""
    hear, hear_in_thread = with_asyncio.ClientConnection.recv, with_threads.ClientConnection.recv

    @functools.wraps(hear)
    async def recv(*args: Any, **kwargs: Any) -> str | bytes:
        return from_server(await hear(*args, **kwargs))

    @functools.wraps(hear_in_thread)
    def recv_in_thread(*args: Any, **kwargs: Any) -> str | bytes:
        return from_server(hear_in_thread(*args, **kwargs))

    with (
        patch.object(with_asyncio.ClientConnection, "recv", recv),
        patch.object(with_threads.ClientConnection, "recv", recv_in_thread),
    ):
        yield
