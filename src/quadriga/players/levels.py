"""Five levels for every game, from a beginner to the strongest: how long each thinks and how it chooses.

All of them search; the lower ones see less far, so they overlook what a person of that strength overlooks. The numbers
were found by playing: docs/players.md has the ladder with its intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
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


INSTINCT = {
    "cleopatra": Manner(curiosity=1.0, warmth=2.0),
    "avecaesar": Manner(curiosity=0.15, warmth=5.0),
    "caesar": Manner(curiosity=0.8, warmth=400.0),
}
"""How a beginner plays: by what looks good at once."""
JUDGEMENT = {
    "cleopatra": Manner(curiosity=1.0, warmth=2.0),
    "avecaesar": Manner(curiosity=0.15, warmth=5.0),
    "caesar": Manner(curiosity=0.8, warmth=100.0),
}
"""How the others play."""
PLAYOUTS = {
    "caesar-cleopatra-1997": (6, 24, 120, 1_000, 20_000),
    "caesar-cleopatra-2024": (4, 32, 250, 2_000, 40_000),
    "ave-caesar": (2, 24, 80, 500, 25_000),
    "caesar": (6, 60, 300, 1_500, 30_000),
}
"""How many imagined games each level looks at before it moves."""
SECONDS = (0.2, 0.2, 0.3, 0.5, 0.95)
"""The longest that each level thinks, on any machine."""


def level(name: str, game: Game) -> Level:
    """Return how a level plays a game, whatever its options."""
    k = NAMES.index(name)
    manners = INSTINCT if k == 0 else JUDGEMENT
    budget = Budget(SECONDS[k], PLAYOUTS[game.name][k])
    return Level(manners[family(game.name)], budget, is_highest=k == len(NAMES) - 1)
