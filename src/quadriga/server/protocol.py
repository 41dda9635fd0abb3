"""uvicorn's own protocol for sockets, spared of what every move would pay for and does not need."""

from __future__ import annotations

import contextlib
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

EXTENSION = "quadriga.text"
"""Under this name an application finds, among the extensions of a socket, a way to send a text without waiting."""
FEW = 8
"""So many messages may wait for the application before the connection is read no further."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """Send a text at once where that can be done, and read on while the application is not behind."""

    async def run_asgi(self) -> None:
        """Run the application, with one extension more."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self.send_text
        await super().run_asgi()

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless one has to wait for the client; tell whether it is done with."""
        if not self.writable.is_set():
            return False
        if not self.disconnected and not self.close_sent:
            with contextlib.suppress(InvalidState, OSError, RuntimeError):  # it is closing: nobody reads this any more
                self.conn.send_text(text)
                self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand on a message; stop reading only if many wait, not with every one."""
        if self.read_paused or self.queue.qsize() >= FEW:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # for as long as this takes: then it is not done
        super().send_receive_event_to_app()
        self.read_paused = False

    async def receive(self) -> Any:
        """Take the next message."""
        message = await self.queue.get()
        if self.read_paused and self.queue.qsize() < FEW:
            self.read_paused = False
            self.transport.resume_reading()
        return message
