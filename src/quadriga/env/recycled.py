"""Arrays that are handed out, and handed out again once nobody holds them any more."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .single import Vector

MOST_KEPT = 4
"""A loop holds what it acts on and what it gets; a learner that keeps more gets new arrays."""


class Recycled:
    """Arrays of one shape and type.

    To write a new array of some megabytes costs more than a step of the games in it: the system hands out every page
    anew. One that only this object refers to is written again instead.
    """

    def __init__(self, like: Vector) -> None:
        self._like = like
        self._kept: list[Vector] = []

    def __reduce__(self) -> tuple[type[Recycled], tuple[Vector]]:
        return Recycled, (self._like,)

    def take(self) -> Vector:
        """Return an array that nobody else holds; what is in it is left over."""
        at = unheld(self._kept)
        if at < 0:
            self._kept = [*self._kept[1 - MOST_KEPT :], np.empty_like(self._like)]
        return self._kept[at]


def unheld(things: list[Any]) -> int:
    """Find something that nothing but its list refers to: its place, or -1."""
    for at in range(len(things)):
        if sys.getrefcount(things[at]) == UNHELD:
            return at
    return -1


def count_of_unheld() -> int:
    """Count the references to a thing as `unheld` does, when nothing but its list refers to it."""
    things = [object()]
    for at in range(len(things)):
        return sys.getrefcount(things[at])
    raise AssertionError


UNHELD = count_of_unheld()
