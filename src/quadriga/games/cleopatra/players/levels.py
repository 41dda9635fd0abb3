"""The five levels."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings

SETTINGS = SearchSettings(exploration=1.0, temperature=2.0)
LADDERS = {
    "caesar-cleopatra-1997": Ladder(SETTINGS, (6, 30, 130, 250, 20_000)),
    "caesar-cleopatra-2024": Ladder(SETTINGS, (4, 12, 40, 130, 40_000)),
}


def ladder(game: Game) -> Ladder:
    """Return how all levels play an edition."""
    return LADDERS[game.name]
