"""What every request is asked before anything is done for it; who asks too much costs little."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quadriga.table.errors import TableError

from .errors import answer
from .guard import client_of, must_be_ours
from .limits import REQUESTS
from .parts import Parts


class Checks:
    """A layer around the application that refuses strangers' pages and those who ask too often, and counts answers."""

    def __init__(self, app: ASGIApp, parts: Parts) -> None:
        self.app = app
        self.parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        parts, connection = self.parts, HTTPConnection(scope)

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                parts.metrics.requests.labels(scope["method"], message["status"]).inc()
            await send(message)

        try:
            must_be_ours(connection, parts.settings)
            parts.limits.take(REQUESTS, client_of(connection, parts.settings.proxied))
        except TableError as error:
            while (await receive()).get("more_body"):  # what is closed with something unread may lose the answer
                pass
            await answer(error)(scope, receive, counted)
        else:
            await self.app(scope, receive, counted)
