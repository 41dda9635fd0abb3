"""Where the sockets of tables come in: around the application, as whatever is in between costs every move."""

from __future__ import annotations

import re

from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from quadriga.table.errors import TableError

from .errors import KNOWN, error_of
from .fast import EXTENSION
from .faults import note_storage
from .guard import client_of, must_be_ours
from .hall import NO_TABLE
from .limits import SOCKETS
from .messages.values import Seat, Version
from .parts import Parts
from .sockets import Socket

LIVE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live")
SINCE: TypeAdapter[int | None] = TypeAdapter(Version | None)
SEAT: TypeAdapter[int | None] = TypeAdapter(Seat | None)
NOT_OURS = 1008
"""Closes a socket before it is accepted: its client gets 403."""


class Door:
    """A layer around the application that lets sockets in."""

    def __init__(self, app: ASGIApp, parts: Parts) -> None:
        self.app = app
        self.parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, or pass a request on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connections = self.parts.connections
        connection = connections.serve(scope)
        try:
            found = LIVE.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
            if found is None:
                await self.app(scope, receive, send)
            else:
                await self.let_in(found[1], scope, receive, send)
        finally:
            connections.served(connection)

    async def let_in(self, id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket of a table in, if it may, and serve it for as long as it is open."""
        parts = self.parts
        try:
            asked = QueryParams(scope["query_string"])
            since, seat = SINCE.validate_python(asked.get("since")), SEAT.validate_python(asked.get("seat"))
            must_be_ours(HTTPConnection(scope), parts.settings)
        except (ValidationError, TableError):
            await send({"type": "websocket.close", "code": NOT_OURS})
            return
        await receive()  # that it wants to connect
        await send({"type": "websocket.accept"})
        try:
            client = client_of(HTTPConnection(scope), parts.settings.proxied)
            parts.limits.take(SOCKETS, client)
            visitor = await parts.keys.visitor(HTTPConnection(scope))
            parts.open_sockets.opened(client, visitor)
            protocol = scope.get("extensions", {}).get(EXTENSION)
            if protocol is not None:
                protocol.forget_request()  # nothing of it is asked for again, for hours perhaps
            given = (parts.desk, parts.presence, parts.limits, visitor, seat, client, protocol)
            socket = Socket(receive, send, *given)
            parts.sockets.add(socket)
            try:
                await socket.serve(await parts.hall.fresh(id), since)
            finally:
                parts.sockets.discard(socket)
                parts.open_sockets.closed(client, visitor)
        except KNOWN as error:
            note_storage(error)
            await send({"type": "websocket.close", "code": NO_TABLE, "reason": error_of(error)["code"]})
