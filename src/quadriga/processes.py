"""Processes that work for another one."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from pathlib import Path


def give_way(nice: int) -> None:
    """Let this process work only when others have nothing to do.

    Linux shares its time among sessions first and looks at `nice` only within each: so this process gets a session of
    its own, or its work would be counted against whoever started it.
    """
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    with contextlib.suppress(OSError, AttributeError):
        os.setsid()
        # The session's own `nice`; less than it, for in other sessions others give way too, and count in full.
        Path("/proc/self/autogroup").write_text(str(nice // 2), encoding="ascii")


def end_with_parent() -> None:
    """Let this process end when the one that started it does, also if that was killed without a word."""
    threading.Thread(target=_watch, name="quadriga-parent", daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
