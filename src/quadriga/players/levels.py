"""Five levels for every game, from a beginner to the strongest: how long each thinks and how it chooses.

All of them search; the lower ones see less far, so they overlook what a person of that strength overlooks. The numbers
were found by playing: docs/players.md has the ladder with its intervals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quadriga.games import ROOMS

from .budget import Budget
from .mind import Manner

if TYPE_CHECKING:
    from quadriga.game import Game

NAMES = ("tiro", "miles", "centurio", "legatus", "consul")


@dataclass(frozen=True)
class Level:
    """Say how a level plays one family of games; `warmth` above 0 lets it choose a move that it searched less."""

    manner: Manner
    budget: Budget
    warmth: float = 0.0
    is_highest: bool = False


def family(game: Game) -> str:
    """Name the room that a game is in; its editions share it, and their levels with it."""
    return ROOMS[game.name].partition(".")[0]


MANNERS = {
    "cleopatra": Manner(curiosity=1.0, warmth=4.0, guided=0, depth=0),
    "avecaesar": Manner(curiosity=1.0, warmth=4.0, guided=0, depth=0),
    "caesar": Manner(curiosity=0.7, warmth=4.0, guided=200, depth=6),
}
PLAYOUTS = {
    "cleopatra": (4, 32, 256, 2_048, 65_536),
    "avecaesar": (4, 32, 256, 2_048, 65_536),
    "caesar": (4, 32, 256, 2_048, 32_768),
}
SECONDS = (0.1, 0.1, 0.2, 0.4, 0.9)
"""The longest that each level thinks, on any machine."""


def ladder() -> dict[str, Mapping[str, Level]]:
    """Put the levels together: by name, then by family of games."""
    return {
        name: {
            room: Level(manner, Budget(SECONDS[k], PLAYOUTS[room][k]), is_highest=name == NAMES[-1])
            for room, manner in MANNERS.items()
        }
        for k, name in enumerate(NAMES)
    }


LEVELS = ladder()
