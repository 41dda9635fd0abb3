"""What a network sees: every number as one of its values, and the options of the game.

A number that is 0 adds nothing; any other value has a row of weights of its own. So a compiled
network adds up a few rows instead of multiplying by all of them. Options do not change while a game is played: each
choice of each option has a row too, and a player adds them up once; a game may leave options out (`UNTOLD`).
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


def input_fields(game: Game) -> tuple[Field, ...]:
    """List the fields of what a network sees: what `players/inputs.py` of the game says, else what a seat sees."""
    own = game.definition.part("players.inputs")
    if own is None:
        return seat_fields(game)
    return tuple(field(name, length, own.RANGES[name]) for name, length in own.FIELDS)


class Encoding:
    """The rows of a game's network: `place[k]` and `value[k]` say which number of what is seen row k stands for."""

    def __init__(self, game: Game) -> None:
        fields = input_fields(game)
        self.low: Ints = np.array([low for field in fields for low in field.low], np.int64)
        self.high: Ints = np.array([high for field in fields for high in field.high], np.int64)
        counts = self.high - self.low + 1
        self.offsets: Ints = np.concatenate([[0], np.cumsum(counts)[:-1]]) - self.low
        """Value x of number i has the row `offsets[i] + x`."""
        self.place: Ints = np.repeat(np.arange(len(counts)), counts)
        self.value: Ints = np.arange(len(self.place)) - self.offsets[self.place]
        self.scale: Ints = np.maximum(1, np.maximum(self.high, -self.low))
        self.choices = [
            f"{option.name}={Option.write(choice)}"
            for option in told_options(game.definition)
            for choice in option.choices
        ]

    @property
    def numbers(self) -> int:
        """How many numbers are seen."""
        return len(self.low)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.place)

    def chosen(self, games: Sequence[Game]) -> npt.NDArray[np.float32]:
        """Mark the choices of each game's options."""
        found = np.zeros((len(games), len(self.choices)), np.float32)
        for row, game in zip(found, games, strict=True):
            for option in told_options(game.definition):
                row[self.choices.index(f"{option.name}={game.option_texts[option.name]}")] = 1
        return found
