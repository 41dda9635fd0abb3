"""HEAD is answered wherever GET is."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """A layer around the application that answers HEAD as GET is answered, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def bare(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, bare)
