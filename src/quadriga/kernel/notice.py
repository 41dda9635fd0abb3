"""What is said on standard error while rules are compiled: a program that seems to hang should say why.

`QUADRIGA_QUIET=1` in the environment says nothing, and nothing is said while a progress bar shows the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

FOR_ENVIRONMENTS = ("step_seats",)
"""Parts that only vector environments need: they are compiled apart from the others."""

_silenced = 0
_explained: set[str] = set()


def is_quiet() -> bool:
    """Tell whether nothing shall be said: by QUADRIGA_QUIET, or because somebody shows the progress already."""
    return _silenced > 0 or os.environ.get("QUADRIGA_QUIET", "").strip().lower() not in ("", "0", "off", "no")


@contextmanager
def silenced() -> Iterator[None]:
    """Say nothing for a while: the progress is shown otherwise."""
    global _silenced
    _silenced += 1
    try:
        yield
    finally:
        _silenced -= 1


def say_compiling(game: str, part: str, number: int, parts: int) -> None:
    """Say that a part of a game's rules is being compiled, and how far that is."""
    if is_quiet() or sys.stderr is None:
        return
    what, how_long, ahead = game, "a minute", "quadriga warm"
    if part in FOR_ENVIRONMENTS:
        what, how_long, ahead = f"{game} for vector environments", "a quarter of a minute", "quadriga warm --env"
    if what not in _explained:
        _explained.add(what)
        say(f"{what} is compiled for this machine, once, in about {how_long}; `{ahead}` does it ahead")
    say(f"compiling {game}: {part}, {number} of {parts}")


def say(text: str) -> None:
    """Write a line to standard error."""
    print(f"quadriga: {text}", file=sys.stderr, flush=True)
