"""Five levels for every game, from a beginner to the strongest: how long each thinks and how it chooses.

All of them search; the lower ones see less far, so they overlook what a person of that strength overlooks. The numbers
were found by playing: docs/players.md has the ladder with its intervals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quadriga.games import family

from . import LEVELS as NAMES
from .budget import Budget
from .mind import Manner

if TYPE_CHECKING:
    from quadriga.game import Game


@dataclass(frozen=True)
class Level:
    """Say how a level plays a game, and how long it thinks."""

    manner: Manner
    budget: Budget
    is_highest: bool = False


MANNERS = {
    "cleopatra": Manner(curiosity=1.0, warmth=2.0),
    "avecaesar": Manner(curiosity=0.3, warmth=1000.0, guided=240, depth=6),
    "caesar": Manner(curiosity=0.8, warmth=100.0),
}
"""How all levels play, by the room of the game."""
CLEAR = (0.0,) * len(NAMES)
HAZE = {"avecaesar": (8000.0, 3000.0, 1800.0, 700.0, 0.0), "caesar": (600.0, 300.0, 0.0, 0.0, 0.0)}
"""How far each level may be mistaken about what a move is good for: where that alone plays well, few playouts are not
yet a beginner."""
OTHER_HAZE = {("ave-caesar", "track", "circus-b"): (12_000.0, 5800.0, 3400.0, 2500.0, 0.0)}
"""The same with an option of a game with which that alone plays still better, and search adds less to it."""
PLAYOUTS = {
    "caesar-cleopatra-1997": (6, 30, 130, 250, 20_000),
    "caesar-cleopatra-2024": (4, 12, 40, 130, 40_000),
    "ave-caesar": (2, 4, 8, 24, 6_000),
    "caesar": (4, 16, 30, 300, 40_000),
}
"""How many imagined games each level looks at before it moves."""
SECONDS = (0.2, 0.2, 0.3, 0.5, 0.95)
"""The longest that each level thinks, on any machine."""


def level(name: str, game: Game) -> Level:
    """Return how a level plays a game with its options."""
    k = NAMES.index(name)
    manner = replace(MANNERS[family(game.name)], haze=haze(game)[k])
    return Level(manner, Budget(SECONDS[k], PLAYOUTS[game.name][k]), is_highest=k == len(NAMES) - 1)


def haze(game: Game) -> tuple[float, ...]:
    """Return how far each level may be mistaken in a game with its options."""
    for (name, option, choice), found in OTHER_HAZE.items():
        if game.name == name and game.options[option] == choice:
            return found
    return HAZE.get(family(game.name), CLEAR)
