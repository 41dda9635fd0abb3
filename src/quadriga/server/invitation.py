"""Where others find the server: its addresses on the network, and how they are shown in the terminal."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Sequence
from typing import TextIO
from urllib.parse import urlsplit

import segno
from starlette.requests import HTTPConnection

from .guard import is_known_host, is_secure
from .settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
UNIX = getattr(socket, "AF_UNIX", None)
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has: asking for the way there sends nothing."""
HALVES = " \u2584\u2580\u2588"
"""Two modules of a code, one above the other, as one letter: light is drawn, dark is left out."""
QUIET = 2
"""The light margin around a code, in modules; the terminal has a margin of its own."""
LIGHT_ON_DARK = "\x1b[38;5;231;48;5;16m"
PLAIN = "\x1b[0m"


def written(host: str, port: int) -> str:
    """Write an address as a browser opens it."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_here(opened: socket.socket) -> str:
    """Write the address that a browser on this machine opens; behind a Unix socket there is none."""
    if opened.family == UNIX:
        return f"unix:{opened.getsockname()}"
    host, port = opened.getsockname()[:2]
    return written("localhost" if host in EVERYWHERE or is_this_machine(host) else host, port)


def addresses_for_others(opened: socket.socket) -> tuple[str, ...]:
    """Write the addresses that others on the network open; none if only this machine is served."""
    if opened.family == UNIX:
        return ()
    host, port = opened.getsockname()[:2]
    if host in EVERYWHERE:
        return tuple(written(each, port) for each in own_addresses())
    return () if is_this_machine(host) else (written(host, port),)


def own_addresses() -> list[str]:
    """List this machine's addresses on its networks; first the one by which it reaches others."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        found.append(asking.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [each for each in dict.fromkeys(found) if not is_this_machine(each)]


def is_this_machine(host: str) -> bool:
    """Tell whether a name or an address means this machine to whoever uses it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified or address.is_link_local


def base_for_others(connection: HTTPConnection, settings: Settings) -> str | None:
    """Find the address that somebody can give to others; None if the server is reached from this machine only.

    It is the one that was set, or the one by which they came; if that is for this machine only, one on the network.
    """
    found = origin_for_others(connection, settings)
    return None if found is None else found + settings.base_path


def origin_for_others(connection: HTTPConnection, settings: Settings) -> str | None:
    """Find the same without the path under which the server lies."""
    if settings.url is not None:
        return settings.url
    host = connection.headers.get("host", "")
    if settings.proxied:
        forwarded = connection.headers.get("x-forwarded-host", "").partition(",")[0].strip()
        host = forwarded if is_known_host(forwarded, settings.hosts) else host
    if not is_this_machine(urlsplit(f"//{host}").hostname or ""):
        return f"{'https' if is_secure(connection, settings.proxied) else 'http'}://{host}"
    return next(iter(settings.addresses), None)


def invitation(addresses: Sequence[str], out: TextIO) -> list[str]:
    """Say how others come here; a terminal shows a code for their phones as well."""
    if not addresses:
        return []
    lines = [f"Others on your network find it at {' or '.join(addresses)}"]
    if out.isatty() and can_write(HALVES, out):
        lines += ["", *(f"  {LIGHT_ON_DARK}{line}{PLAIN}" for line in drawn(addresses[0])), ""]
    return lines


def can_write(text: str, out: TextIO) -> bool:
    """Tell whether letters can be written at all."""
    try:
        text.encode(out.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def drawn(text: str) -> list[str]:
    """Draw the QR code of a text in lines of half blocks."""
    code = segno.make_qr(text, error="m")
    rows = [[not dark for dark in row] for row in code.matrix_iter(border=QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(HALVES[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
