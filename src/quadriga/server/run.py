"""Running a server process: the socket it listens on, what it prints, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from quadriga.errors import QuadrigaError

from . import fast
from .app import make_app
from .connections import bounded_http, bounded_socket
from .faults import count_client_faults
from .files import raise_limit
from .invitation import address_here, addresses_for_others, invitation
from .logs import set_up
from .parts import Parts
from .settings import Settings
from .sockets import LARGEST

LOG = logging.getLogger("quadriga.server")

SWITCH = 0.001
"""After so many seconds a thread beside the event loop lets the loop go on, if it has something to do."""
STALLED_MS = 30_000
"""How long a client may take nothing of what was sent to it, in milliseconds."""


def listen(host: str, port: int, *, strict: bool) -> socket.socket:
    """Open the socket to listen on; if the usual port is taken, a free one."""
    try:
        opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a client that reads nothing any more is dropped by the kernel
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)
        try:
            opened.bind((host, port))
        except OSError as error:
            if strict or error.errno != errno.EADDRINUSE:
                raise
            opened.bind((host, 0))
    except (OSError, UnicodeError, TypeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is no address"
        raise QuadrigaError(f"cannot listen on {host[:80]!r} port {port}: {why}") from error
    opened.listen(2048)
    opened.set_inheritable(True)
    return opened


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


def serve(settings: Settings, host: str, port: int, *, strict: bool, browser: bool, level: str) -> int:
    """Serve until somebody says stop."""
    set_up(level)
    opened = listen(host, port, strict=strict)
    url = address_here(opened)
    settings = replace(settings, addresses=addresses_for_others(opened))
    raise_limit()
    sys.setswitchinterval(SWITCH)
    app = make_app(settings)
    parts: Parts = app.state.parts
    count_client_faults(parts.metrics.client_faults)
    chosen = socket_protocol(fast_path=settings.fast_path)
    sockets: Any = AutoWebSocketsProtocol if isinstance(chosen, str) else chosen
    config = uvicorn.Config(
        app, http=bounded_http(AutoHTTPProtocol, parts.connections),
        ws=bounded_socket(sockets, parts.connections),
        timeout_keep_alive=max(1, round(settings.idle_seconds)), ws_max_size=LARGEST, ws_per_message_deflate=False,
        ws_ping_interval=20, ws_ping_timeout=20, access_log=False, log_config=None, server_header=False,
        timeout_graceful_shutdown=5, lifespan="on", proxy_headers=False,
    )  # fmt: skip
    server = Announcing(config, url, browser, (settings.url,) if settings.url else settings.addresses)
    try:
        server.run([opened])
    except SystemExit:
        failure = parts.failure
        if failure is None:
            raise
        raise QuadrigaError(str(failure)) from failure
    return 0 if server.started else 1


def spare_collector() -> None:
    """Let the garbage collector look less often, and never at what is there from the start.

    What a move makes is freed at once by counting references; a full collection over many tables would stop them all.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000)


class Announcing(uvicorn.Server):
    """A server that says where the table is, once it is there."""

    def __init__(self, config: uvicorn.Config, url: str, browser: bool, for_others: Sequence[str]) -> None:
        super().__init__(config)
        self.url = url
        self.browser = browser
        self.for_others = for_others

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
            print(f"Quadriga is at {self.url}  (Ctrl-C stops it)", flush=True)
            for line in invitation(self.for_others, sys.stdout):
                print(line, flush=True)
            if self.browser:
                open_browser(self.url)
