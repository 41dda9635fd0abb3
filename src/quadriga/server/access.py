"""One line of JSON for every request, for those who look for abuse. It names no key, no table, nothing that was said.

Whoever knows the address of a table may look at it, so of the address only the route is told, and of the table's id a
mark: the same table has the same mark.
"""

from __future__ import annotations

import logging
import re
import time
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .guard import client_of

LOG = logging.getLogger("quadriga.access")
AT_TABLE = re.compile(r"/(?:api/)?(?:table|tables|series)/([A-Za-z0-9_-]{1,40})(?=/|$)")
FILES = ("assets", "description", "docs-assets")


class AccessLog:
    """A layer around the application that logs what passes."""

    def __init__(self, app: ASGIApp, proxied: bool) -> None:
        self.app = app
        self.proxied = proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; log it when it has been answered, a socket when it is closed."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        client = client_of(HTTPConnection(scope), self.proxied)  # a socket forgets its headers
        status, size = 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and status == 0:
                status = 403
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            LOG.info("request", extra=line(scope, client, status, size, time.perf_counter() - begun))


def line(scope: Scope, client: str, status: int, size: int, seconds: float) -> dict[str, object]:
    """Say what there is to say of a request."""
    table = AT_TABLE.match(scope["path"])
    return {
        "method": scope.get("method", "SOCKET"), "route": route_of(scope), "status": status, "bytes": size,
        "ms": round(seconds * 1000, 1), "client": client,
        "table": sha256(table[1].encode()).hexdigest()[:8] if table else None,
    }  # fmt: skip


def route_of(scope: Scope) -> str | None:
    """Name the route of a request; what leads nowhere has none: it may hold anything."""
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    if scope["type"] == "websocket":
        return "/api/tables/{id}/live" if scope["path"].endswith("/live") else None
    first = scope["path"].split("/")[1]
    return f"/{first}" if first in FILES else None
