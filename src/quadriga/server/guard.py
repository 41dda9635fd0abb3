"""What every request passes: who may ask from where, how much, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quadriga.table.errors import TableError

from .identity import bearer_of
from .places import place_of
from .settings import Settings

LARGEST = 64 * 1024
"""The largest body of a request, in bytes."""
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
FOR_PARTS = ("x-content-type-options", "cross-origin-resource-policy")
"""What the parts of a page need: the page itself says the rest, and they are many."""


def client_of(connection: HTTPConnection, proxied: bool) -> str:
    """Name the place that somebody asks from; a proxy that is trusted says it for others."""
    if proxied:
        forwarded = connection.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            return place_of(forwarded[:64])
    return place_of(connection.client.host) if connection.client else "local"


def is_secure(connection: HTTPConnection, proxied: bool) -> bool:
    """Tell whether the caller came by HTTPS."""
    if proxied and connection.headers.get("x-forwarded-proto"):
        return connection.headers["x-forwarded-proto"].lower() == "https"
    return connection.url.scheme in ("https", "wss")


def is_known_host(host: str, known: Sequence[str]) -> bool:
    """Tell whether a Host header is one of ours: an address, localhost, or a name that was set.

    A foreign name that points to this machine would let a page of its own speak to us.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name.endswith(".localhost") or name in map(str.lower, known):
            return True
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def must_be_ours(connection: HTTPConnection, settings: Settings) -> None:
    """Refuse what a foreign page makes a browser ask for."""
    if not is_known_host(connection.headers.get("host", ""), settings.hosts):
        raise TableError("host", "this server is not reached by that name; QUADRIGA_HOSTS lists its names")
    unsafe = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE
    if not unsafe or (bearer_of(connection) is not None and "origin" not in connection.headers):
        return
    origin = connection.headers.get("origin")
    if origin is not None:
        here = f"{'https' if is_secure(connection, settings.proxied) else 'http'}://{connection.headers.get('host')}"
        ours = origin in (here, settings.url, *settings.origins)
    else:
        ours = connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    if not ours:
        raise TableError("origin", "another page may not do this in your name")


def headers_for(path: str) -> dict[str, str]:
    """Choose the headers of an answer."""
    if path.startswith("/assets/"):
        return {name: HEADERS[name] for name in FOR_PARTS}
    return {**HEADERS, **({"content-security-policy": API_POLICY} if path.startswith("/api/") else {})}


class Guard:
    """A layer around the application that limits bodies and adds headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    def transport(self, scope: Scope) -> dict[str, str]:
        """Tell browsers that came by HTTPS to come by nothing else, if that is set."""
        if not self.settings.hsts or not is_secure(HTTPConnection(scope), self.settings.proxied):
            return {}
        return {"strict-transport-security": f"max-age={self.settings.hsts}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        refused = LARGE if not length.isdigit() or int(length) > LARGEST else None
        started = whole = False
        read = 0
        deadline = asyncio.get_running_loop().time() + self.settings.body_seconds

        async def limited() -> Message:
            nonlocal read, refused, whole
            try:
                async with asyncio.timeout_at(None if whole else deadline):
                    message = await receive()
            except TimeoutError:
                refused = SLOW
                raise NotRead from None
            whole = whole or not message.get("more_body")
            read += len(message.get("body", b""))
            if read > LARGEST:
                refused = LARGE
                raise NotRead
            return message

        async def marked(message: Message) -> None:
            nonlocal started
            if refused is not None and not started:
                return  # whatever the application makes of half a body, the answer is ours
            if message["type"] == "http.response.start":
                started = True
                extra = {**headers_for(scope["path"]), **self.transport(scope)}
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((n.encode(), v.encode()) for n, v in extra.items() if n.encode() not in given),
                ]
            await send(message)

        if refused is None:
            try:
                await self.app(scope, limited, marked)
            except NotRead:
                pass
            except asyncio.CancelledError:  # so uvicorn ends what it has waited for long enough when it stops
                if started:
                    raise
                refused = STOPPING
        if refused is not None and not started:
            await refuse(send, *refused)


LARGE = (413, b'{"error":{"code":"large","message":"this is more than the server takes","rule":null}}')
SLOW = (408, b'{"error":{"code":"late","message":"the rest of this did not come in time","rule":null}}')

STOPPING = (503, b'{"error":{"code":"stopping","message":"the server is being stopped: try again","rule":null}}')


class NotRead(Exception):
    """A body is larger than any that we take, or does not come."""


async def refuse(send: Send, status: int, body: bytes) -> None:
    """Answer a request that is not carried out, or not to its end."""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers += [(b"connection", b"close")]  # the rest of the body is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
