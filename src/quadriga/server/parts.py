"""The parts of one server process, put together."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.requests import HTTPConnection

from quadriga.errors import QuadrigaError
from quadriga.extras import need

from .attendant import Attendant
from .bus import Bus, LocalBus
from .connections import RESERVED, Connections
from .desk import Desk
from .files import most_connections
from .films import Films
from .hall import Hall
from .housekeeping import Housekeeping
from .keys import Keys
from .lag import watch_lag
from .limits import Limits, OpenSockets
from .metrics import Metrics, MetricsPort
from .presence import Presence
from .reviews import Reviews
from .settings import Settings
from .sockets import Socket
from .storage import ServerLock, Storage, StorageError
from .thinking import Service, Thinking
from .warming import Warming


class Parts:
    """The parts of a server, opened and closed in order."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.lock = ServerLock(settings.database, settings.place)
        self.open_sockets = OpenSockets(settings.sockets if settings.limits else None)
        self.connections = Connections(
            self.metrics, headers=settings.header_seconds, idle=settings.idle_seconds,
            per_address=settings.connections if settings.limits and not settings.proxied else None,
            most=most_connections(RESERVED) if settings.limits else None,
        )  # fmt: skip
        self.storage = Storage(settings.database)
        self.keys = Keys(self.storage)
        self.bus: Bus = LocalBus() if settings.redis is None else redis_bus(settings.redis)
        self.thinking = thinking_for(settings)
        self.metrics.show_thinking(self.thinking)
        self.metrics.show_waiting(self.storage)
        self.hall = Hall(
            self.storage, self.bus, self.metrics, shared=settings.is_shared, claim=settings.claim, pack=settings.pack
        )
        self.desk = Desk(self.hall, settings.claim_seconds, settings.keeping)
        self.presence = Presence(self.hall)
        self.reviews = Reviews(self.thinking, self.storage, self.bus, ahead=settings.ahead, shared=settings.is_shared)
        self.attendant = Attendant(self.hall, self.desk, self.thinking, self.presence, settings.pace, self.reviews.want)
        self.hall.ended = self.reviews.begin
        self.housekeeping = Housekeeping(self.hall, self.metrics, settings.keeping)
        self.films = Films()
        self.warming = Warming()
        self.measuring = MetricsPort(self.metrics.registry, settings.metrics_host, settings.metrics_port)
        self.sockets: set[Socket] = set()
        self.metrics.sockets.set_function(lambda: float(len(self.sockets)))
        self.ready = False
        self.failure: Exception | None = None
        """Why the parts could not be opened, for `quadriga serve` to say."""

    async def open(self) -> None:
        """Open everything; afterwards people may come."""
        self.lock.take()
        try:
            await self.storage.open()
            await self.keys.open()
        except BaseException:
            self.lock.release()
            raise
        if not self.settings.is_shared:
            await self.storage.release()  # of a process that was killed
        await self.bus.open()
        self.attendant.open()
        self.housekeeping.open()
        self.hall.run(watch_lag(self.metrics.lag))
        self.warming.open()
        await self.thinking.open()
        self.measuring.open()
        self.ready = True

    async def close(self) -> None:
        """Send everybody away politely, store what waits, stop."""
        self.ready = False
        self.connections.close()
        for socket in list(self.sockets):
            socket.end()
        for _ in range(50):
            if not self.sockets:
                break
            await asyncio.sleep(0.02)
        await self.reviews.close()
        await self.hall.close()
        with contextlib.suppress(StorageError, TimeoutError):
            await asyncio.wait_for(self.storage.release(self.hall.me), 2)
        self.measuring.close()
        self.warming.close()
        await self.thinking.close()
        await self.bus.close()
        await self.storage.close()
        self.lock.release()


def redis_bus(url: str) -> Bus:
    """Make the bus through Redis."""
    need("redis", "shared")
    from .redis_bus import RedisBus

    return RedisBus(url)


def thinking_for(settings: Settings) -> Service:
    """Choose who thinks: processes of this server, or also those of all that share its Redis."""
    own = None if settings.workers is None else Thinking(settings.workers)
    if settings.redis is not None:
        need("redis", "shared")
        from .thinking.shared import SharedThinking

        return SharedThinking(settings.redis, own)
    if own is None:
        raise QuadrigaError("QUADRIGA_BOT_WORKERS is none: then others think, and QUADRIGA_REDIS_URL says where")
    return own


def parts_of(connection: HTTPConnection) -> Parts:
    """Find the parts of the server that serves a connection."""
    parts: Parts = connection.app.state.parts
    return parts
