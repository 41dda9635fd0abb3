"""The socket that a server listens on: of the network, or a file for a proxy on this machine."""

from __future__ import annotations

import errno
import os
import socket
import stat

from quadriga.errors import QuadrigaError

STALLED_MS = 30_000
"""How long a client may take nothing of what was sent to it, in milliseconds."""
BACKLOG = 2048


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
    opened.listen(BACKLOG)
    opened.set_inheritable(True)
    return opened


def listen_at(path: str) -> socket.socket:
    """Open a Unix socket, for its owner and group; one that nobody listens on any more is replaced."""
    if not hasattr(socket, "AF_UNIX"):
        raise QuadrigaError("this system has no Unix sockets")
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if os.path.exists(path):
            clear(path)
        before = os.umask(0o117)
        try:
            opened.bind(path)
        finally:
            os.umask(before)
    except OSError as error:
        opened.close()
        raise QuadrigaError(f"cannot listen on {path[:200]!r}: {error.strerror or error}") from error
    opened.listen(BACKLOG)
    opened.set_inheritable(True)
    return opened


def clear(path: str) -> None:
    """Remove the Unix socket of a server that is gone; QuadrigaError if it is not gone, or if it is another file."""
    if not stat.S_ISSOCK(os.stat(path).st_mode):
        raise QuadrigaError(f"cannot listen on {path[:200]!r}: there is a file that is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            asking.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
            return
    raise QuadrigaError(f"cannot listen on {path[:200]!r}: another process does")
