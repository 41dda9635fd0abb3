"""The connections to this process: how many one address may hold, and how long one may take to say what it wants.

It works below the application and beside uvicorn: what it overrides is asyncio's own interface of protocols, and it
finds the connection of a request by the address at its other end. Where a proxy is in front, these limits are its own
business: every connection comes from it.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Literal

from starlette.types import Scope

from .metrics import Metrics
from .places import place_of

RESERVED = 96
"""File handles that are not for connections: databases, logs, processes that think."""
SWEEP = 1.0
"""How often connections are looked at that have taken too long, in seconds."""
CROWDED = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 10\r\ncontent-length: 0\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

State = Literal["waiting", "serving", "socket"]


class Connection:
    """One connection: whether a request of it is being served, or since when one is awaited or has begun to come."""

    __slots__ = ("begun", "client", "place", "since", "state", "transport")

    def __init__(self, transport: Any, client: tuple[str, int]) -> None:
        self.transport = transport
        self.client = client
        self.place = place_of(client[0])
        self.state: State = "waiting"
        self.since = time.monotonic()
        self.begun: float | None = None
        """When the first byte came of a request that is not whole yet."""


class Connections:
    """All connections that are open."""

    def __init__(
        self, metrics: Metrics, *, headers: float, idle: float, per_address: int | None, most: int | None
    ) -> None:
        self.metrics = metrics
        self.headers = headers
        self.idle = idle
        self.most = most
        self.per_address = per_address if most is None or per_address is None else min(per_address, max(1, most // 2))
        self.open: dict[Any, Connection] = {}
        self.by_client: dict[tuple[str, int], Connection] = {}
        self.by_place: dict[str, dict[Connection, None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        metrics.connections.set_function(lambda: float(len(self.open)))

    def made(self, transport: Any) -> bool:
        """Take a new connection; False if its address has too many, and then it is closed."""
        peer = transport.get_extra_info("peername")
        if not isinstance(peer, tuple):
            return True  # from this machine, by a file: a proxy
        connection = Connection(transport, (str(peer[0]), int(peer[1])))
        there = self.by_place.setdefault(connection.place, {})
        if self.per_address is not None and len(there) >= self.per_address:
            self._turn_away(transport, CROWDED, "crowded")
            return False
        if self.most is not None and len(self.open) >= self.most and not self._make_room():
            self._turn_away(transport, CROWDED, "full")
            return False
        there[connection] = None
        self.open[transport] = self.by_client[connection.client] = connection
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        return True

    def came(self, transport: Any) -> None:
        """Note that something of a request has come."""
        connection = self.open.get(transport)
        if connection is not None and connection.state == "waiting" and connection.begun is None:
            connection.begun = time.monotonic()

    def lost(self, transport: Any) -> None:
        """Forget a connection that is closed."""
        connection = self.open.pop(transport, None)
        if connection is not None:
            self.by_client.pop(connection.client, None)
            there = self.by_place[connection.place]
            del there[connection]
            if not there:
                del self.by_place[connection.place]

    def serve(self, scope: Scope) -> Connection | None:
        """Note that a request has come whole but for its body; return its connection, if it is known."""
        client = scope.get("client")
        connection = self.by_client.get((client[0], client[1])) if client else None
        if connection is not None:
            connection.state = "socket" if scope["type"] == "websocket" else "serving"
        return connection

    @staticmethod
    def served(connection: Connection | None) -> None:
        """Note that a request was answered, or a socket closed."""
        if connection is not None:
            connection.state, connection.since, connection.begun = "waiting", time.monotonic(), None

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _turn_away(self, transport: Any, words: bytes, why: str) -> None:
        self.metrics.turned_away.labels(why).inc()
        transport.write(words)
        transport.close()

    def _make_room(self) -> bool:
        """Close the connection that has waited longest of the address that has most; False if all are being served."""
        for there in sorted(self.by_place.values(), key=len, reverse=True):
            for connection in there:
                if connection.state == "waiting":
                    self.metrics.turned_away.labels("full").inc()
                    connection.transport.abort()
                    self.lost(connection.transport)
                    return True
        return False

    def _sweep(self) -> None:
        now = time.monotonic()
        for connection in list(self.open.values()):
            if connection.state != "waiting":
                continue
            begun = connection.begun
            late = now - connection.since > self.idle if begun is None else now - begun > self.headers
            if late:
                self._turn_away(connection.transport, TOO_SLOW, "idle" if begun is None else "headers")
                self.lost(connection.transport)
        self._timer = asyncio.get_running_loop().call_later(SWEEP, self._sweep) if self.open else None


def bounded_http(base: type[Any], connections: Connections) -> type[asyncio.Protocol]:
    """Make uvicorn's protocol for requests keep to the limits."""

    class BoundedHttp(base):  # type: ignore[misc]
        taken: Any = None

        def connection_made(self, transport: Any) -> None:
            if connections.made(transport):
                self.taken = transport
                super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            if self.taken is not None:
                connections.came(self.taken)
                super().data_received(data)

        def connection_lost(self, error: Exception | None) -> None:
            if self.taken is not None:
                connections.lost(self.taken)
                super().connection_lost(error)

    return BoundedHttp


def bounded_socket(base: type[Any], connections: Connections) -> type[asyncio.Protocol]:
    """Let uvicorn's protocol for sockets say when a connection is gone."""

    class BoundedSocket(base):  # type: ignore[misc]
        def connection_made(self, transport: Any) -> None:
            self.held = transport
            super().connection_made(transport)

        def connection_lost(self, error: Exception | None) -> None:
            connections.lost(self.held)
            super().connection_lost(error)

    return BoundedSocket
