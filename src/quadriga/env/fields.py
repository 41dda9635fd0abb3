"""What the numbers of an observation are: names in order, and the least and greatest value of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quadriga.games import family

from .ranges import BITS, FULL, LEFT_OUT, SEAT, Range

if TYPE_CHECKING:
    from quadriga.game import Game


@dataclass(frozen=True)
class Field:
    """Name a stretch of an observation, with the bounds of each of its numbers."""

    name: str
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def length(self) -> int:
        """How many numbers it has."""
        return len(self.low)


def field(name: str, length: int, bounds: Range) -> Field:
    """Make a field; bounds given as a pattern repeat along it."""
    low, high = (np.resize(np.array(bound), length).tolist() for bound in bounds)
    return Field(name, tuple(low), tuple(high))


@cache
def _seat_fields(name: str) -> tuple[Field, ...]:
    room = family(name)
    listed = import_module(f"quadriga.games.{room}.observation").FIELDS
    return tuple(field(part, length, SEAT[room][part]) for part, length in listed)


@cache
def _full_fields(name: str, dtype: np.dtype[np.void]) -> tuple[Field, ...]:
    room = family(name)
    found = [field("seat", 1, FULL[room]["seat"])]
    assert dtype.fields is not None and dtype.names is not None
    for part in dtype.names:
        if part not in LEFT_OUT[room]:
            length = BITS.get((room, part), int(np.prod(dtype.fields[part][0].shape, dtype=np.int64)))
            found.append(field(part, length, FULL[room][part]))
    return tuple(found)


def seat_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what one seat sees: `batch.observe()`."""
    return _seat_fields(game.name)


def full_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what is so, hidden or not: `observe_full`."""
    return _full_fields(game.name, game.room.rules.STATE)


def bounds(fields: tuple[Field, ...], dtype: npt.DTypeLike) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the least and the greatest value of every number of an observation."""
    low = np.array([value for part in fields for value in part.low], dtype)
    high = np.array([value for part in fields for value in part.high], dtype)
    return low, high
