"""Five levels for every game, from a beginner to the strongest: how long each thinks and how it chooses.

All of them search; the lower ones see less far, so they overlook what a person of that strength overlooks. A game may
have its own ladder in `players/levels.py` of its package; the numbers there were found by playing: docs/players.md has
the ladders with their intervals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import LEVELS as NAMES
from .budget import Budget
from .settings import Ladder, SearchSettings

if TYPE_CHECKING:
    from quadriga.model import Game

TO_THE_END = 4096
"""More moves than any rollout has."""
DEFAULT = Ladder(SearchSettings(rollout_depth=TO_THE_END), (6, 30, 120, 500, 10_000))
"""For a game that says nothing: rollouts of random moves to the end of the game."""
SECONDS = (0.2, 0.2, 0.3, 0.5, 0.95)
"""The longest that each level thinks, on any machine."""


@dataclass(frozen=True)
class Level:
    """How a level plays a game, and how long it thinks."""

    settings: SearchSettings
    budget: Budget
    is_highest: bool = False


def ladder(game: Game) -> Ladder:
    """Find how all levels play a game with its options."""
    own = game.definition.part("players.levels")
    found: Ladder = DEFAULT if own is None else own.ladder(game)
    return found


def fast_network(game: Game) -> str:
    """Name the network that `consul-fast` plays a game by; empty if there is none."""
    found = ladder(game)
    return found.fast or (found.strongest.settings.network if found.strongest else "")


def level(name: str, game: Game) -> Level:
    """Return how a level plays a game with its options; `consul@2026-11` is the strongest as it was then."""
    called, _, version = name.partition("@")
    k = NAMES.index(called)
    found = ladder(game)
    is_highest = k == len(NAMES) - 1
    if is_highest and found.strongest is not None and not version:
        return Level(found.strongest.settings, Budget(SECONDS[k], found.strongest.playouts), is_highest=True)
    settings = replace(found.settings, noise=found.noise[k])
    return Level(settings, Budget(SECONDS[k], found.playouts[k]), is_highest=is_highest)
