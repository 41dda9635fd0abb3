"""The five levels; the strongest has a network (`network_1997.md`, `network_2024.md`)."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings, Way, drawing

BEFORE = SearchSettings(exploration=1.0, temperature=2.0)
OLD, NEW = (SearchSettings(exploration=0.3, temperature=1.0, network=name) for name in ("network_1997", "network_2024"))
PLAYOUTS = 8_000
"""As many as the matches were played with that `network_1997.md` and `network_2024.md` tell of."""
LADDERS = {
    "caesar-cleopatra-1997": Ladder(
        (*drawing(OLD, 7.3, 5.2, 3.2, 0.5), Way(OLD, PLAYOUTS)), earlier={"2026-11": Way(BEFORE, 20_000)}
    ),
    "caesar-cleopatra-2024": Ladder(
        (*drawing(NEW, 15.0, 8.5, 4.7, 2.0), Way(NEW, PLAYOUTS)), earlier={"2026-11": Way(BEFORE, 40_000)}
    ),
}


def ladder(game: Game) -> Ladder:
    """Return how all levels play an edition."""
    return LADDERS[game.name]
