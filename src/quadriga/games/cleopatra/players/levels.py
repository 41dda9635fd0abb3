"""The five levels; the strongest has a network (`network_1997.md`, `network_2024.md`)."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings, Strongest

SETTINGS = SearchSettings(exploration=1.0, temperature=2.0)
LEARNED = SearchSettings(exploration=0.3, temperature=1.0)
PLAYOUTS = 8_000
"""As many as the matches were played with that `network_1997.md` and `network_2024.md` tell of."""
LADDERS = {
    "caesar-cleopatra-1997": Ladder(
        SETTINGS, (6, 30, 130, 250, 20_000), strongest=Strongest(LEARNED.by("network_1997"), PLAYOUTS)
    ),
    "caesar-cleopatra-2024": Ladder(
        SETTINGS, (4, 12, 40, 130, 40_000), strongest=Strongest(LEARNED.by("network_2024"), PLAYOUTS)
    ),
}


def ladder(game: Game) -> Ladder:
    """Return how all levels play an edition."""
    return LADDERS[game.name]
