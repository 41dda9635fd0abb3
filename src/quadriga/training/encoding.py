"""What a network sees: every number as one of its values, and the options of the game.

A number that is 0 adds nothing; any other value has a row of weights. So a compiled network adds up a few rows instead
of multiplying by all of them. Neighbouring values that seldom come up share a row: the network cannot tell them apart
(counting.py). Options do not change while a game is played: each choice of each option has a row too, and a player adds
them up once; a game may leave options out (`UNTOLD`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from quadriga.env import Field, seat_fields
from quadriga.env.fields import field
from quadriga.model import Option
from quadriga.players.networks import told_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quadriga.model import Game

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
NO_ROW = -1


def input_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what a network sees: what `players/inputs.py` of the game says, else what a seat sees."""
    own = game.definition.part("players.inputs")
    if own is None:
        return seat_fields(game)
    return tuple(field(name, length, own.RANGES[name]) for name, length in own.FIELDS)


class Encoding:
    """The values of all numbers that a game's network sees, one behind the other, and their rows.

    `opens` says for each value whether a row begins with it, which goes on away from 0 up to the next value that opens
    one; if it is not given, every value has a row of its own.
    """

    def __init__(self, game: Game, opens: Bools | None = None) -> None:
        fields = input_fields(game)
        self.low: Ints = np.array([low for field in fields for low in field.low], np.int64)
        self.high: Ints = np.array([high for field in fields for high in field.high], np.int64)
        counts = self.high - self.low + 1
        self.offsets: Ints = np.concatenate([[0], np.cumsum(counts)[:-1]]) - self.low
        """Value x of number i has the place `offsets[i] + x` among all values."""
        self.number: Ints = np.repeat(np.arange(len(counts)), counts)
        """The number that each value is one of."""
        self.value: Ints = np.arange(len(self.number)) - self.offsets[self.number]
        self.scale: Ints = np.maximum(1, np.maximum(self.high, -self.low))
        self.opens: Bools = np.ones(len(self.value), bool) if opens is None else opens
        self.row: Ints = np.full(len(self.value), NO_ROW, np.int64)
        """The row of each value; 0 has none."""
        first: list[int] = []
        for way in self.ways():
            for at in way:
                if self.opens[at] or at == way[0]:
                    first.append(at)
                self.row[at] = len(first) - 1
        self.first: Ints = np.array(first, np.int64)
        """The value that each row begins with: all of the row count as that one."""
        self.choices = [
            f"{option.name}={Option.write(choice)}"
            for option in told_options(game.definition)
            for choice in option.choices
        ]

    def ways(self) -> list[range]:
        """List the places of the values from 1 up, and from -1 down, of every number."""
        found = []
        for offset, low, high in zip(self.offsets.tolist(), self.low.tolist(), self.high.tolist(), strict=True):
            found.append(range(offset + max(1, low), offset + high + 1))
            found.append(range(offset + min(-1, high), offset + low - 1, -1))
        return [way for way in found if len(way) > 0]

    @property
    def numbers(self) -> int:
        """How many numbers are seen."""
        return len(self.low)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.first)

    def bounds(self) -> tuple[Ints, Ints]:
        """Return the least and the greatest value of every row."""
        ordered = np.argsort(self.row, kind="stable")
        ordered = ordered[self.row[ordered] != NO_ROW]
        starts = np.searchsorted(self.row[ordered], np.arange(self.rows))
        values = self.value[ordered]
        return np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)

    def chosen(self, games: Sequence[Game]) -> npt.NDArray[np.float32]:
        """Mark the choices of each game's options."""
        found = np.zeros((len(games), len(self.choices)), np.float32)
        for row, game in zip(found, games, strict=True):
            for option in told_options(game.definition):
                row[self.choices.index(f"{option.name}={game.option_texts[option.name]}")] = 1
        return found
