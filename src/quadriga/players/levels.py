"""Five levels for every game, from a beginner to the strongest: how long each thinks and how it chooses.

Where a game has a network, the lower ones draw their moves from what it rates and the strongest searches; elsewhere all
search, and the lower ones see less far. A game may have its own ladder in `players/levels.py` of its package; the
numbers there were found by playing: docs/players.md has the ladders with their intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import LEVELS as NAMES
from .budget import Budget
from .settings import Ladder, SearchSettings, Way, searching

if TYPE_CHECKING:
    from quadriga.model import Game

TO_THE_END = 4096
"""More moves than any rollout has."""
DEFAULT = Ladder(searching(SearchSettings(rollout_depth=TO_THE_END), 6, 30, 120, 500, 10_000))
"""For a game that says nothing: rollouts of random moves to the end of the game."""
SECONDS = (0.2, 0.2, 0.3, 0.5, 0.95)
"""The longest that each level thinks, on any machine."""


@dataclass(frozen=True)
class Level:
    """How a level plays a game, and how long it thinks."""

    settings: SearchSettings
    budget: Budget
    is_highest: bool = False
    drawn: float = 0.0
    """The temperature at which it draws its moves; 0: it searches (`Way`)."""


def ladder(game: Game) -> Ladder:
    """Find how all levels play a game with its options."""
    own = game.definition.part("players.levels")
    found: Ladder = DEFAULT if own is None else own.ladder(game)
    return found


def fast_network(game: Game) -> str:
    """Name the network that `consul-fast` plays a game by, that of the strongest level; empty if there is none."""
    return ladder(game).ways[-1].settings.network


def level(name: str, game: Game) -> Level:
    """Return how a level plays a game with its options; `consul@2026-11` is the strongest as it was then."""
    called, _, month = name.partition("@")
    k = NAMES.index(called)
    found = ladder(game)
    way: Way = found.earlier.get(month, found.ways[k])
    return Level(way.settings, Budget(SECONDS[k], way.playouts), k == len(NAMES) - 1, way.drawn)
