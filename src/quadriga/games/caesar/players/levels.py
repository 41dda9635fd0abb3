"""The five levels, all by one network (`network.md`)."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings, Way, drawing

LEARNED = SearchSettings(exploration=0.6, temperature=8.0, network="network")
LADDER = Ladder(
    (*drawing(LEARNED, 7.8, 4.6, 0.3), Way(LEARNED, 60), Way(LEARNED, 12_000)),
    earlier={"2026-11": Way(SearchSettings(exploration=0.8, temperature=100.0), 40_000)},
)


def ladder(game: Game) -> Ladder:
    """Return how all levels play."""
    return LADDER
