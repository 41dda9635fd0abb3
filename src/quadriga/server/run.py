"""Running a server: what it prints, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from quadriga.errors import QuadrigaError

from . import fast
from .app import make_app, surround
from .connections import bounded_http, bounded_socket
from .faults import count_client_faults
from .files import raise_limit
from .invitation import address_here, addresses_for_others, invitation
from .listening import listen, listen_at
from .logs import set_up
from .parts import Parts
from .settings import Settings
from .sockets import LARGEST
from .storage import Storage
from .workers import Supervisor, must_be_shared

LOG = logging.getLogger("quadriga.server")

SWITCH = 0.001
"""After this many seconds a thread beside the event loop lets the loop go on, if it has something to do."""


@dataclass(frozen=True)
class Where:
    """Where a server listens: an address and a port, which another may take the place of, or a Unix socket."""

    host: str = "127.0.0.1"
    port: int = 0
    strict: bool = True
    path: str | None = None

    def open(self) -> socket.socket:
        """Open the socket."""
        return listen(self.host, self.port, strict=self.strict) if self.path is None else listen_at(self.path)


def open_browser(url: str) -> None:
    """Open the page where there is a browser to open it with; nothing happens where there is none."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Timer(0.2, webbrowser.open, [url]).start()


def socket_protocol(*, fast_path: bool) -> type[asyncio.Protocol] | str:
    """Choose what serves sockets: the fast path where it is wanted and fits, else what uvicorn itself would take."""
    if fast_path and fast.fits():
        from .fast.protocol import SocketProtocol

        LOG.info("sockets take the fast path")
        return SocketProtocol
    LOG.info("sockets take the plain path", extra={name: version(name) for name in ("uvicorn", "websockets")})
    return "auto"


def serve(settings: Settings, where: Where, *, workers: int = 1, browser: bool, level: str) -> int:
    """Serve until somebody says stop; return the exit code."""
    set_up(level)
    if workers > 1:
        must_be_shared(settings)
    opened = where.open()
    try:
        url = address_here(opened)
        settings = replace(settings, addresses=addresses_for_others(opened), place=url)
        if where.path is not None:
            settings = replace(settings, proxied=True)  # only a proxy comes by a file
        announce = announcement(settings, url, browser and where.path is None)
        if workers > 1:
            asyncio.run(bring_up_to_date(settings))
            return Supervisor(settings, opened, workers, level, serve_on).run(announce)
        serve_on(settings, opened, announce)
    finally:
        opened.close()
        if where.path is not None:
            with contextlib.suppress(OSError):
                os.unlink(where.path)
    return 0


async def bring_up_to_date(settings: Settings) -> None:
    """Migrate the database before several processes use it; StorageError if it cannot be used."""
    storage = Storage(settings.database)
    await storage.open()
    await storage.close()


def announcement(settings: Settings, url: str, browser: bool) -> Callable[[], None]:
    """Say where the table is, and how others come here."""
    here = url if url.startswith("unix:") else url + settings.base_path
    for_others = [each + settings.base_path for each in ((settings.url,) if settings.url else settings.addresses)]

    def announce() -> None:
        print(f"Quadriga is at {here}  (Ctrl-C stops it)", flush=True)
        for line in invitation(for_others, sys.stdout):
            print(line, flush=True)
        if browser:
            open_browser(here)

    return announce


def serve_on(settings: Settings, opened: socket.socket, announce: Callable[[], None]) -> None:
    """Serve on a socket until this process is told to stop; announce when it is ready."""
    raise_limit()
    sys.setswitchinterval(SWITCH)
    app = make_app(settings)
    parts: Parts = app.state.parts
    count_client_faults(parts.metrics.client_faults)
    chosen = socket_protocol(fast_path=settings.fast_path)
    sockets: Any = AutoWebSocketsProtocol if isinstance(chosen, str) else chosen
    config = uvicorn.Config(
        surround(app, settings), http=bounded_http(AutoHTTPProtocol, parts.connections),
        ws=bounded_socket(sockets, parts.connections),
        timeout_keep_alive=max(1, round(settings.idle_seconds)), ws_max_size=LARGEST, ws_per_message_deflate=False,
        ws_ping_interval=20, ws_ping_timeout=20, access_log=False, log_config=None, server_header=False,
        timeout_graceful_shutdown=5, lifespan="on", proxy_headers=False,
    )  # fmt: skip
    server = Announcing(config, announce)
    try:
        server.run([opened])
    except SystemExit:
        failure = parts.failure
        if failure is None:
            raise
        raise QuadrigaError(str(failure)) from failure
    if not server.started:
        sys.exit(1)


def spare_collector() -> None:
    """Let the garbage collector look less often, and never at what is there from the start.

    What a move makes is freed at once by counting references; a full collection over many tables would stop them all.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000)


class Announcing(uvicorn.Server):
    """A server that says where the table is, once it is there."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told so; uvicorn raises the signal once more afterwards, and nobody hears it: it is no failure."""
        before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            with super().capture_signals():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            spare_collector()
            self.announce()
