"""The time of matches: it goes on evenly, whatever is done to the machine's clock, and stands still while it sleeps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

LOG = logging.getLogger("quadriga.server")
NOTABLE = 5.0
"""A difference of this many seconds between the machine's clock and ours is worth a line in the log."""


class Steady:
    """A clock that was set once, by the machine's, and has run by itself since then.

    A machine's clock may be put forward, or a machine may sleep for a night: nobody loses a match by it. When the
    server is started again it takes the machine's time.
    """

    def __init__(self, wall: Callable[[], float] = time.time, even: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._even = even
        self._set = wall() - even()
        self._apart = 0.0

    def now(self) -> float:
        """Tell the time, in seconds since 1970."""
        now = self._even() + self._set
        apart = self._wall() - now
        if abs(apart - self._apart) > NOTABLE:
            self._apart = apart
            LOG.warning("the clock of this machine was changed, or it slept; matches do not notice",
                        extra={"seconds": round(apart, 1)})  # fmt: skip
        return now


_clock = Steady()


def now() -> float:
    """Tell the time of matches, in seconds since 1970."""
    return _clock.now()
