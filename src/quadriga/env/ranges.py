"""The least and greatest value of every field of an observation, as a game has them in its `ranges.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quadriga.model import GameDefinition

Bound = int | list[int]
Range = tuple[Bound, Bound]
FLAG: Range = (0, 1)
DICE = ("secret", "moves", "rolls", "_fill")


@dataclass(frozen=True)
class Ranges:
    """What is known of the fields of a game; a field that is not in here may have every value of its type."""

    seat: Mapping[str, Range] = field(default_factory=dict)
    """What one seat sees."""
    full: Mapping[str, Range] = field(default_factory=dict)
    """What is so, by field of the record."""
    left_out: tuple[str, ...] = DICE
    """Fields of the record that no observation has."""
    bits: Mapping[str, int] = field(default_factory=dict)
    """Fields of the record that hold a set as bits, and how many: they become as many flags."""


@cache
def ranges(definition: GameDefinition) -> Ranges:
    """Find the ranges of a game."""
    own = definition.part("ranges")
    if own is None:
        return Ranges()
    return Ranges(own.SEAT, own.FULL, (*DICE, *getattr(own, "LEFT_OUT", ())), getattr(own, "BITS", {}))
