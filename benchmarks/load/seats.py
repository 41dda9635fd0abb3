"""Two scripted players at a table: what they do whatever the protocol, and the count of what went right and wrong."""

from __future__ import annotations

import asyncio
import random
from array import array
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from .processes import HOST


@dataclass
class Tally:
    """Moves and errors, and the latencies of the moves that were sent inside the window."""

    opens: float = float("inf")
    closes: float = float("inf")
    sent: int = 0
    seen: int = 0
    latencies: array[float] = field(default_factory=lambda: array("d"))
    wrong: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    received: int = 0

    def see(self, sent_at: float, now: float) -> None:
        """Note that the opponent saw a move."""
        if self.opens <= now < self.closes:
            self.seen += 1
            if sent_at >= self.opens:
                self.latencies.append(now - sent_at)


@dataclass
class Manner:
    """How the players of a run decide: at once, or some time after they could; and whether they go on."""

    rng: random.Random
    think: float | None = None
    going: bool = True

    def pause(self) -> float:
        """Choose how long to think, half to one and a half times the usual."""
        assert self.think is not None
        return self.rng.uniform(0.5, 1.5) * self.think


class Table:
    """What was sent at a table and the other seat has not seen yet.

    `told` is called once, when the match is over for everybody who watches it here.
    """

    def __init__(self, ident: str, tally: Tally, manner: Manner, told: Callable[[Table], None]) -> None:
        self.ident = ident
        self.tally = tally
        self.manner = manner
        self.told = told
        self.key: str | None = None
        self.seats: list[Seat] = []
        self.measured = True
        self.sent = 0
        self.unseen: tuple[deque[float], deque[float]] = (deque(), deque())
        self.over: set[int] = set()
        self.most: int | None = None
        """After this many moves nobody moves any more."""

    def shown(self, mover: int, viewer: int, now: float) -> None:
        """Note that a seat was shown a move."""
        if not self.measured or mover == viewer:
            return
        if self.unseen[mover]:
            self.tally.see(self.unseen[mover].popleft(), now)
        else:
            self.tally.wrong["moves doubled"] += 1

    def ended(self, viewer: int) -> None:
        """Note that a seat was shown the end."""
        if viewer not in self.over:
            self.over.add(viewer)
            if len(self.over) == len(self.seats):
                self.told(self)

    def close(self) -> None:
        """Leave the table."""
        for seat in self.seats:
            seat.leave()


class Seat(WSListener):
    """A player at one seat over one socket; the protocols override `hear`, `consider`, `choose` and `write`."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self.number = number
        self.version = -1
        self.socket: WSTransport | None = None
        self.leaving = False
        self.waiting: asyncio.TimerHandle | None = None
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        table.seats.append(self)

    async def join(self, path: str, key: str | None = None) -> None:
        """Open the socket and wait for the first picture of the table."""
        headers = {"Authorization": f"Bearer {key}"} if key else None
        url = f"ws://{HOST}{path}"
        await ws_connect(lambda: self, url, extra_headers=headers, websocket_handshake_timeout=30)
        await asyncio.wait_for(self.welcome, 30)

    def leave(self) -> None:
        """Close the socket."""
        self.leaving = True
        if self.waiting is not None:
            self.waiting.cancel()
        if self.socket is not None:
            self.socket.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the socket."""
        self.socket = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Count a socket that the server closed."""
        self.socket = None
        if not self.leaving:
            self.table.tally.wrong["disconnects"] += 1
            if not self.welcome.done():
                self.welcome.set_exception(ConnectionError("the server closed the socket"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Hear a message."""
        now = perf_counter()
        if frame.msg_type == WSMsgType.TEXT and frame.fin:
            payload = frame.get_payload_as_bytes()
            self.table.tally.received += len(payload)
            self.hear(payload, now)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        else:
            self.table.tally.wrong["frames not understood"] += 1

    def advance(self, before: int, after: int) -> None:
        """Go from one version to the next and count what was missed or came twice."""
        if before > self.version:
            self.table.tally.wrong["version gaps"] += 1
        elif before < self.version:
            self.table.tally.wrong["versions doubled"] += 1
        self.version = after

    def my_turn(self) -> None:
        """Answer at once, or when thinking is over."""
        manner = self.table.manner
        if not manner.going:
            return
        if manner.think is None:
            self.play()
        else:
            self.later(manner.pause())

    def later(self, seconds: float) -> None:
        """Play after a while, once."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = asyncio.get_running_loop().call_later(seconds, self.play)

    def play(self) -> None:
        """Choose a move and send it."""
        table = self.table
        if self.socket is None or not table.manner.going or (table.most is not None and table.sent >= table.most):
            return
        message = self.write(self.choose(self.table.manner.rng))
        self.table.sent += 1
        if self.table.measured:
            self.table.tally.sent += 1
            self.table.unseen[self.number].append(perf_counter())
        self.socket.send(WSMsgType.TEXT, message)

    def consider(self) -> None:
        """See whether there is something to do."""
        raise NotImplementedError

    def hear(self, payload: bytes, now: float) -> None:
        """Understand a message."""
        raise NotImplementedError

    def choose(self, rng: random.Random) -> Any:
        """Choose a move that is legal now."""
        raise NotImplementedError

    def write(self, choice: Any) -> bytes:
        """Write the message that makes a move."""
        raise NotImplementedError
