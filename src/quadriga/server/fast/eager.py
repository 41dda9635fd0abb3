"""Coroutines that are begun at once, not in the next turn of the event loop, and go on by themselves."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from typing import Any

LOG = logging.getLogger("quadriga.server")
FAILED = "background work failed"
Work = Coroutine[Any, None, object]
Done = Callable[[], None]

_waiting: set[asyncio.Task[None]] = set()
"""The tasks that are not at their end: the event loop itself does not hold on to them."""


def begin(work: Work, done: Done) -> None:
    """Run a coroutine, beginning now; at its end, good or bad, call `done`."""
    if sys.version_info >= (3, 12):
        task = asyncio.Task(_finish(work, done), loop=asyncio.get_running_loop(), eager_start=True)
        if not task.done():
            _waiting.add(task)
            task.add_done_callback(_waiting.discard)
    else:
        EagerTask(work, done)


async def _finish(work: Work, done: Done) -> None:
    try:
        await work
    except Exception:
        LOG.exception(FAILED)
    finally:
        done()


class EagerTask:
    """An eager task for Python 3.11, which has none.

    Its coroutine may wait for futures, locks and the like, not for what asks which task runs: timeouts, task groups. It
    cannot be cancelled.
    """

    __slots__ = ("_done", "_work")

    def __init__(self, work: Work, done: Done) -> None:
        self._work = work
        self._done = done
        self._go_on()

    def _go_on(self, answered: object = None) -> None:
        try:
            waits_for = self._work.send(None)  # whatever it waits for raises there what went wrong
        except StopIteration:
            self._done()
        except Exception:
            LOG.exception(FAILED)
            self._done()
        else:
            if waits_for is None:
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                waits_for._asyncio_future_blocking = False  # as every task says to what it waits for
                waits_for.add_done_callback(self._go_on)
