"""Processes that work for another one."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """Let this process end when the one that started it does, also if that was killed without a word."""
    threading.Thread(target=_watch, name="quadriga-parent", daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
