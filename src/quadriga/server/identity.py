"""Who somebody is: an unguessable key, of which the server keeps only the hash."""

from __future__ import annotations

import base64
import ipaddress
import re
import secrets
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "quadriga"
AGE = 400 * 24 * 3600
"""How long a browser keeps the key, in seconds: as long as browsers keep any cookie."""
KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """Make a key of 256 random bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Make the id of a table: 72 random bits, so that an unlisted table cannot be found by trying."""
    return secrets.token_urlsafe(9)


def next_id(id: str, secret: int) -> str:
    """Make the id of the match that follows one: whoever does not know its secret cannot foretell it."""
    return base64.urlsafe_b64encode(sha256(f"{id} {secret:032x}".encode()).digest()[:9]).decode()


def hash_of(key: str) -> str:
    """Return what the server keeps of a key."""
    return sha256(key.encode()).hexdigest()


def maker_of(client: str) -> str:
    """Return what the lobby knows of the address from which a table was laid out: all of an IPv6 network are one."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return sha256(client.encode()).hexdigest()[:16]
    prefix = 64 if address.version == 6 else 32
    return sha256(str(ipaddress.ip_network((address, prefix), strict=False)).encode()).hexdigest()[:16]


def visitor_of(connection: HTTPConnection) -> str | None:
    """Return the hash of the caller's key; None for somebody without one."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        key = connection.cookies.get(COOKIE, "")
    return hash_of(key) if KEY.fullmatch(key) else None


def has_bearer(connection: HTTPConnection) -> bool:
    """Tell whether the caller sent the key itself, which no foreign page can make a browser do."""
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


def give(response: Response, key: str, *, secure: bool, path: str) -> None:
    """Set the cookie that holds a key, for all that lies under a path."""
    response.set_cookie(COOKIE, key, max_age=AGE, httponly=True, samesite="lax", secure=secure, path=path)
