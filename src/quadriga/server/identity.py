"""Who somebody is: an unguessable key, of which the server keeps only the hash."""

from __future__ import annotations

import base64
import re
import secrets
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

from .places import place_of

COOKIE = "quadriga"
AGE = 400 * 24 * 3600
"""How long a browser keeps the key, in seconds: as long as browsers keep any cookie."""
KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """Make the key of a link: 256 random bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Make the id of a table: 72 random bits, so that an unlisted table cannot be found by trying."""
    return for_commands(secrets.token_urlsafe(9))


def next_id(id: str, secret: int) -> str:
    """Make the id of the match that follows one: whoever does not know its secret cannot foretell it."""
    return for_commands(base64.urlsafe_b64encode(sha256(f"{id} {secret:032x}".encode()).digest()[:9]).decode())


def for_commands(id: str) -> str:
    """Let an id begin with no `-`: a command would take it for an option."""
    return f"_{id[1:]}" if id.startswith("-") else id


def hash_of(key: str) -> str:
    """Return what the server keeps of a key."""
    return sha256(key.encode()).hexdigest()


def maker_of(client: str) -> str:
    """Return what the lobby knows of the address from which a table was laid out: all of an IPv6 network are one."""
    return sha256(place_of(client).encode()).hexdigest()[:16]


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the key that the caller sent itself, which no foreign page can make a browser do; None if none was."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" else None


def cookie_of(connection: HTTPConnection) -> str:
    """Return the key in the caller's cookie; nothing if there is none."""
    return connection.cookies.get(COOKIE, "")


def give(response: Response, key: str, *, secure: bool, path: str) -> None:
    """Set the cookie that holds a key, for all that lies under a path."""
    response.set_cookie(COOKIE, key, max_age=AGE, httponly=True, samesite="lax", secure=secure, path=path)
