"""uvicorn's own protocol for sockets, spared of what every move would pay for and does not need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from . import EXTENSION
from .few import Gate, Mailbox
from .frames import CONTROL, HEAD, LAST, end_of_frame, text_frame, text_in

FEW = 8
"""This many messages may wait for the application before the connection is read no further."""
Hear = Callable[[bytes], bool]
"""Takes a text as soon as it is there and tells that it did; False: it shall come by `receive`, in its turn."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket that takes and sends texts at once where it can, and reads on while the application is not behind."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # Of these nearly all stand idle nearly always: asyncio's own take five kilobytes of every socket.
        self.queue = Mailbox()  # type: ignore[assignment]
        self.writable = self.gate = Gate()  # type: ignore[assignment]
        self.hear: Hear | None = None
        """Asked to take a text that came alone; set by the application."""
        self._part = b""
        """The beginning of a frame whose rest has not come."""
        self._goes_on = False
        """Whether the message of the last frame goes on in the next."""
        self._passes_on = False
        """Whether everything goes to `websockets` as it comes."""

    async def run_asgi(self) -> None:
        """Run the application, with one extension more."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self
        await super().run_asgi()

    def forget_request(self) -> None:
        """Let go of how the client asked for the socket, once that has been read."""
        for part in (self.request, self.response):
            part.headers.clear()  # the parser of websockets holds on to them
        self.request = self.response = None  # type: ignore[assignment]
        self.scope["headers"] = []

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless one has to wait for the client; tell whether it is done with."""
        if not self.gate.is_open:
            return False
        if self.conn.state is OPEN and not self.disconnected:  # else it is closing: nobody reads this any more
            self.transport.write(text_frame(text))
        return True

    def data_received(self, data: bytes) -> None:
        """Take what came; `websockets` gets whole frames only, so that between any two of them we may take one."""
        if self._part:
            data = self._part + data
            self._part = b""
        if self._passes_on or self.conn.state is not OPEN:
            self._passes_on = self.handshake_initiated  # what comes before the answer, or after the end, is not ours
            super().data_received(data)
            return
        begin, end = 0, end_of_frame(data)
        if end == len(data) and self.hear is not None and not self._goes_on and self.queue.empty():
            text = text_in(data)
            if text is not None and self.hear(text):
                return
        while 0 < end <= len(data):
            if not data[begin] & CONTROL:
                self._goes_on = not data[begin] & LAST
            begin, end = end, end_of_frame(data, end)
        if end - begin > self.config.ws_max_size + HEAD:
            self._passes_on, begin = True, len(data)  # too large: it is refused by its head
        self._part = data[begin:]
        if begin:
            super().data_received(data[:begin])

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
