"""Whether the installed uvicorn and websockets are as the fast path knows them: it is rehearsed with them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

SOON = 5.0
"""How long the rehearsal may wait for something that comes at once where all is well, in seconds."""
UPGRADE = (
    b"GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)
MASK = b"\x01\x20\x03\x40"


def fits() -> bool:
    """Tell whether the fast path works with the installed versions; not to be called while an event loop runs."""
    log = logging.getLogger("uvicorn.error")
    was_disabled, log.disabled = log.disabled, True  # what goes wrong in here is nobody's trouble
    try:
        asyncio.run(asyncio.wait_for(_rehearse(), SOON))
    except Exception:  # whatever is missing or different in a version that nobody has tried
        return False
    else:
        return True
    finally:
        log.disabled = was_disabled


class Wire(asyncio.Transport):
    """A connection to nobody, which keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = self.paused = False

    def write(self, data: Any) -> None:
        """Keep something."""
        self.written += data

    def close(self) -> None:
        """Note the end."""
        self.closed = True

    def is_closing(self) -> bool:
        """Tell whether it is closed."""
        return self.closed

    def pause_reading(self) -> None:
        """Note that nothing more is wanted."""
        self.paused = True

    def resume_reading(self) -> None:
        """Note that more is wanted."""
        self.paused = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Tell the addresses of both ends."""
        return ("127.0.0.1", 1) if name.endswith("name") else default


def sent_by_client(text: bytes) -> bytes:
    """Put a short text into a frame as a client does."""
    return bytes([0x81, 0x80 | len(text)]) + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(text))


async def _rehearse() -> None:
    """Serve one socket with all that the fast path overrides; raise something if it goes otherwise than it should."""
    import uvicorn
    from uvicorn.server import ServerState

    from . import EXTENSION
    from .frames import text_frame
    from .protocol import FEW, SocketProtocol

    at_once: list[bytes] = []
    in_turn: list[str] = []
    opened, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    def hear(text: bytes) -> bool:
        at_once.append(text)
        return True

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        socket = scope["extensions"][EXTENSION]
        socket.hear = hear
        opened.set()
        await go_on.wait()
        while (message := await receive())["type"] != "websocket.disconnect":
            in_turn.append(message["text"])
        ended.set()

    config = uvicorn.Config(app, ws_max_size=1000, ws_per_message_deflate=False, ws_ping_interval=None, log_config=None)
    protocol, wire = SocketProtocol(config, ServerState(), {}), Wire()
    protocol.connection_made(wire)
    protocol.data_received(UPGRADE)
    await opened.wait()
    wire.written = b""
    _must(protocol.send_text(b"a text") and wire.written == text_frame(b"a text"))
    protocol.pause_writing()
    _must(not protocol.send_text(b"for somebody who does not read"))
    protocol.resume_writing()
    protocol.data_received(sent_by_client(b"alone"))
    _must(at_once == [b"alone"] and not wire.paused)
    many = [f"{number}" for number in range(FEW + 1)]
    protocol.data_received(b"".join(sent_by_client(text.encode()) for text in many))
    _must(at_once == [b"alone"] and wire.paused)
    go_on.set()
    protocol.connection_lost(None)
    await ended.wait()
    _must(in_turn == many and not wire.paused)
    wire.written = b""
    _must(protocol.send_text(b"too late") and not wire.written)


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError("not as we know it")
