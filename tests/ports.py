"""Ports for servers that have to be told one."""

from __future__ import annotations

import random
import socket

GIVEN = range(20_000, 32_000)
"""Below those that a system hands out by itself: whoever connects to anything may be given one of those."""


def free_port() -> int:
    """Find a port that nobody listens on, at any address."""
    while True:
        port = random.SystemRandom().choice(GIVEN)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
        return port
