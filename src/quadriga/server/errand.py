"""An errand: a coroutine that is begun at once and goes on by itself, for less than a task would cost.

It may wait for futures, locks and the like, not for what asks which task runs: timeouts, task groups.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

LOG = logging.getLogger("quadriga.server")


class Errand:
    """Run a coroutine to its end, beginning now; then call `done`. It cannot be cancelled."""

    __slots__ = ("_done", "_running")

    def __init__(self, running: Coroutine[Any, None, object], done: Callable[[], None]) -> None:
        self._running = running
        self._done = done
        self._go_on()

    def _go_on(self, answered: object = None) -> None:
        try:
            waits_for = self._running.send(None)  # whatever it waits for raises there what went wrong
        except StopIteration:
            self._done()
        except Exception:
            LOG.exception("background work failed")
            self._done()
        else:
            if waits_for is None:
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                waits_for._asyncio_future_blocking = False  # as every task says to what it waits for
                waits_for.add_done_callback(self._go_on)
