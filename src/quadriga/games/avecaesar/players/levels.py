"""The five levels.

What `prefer` rates a move alone plays well, so that few playouts are not yet a beginner: the lower levels are mistaken
about it.
"""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings

SETTINGS = SearchSettings(exploration=0.3, temperature=1000.0, guided=240, rollout_depth=6)
PLAYOUTS = (2, 4, 8, 24, 6_000)
LADDER = Ladder(SETTINGS, PLAYOUTS, (8000.0, 3000.0, 1800.0, 700.0, 0.0))
ON_CIRCUS_B = Ladder(SETTINGS, PLAYOUTS, (12_000.0, 5800.0, 3400.0, 2500.0, 0.0))
"""On this track the rating alone plays still better, and search adds less to it."""


def ladder(game: Game) -> Ladder:
    """Return how all levels play on the track of a game."""
    return ON_CIRCUS_B if game.options["track"] == "circus-b" else LADDER
