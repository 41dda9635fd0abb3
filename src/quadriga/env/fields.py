"""What the numbers of an observation are: names in order, and the least and greatest value of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .ranges import Range, ranges

if TYPE_CHECKING:
    from quadriga.model import Game, GameDefinition

SMALL: Range = (-128, 127)
"""The numbers of an observation are as small as that."""


@dataclass(frozen=True)
class Field:
    """A stretch of an observation, with the bounds of each of its numbers."""

    name: str
    """What it tells of."""
    low: tuple[int, ...]
    """The least value of each number."""
    high: tuple[int, ...]
    """The greatest value of each number."""

    @property
    def length(self) -> int:
        """How many numbers it has."""
        return len(self.low)


def field(name: str, length: int, bounds: Range) -> Field:
    """Make a field; bounds given as a pattern repeat along it."""
    low, high = (np.resize(np.array(bound), length).tolist() for bound in bounds)
    return Field(name, tuple(low), tuple(high))


def seat_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what one seat sees: `batch.observe()`."""
    return _seat_fields(game.definition)


def full_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what is so, hidden or not: `observe_full`."""
    return _full_fields(game.definition)


@cache
def _seat_fields(definition: GameDefinition) -> tuple[Field, ...]:
    own = definition.part("observation")
    listed = own.FIELDS if own is not None else (("observation", definition.rules.OBSERVATION),)
    known = ranges(definition).seat
    return tuple(field(part, length, known.get(part, SMALL)) for part, length in listed)


@cache
def _full_fields(definition: GameDefinition) -> tuple[Field, ...]:
    known, dtype = ranges(definition), definition.rules.STATE
    found = [field("seat", 1, known.full.get("seat", (0, definition.rules.SEATS - 1)))]
    for part in dtype.names:
        if part not in known.left_out:
            length = known.bits.get(part, int(np.prod(dtype[part].shape, dtype=np.int64)))
            limits = np.iinfo(dtype[part].base)
            found.append(field(part, length, known.full.get(part, (int(limits.min), int(limits.max)))))
    return tuple(found)


def bounds(fields: tuple[Field, ...], dtype: npt.DTypeLike) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the least and the greatest value of every number of an observation."""
    low = np.array([value for part in fields for value in part.low], dtype)
    high = np.array([value for part in fields for value in part.high], dtype)
    return low, high
