"""Compiling without what makes Python slow at it.

numba's compiler calls itself hundreds of functions deep. CPython keeps the variables of such calls in pieces of memory
of 16 kB and gives a piece back as soon as no call is in it: a loop that happens to make its calls at the edge of one
asks the system for memory, and returns it, each time. A call that needs much room gets one large piece, in which those
below it find room too.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")

ROOM = 40_000
"""Values that a call has room for: with the next power of two, 190 kB are left for the calls below it."""

_off = threading.Lock()


def _call(function: Callable[[], Made]) -> Made:
    return function()


_call.__code__ = _call.__code__.replace(co_stacksize=ROOM)


def compile_quickly(function: Callable[[], Made]) -> Made:
    """Call what compiles, with room for deep calls and without the garbage collector, which finds nothing there."""
    with _off:  # one at a time: who comes second would find the collector off, and leave it so
        was_on = gc.isenabled()
        gc.disable()
        try:
            return _call(function)
        finally:
            if was_on:
                gc.enable()
