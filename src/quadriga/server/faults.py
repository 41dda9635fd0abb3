"""What goes wrong again and again is logged seldom, with how often it did; what clients do wrong is only counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from prometheus_client import Counter

from .storage import Conflict, StorageError

LOG = logging.getLogger("quadriga.server")
EVERY = 60.0
"""A fault that goes on is logged once in this many seconds."""
OF_CLIENTS = {
    "Invalid UTF-8 sequence received from client.": "utf-8",
    "Invalid HTTP request received.": "http",
    "Unsupported upgrade request.": "upgrade",
}
"""What uvicorn logs, some of it with a traceback, about what a client sent; and how it is counted."""


class Seldom:
    """A fault that may come again and again: the first is logged, then their number once in a while."""

    def __init__(self, what: str, every: float = EVERY, clock: Callable[[], float] = time.monotonic) -> None:
        self.what = what
        self.every = every
        self.clock = clock
        self.count = 0
        self.logged = -every

    def note(self, why: str) -> None:
        """Count one, and log it if that was not done lately."""
        self.count += 1
        now = self.clock()
        if now - self.logged >= self.every:
            LOG.error(self.what, extra={"count": self.count, "error": why})
            self.count, self.logged = 0, now


STORAGE = Seldom("nothing can be stored or read")


def note_storage(error: Exception) -> None:
    """Count a failure of storage, if it is one, so that whoever runs the server learns of it."""
    if isinstance(error, StorageError) and not isinstance(error, Conflict):
        STORAGE.note(str(error))


class OfClients(logging.Filter):
    """A filter of log lines that counts what clients did wrong instead: nobody but us fills our log."""

    def __init__(self, counter: Counter) -> None:
        super().__init__()
        self.counter = counter

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a line pass unless it is about a client."""
        fault = OF_CLIENTS.get(str(record.msg))
        if fault is not None:
            self.counter.labels(fault).inc()
        return fault is None


def count_client_faults(counter: Counter) -> None:
    """Count, instead of logging, what uvicorn says about clients."""
    logging.getLogger("uvicorn.error").addFilter(OfClients(counter))
