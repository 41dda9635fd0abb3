"""Python imports this before anything else in the servers that are tortured: it sets their clock by a file."""

import os
import time

FILE = os.environ.get("TORTURE_CLOCK", "")
right = time.time


def wrong() -> float:
    """Tell the time as a clock does that somebody has set."""
    try:
        with open(FILE, encoding="ascii") as file:
            return right() + float(file.read() or 0)
    except (OSError, ValueError):
        return right()


if FILE:
    time.time = wrong
