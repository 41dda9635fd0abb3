"""Several server processes behind one socket: each takes connections when it has time, one that dies is replaced.

They share their tables through PostgreSQL and Redis like processes on several machines.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from quadriga.errors import QuadrigaError
from quadriga.processes import end_with_parent

from .settings import Settings

LOG = logging.getLogger("quadriga.server")
SPAWN = multiprocessing.get_context("spawn")
SHORT = 5.0
"""A process that lived for fewer seconds is replaced after as many: it might never live longer."""

Serve = Callable[[Settings, socket.socket, Callable[[], None]], None]


def must_be_shared(settings: Settings) -> None:
    """Refuse several processes where they would not see each other."""
    if settings.database.startswith("sqlite") or settings.redis is None:
        raise QuadrigaError(
            "--workers needs PostgreSQL and Redis, by which processes share tables: set QUADRIGA_DATABASE_URL and "
            "QUADRIGA_REDIS_URL. With SQLite one process serves."
        )


def share_of(settings: Settings, number: int, count: int) -> Settings:
    """Give one of several processes its part: fewer processes that think, a port of its own for `/metrics`."""
    thinking = settings.workers or max(1, (os.cpu_count() or 2) // count)
    port = settings.metrics_port and settings.metrics_port + number
    return replace(settings, workers=thinking, metrics_port=port)


def work(serve: Serve, settings: Settings, opened: socket.socket, level: str, ready: Any) -> None:
    """Be one of several processes."""
    from .logs import set_up

    end_with_parent()
    set_up(level)
    try:
        serve(settings, opened, ready.set)
    except QuadrigaError as error:
        print(f"quadriga: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


class Supervisor:
    """The process that starts the others and keeps their number."""

    def __init__(self, settings: Settings, opened: socket.socket, count: int, level: str, serve: Serve) -> None:
        self.ready = SPAWN.Event()
        self.stopping = False
        self.given = [(serve, share_of(settings, number, count), opened, level, self.ready) for number in range(count)]
        self.running: dict[int, tuple[SpawnProcess, float]] = {}
        self.due = dict.fromkeys(range(count), 0.0)

    def run(self, announce: Callable[[], None]) -> int:
        """Serve until somebody says stop; return the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop())
        announced = False
        while not self.stopping:
            self.start_due()
            wait([process.sentinel for process, _ in self.running.values()], 0.2)
            if self.ready.is_set() and not announced:
                announce()
                announced = True
            if self.bury() and not announced:
                self.stop()
                return self.end(2)
        return self.end(0)

    def start_due(self) -> None:
        """Start the processes that are missing and may be started again."""
        now = time.monotonic()
        for number in [number for number, due in self.due.items() if due <= now]:
            del self.due[number]
            process = SPAWN.Process(target=work, args=self.given[number], name=f"quadriga-{number}")
            process.start()
            self.running[number] = (process, now)

    def bury(self) -> bool:
        """Note which processes have died; tell whether one has."""
        dead = [number for number, (process, _) in self.running.items() if not process.is_alive()]
        for number in dead:
            process, since = self.running.pop(number)
            now = time.monotonic()
            self.due[number] = now if now - since > SHORT else now + SHORT
            if not self.stopping:
                LOG.warning("a server process has died", extra={"pid": process.pid, "code": process.exitcode})
        return bool(dead)

    def stop(self) -> None:
        """Tell all to stop."""
        self.stopping = True
        for process, _ in self.running.values():
            process.terminate()

    def end(self, code: int) -> int:
        """Wait until all have stopped."""
        for process, _ in self.running.values():
            process.join()
        return code
