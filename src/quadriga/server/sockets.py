"""One open socket at a table: what comes in is a command, what goes out is posted without waiting."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import orjson
from pydantic import ValidationError
from starlette.types import Receive, Send

from quadriga.errors import QuadrigaError

from . import steady
from .bounds import take_for
from .carry import seat_of
from .desk import Desk
from .errors import error_of
from .fast.eager import begin
from .faults import note_storage
from .limits import COMMANDS, HISTORY, Limits
from .live import LiveTable
from .messages.requests import CLIENT_FRAME
from .presence import Presence
from .send_queue import GONE, SendQueue
from .storage import StorageError

if TYPE_CHECKING:  # it is imported only where it fits the installed uvicorn
    from .fast.protocol import SocketProtocol

LARGEST = 8 * 1024
"""The largest message that a client may send, in bytes; `run` tells the protocol, which closes with 1009."""
WAITING = 256
"""This many messages may wait for a slow reader; it is cut off then, and catches up when it comes back."""
TOO_SLOW, GOING_AWAY = 1013, 1012
FAREWELL = 1.0
"""How long a slow reader may take to hear why the socket is closed, in seconds."""


class Socket:
    """One client, over the messages of ASGI that its connection receives and sends."""

    def __init__(
        self, receive: Receive, send: Send, desk: Desk, presence: Presence, limits: Limits, visitor: str | None,
        seat: int | None, client: str, protocol: SocketProtocol | None = None,
    ) -> None:  # fmt: skip
        self.receive = receive
        self.send = send
        self.desk = desk
        self.presence = presence
        self.limits = limits
        self.visitor = visitor
        self.seat = seat
        self.client = client
        self.protocol = protocol
        self.queue = SendQueue(send, None if protocol is None else protocol.send_text)
        self.busy = False
        """Whether a message of the client is being carried out."""
        self.rested: asyncio.Event | None = None
        self.reading: asyncio.Task[None] | None = None
        self.live: LiveTable | None = None
        """The table, as soon as messages about it are taken."""
        self.too_slow = False

    def post(self, message: bytes) -> None:
        """Send a message, without waiting; a client that reads too slowly is cut off."""
        if len(self.queue.waiting) < WAITING:
            self.queue.put_text(message)
        elif not self.too_slow:
            self.too_slow = True
            if self.reading is not None:
                self.reading.cancel()

    def end(self, code: int = GOING_AWAY, reason: str = "") -> None:
        """Close the socket after what waits."""
        self.queue.put({"type": "websocket.close", "code": code, "reason": reason})

    async def serve(self, live: LiveTable, since: int | None) -> None:
        """Show the table, then pass on commands until the client goes."""
        try:
            async with self.desk.hall.settled(live):
                self._take_history(live, since)
                await self.desk.hall.show(live, [self], since, lambda: self.presence.came(live, self))
            await self._listen(live)
        finally:
            self.presence.went(live, self)
            self.queue.stop()
            live.used = time.monotonic()

    async def _listen(self, live: LiveTable) -> None:
        """Read until the client goes, or is cut off."""
        self.live = live
        if self.protocol is not None:
            self.protocol.hear = self.hear
        self.reading = asyncio.current_task()
        assert self.reading is not None
        try:
            if not self.too_slow:
                await self._read(live)
        except asyncio.CancelledError:
            if not self.too_slow:
                raise
            self.reading.uncancel()
        if self.too_slow:
            self.queue.stop()  # it waits for the client, for ever perhaps
            with contextlib.suppress(TimeoutError, *GONE):
                await asyncio.wait_for(self.send({"type": "websocket.close", "code": TOO_SLOW}), FAREWELL)

    def hear(self, text: bytes) -> bool:
        """Carry out a message that came alone, unless there is one before it; tell whether it is taken."""
        if self.busy:
            return False
        self.busy = True
        assert self.live is not None
        begin(self._take(self.live, text), self._rest)
        return True

    def _rest(self) -> None:
        self.busy = False
        if self.rested is not None:
            self.rested.set()

    async def _read(self, live: LiveTable) -> None:
        """Take commands, but for those that were heard, until the client goes."""
        while True:
            message = await self.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                text = (message.get("bytes") or b"").decode("utf-8", "replace")
            while self.busy:
                self.rested = asyncio.Event()
                await self.rested.wait()
            self.busy = True
            try:
                stored = await self._take(live, text)
            finally:
                self.busy = False
            if not stored:
                await asyncio.sleep(0)  # who sends much at once lets others go on

    async def _take(self, live: LiveTable, text: str | bytes) -> bool:
        """Carry out one message of the client; tell whether something was stored for it, for which others had time."""
        id: str | None = None
        try:
            self.limits.take(COMMANDS, self.client, self.visitor)
            command = CLIENT_FRAME.validate_json(text)
            id = command.id
            if command.do == "ping":
                self.post(orjson.dumps({"type": "pong", "version": live.stored, "id": id, "now": steady.now()}))
            elif command.do == "sync":
                await self._sync(live, command.since)
            elif command.do == "look":
                await self._look(live, command.seat)
            else:
                take_for(self.limits, command, live, self.client, self.visitor)
                done = await self.desk.command(live.id, self.visitor, command, self.client)
                held = live.table.held_by(self.visitor)
                # An entry tells its command's id to whoever holds the seat, not to somebody who has just left it.
                has_left = command.do == "leave" and command.seat is not None and command.seat not in held
                has_left = has_left or command.do == "remove"  # that entry is of somebody else's seat
                if id is not None and (done.repeated or has_left or not held):
                    self.post(orjson.dumps({"type": "done", "version": done.version, "id": id}))
                return not done.repeated
        except ValidationError as error:
            where = "; ".join(
                f"{'.'.join(map(str, each['loc'])) or 'message'}: {each['msg']}" for each in error.errors()[:3]
            )
            self._refuse(live, id or id_in(text), {"code": "malformed", "message": where[:300], "rule": None})
        except (QuadrigaError, StorageError) as error:
            note_storage(error)
            self._refuse(live, id, error_of(error))
        return False

    def _take_history(self, live: LiveTable, since: int | None) -> None:
        if since is not None:
            self.limits.take(HISTORY, self.client, self.visitor, max(1, live.table.version - since))

    async def _sync(self, live: LiveTable, since: int) -> None:
        fresh = await self.desk.hall.fresh(live.id)
        async with self.desk.hall.settled(fresh):
            self._take_history(fresh, since)
            await self.desk.hall.show(fresh, [self], since)

    async def _look(self, live: LiveTable, seat: int | None) -> None:
        """Look as another seat from now on, which must be the visitor's; all that was is shown again."""
        fresh = await self.desk.hall.fresh(live.id)
        async with self.desk.hall.settled(fresh):
            if seat is not None:
                seat_of(fresh.table, fresh.table.held_by(self.visitor), seat)
            self._take_history(fresh, 0)
            self.seat = seat
            await self.desk.hall.show(fresh, [self], 0)

    def _refuse(self, live: LiveTable, id: str | None, error: dict[str, object]) -> None:
        self.desk.hall.metrics.refused.labels(error["code"]).inc()
        self.post(orjson.dumps({"type": "refused", "version": live.stored, "id": id, "error": error}))


def id_in(text: str | bytes) -> str | None:
    """Find the id of a message that is wrong in itself, so that its sender knows which."""
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    id = given.get("id") if isinstance(given, dict) else None
    return id if isinstance(id, str) and len(id) <= 40 else None
