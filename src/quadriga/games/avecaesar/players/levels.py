"""The five levels, all by one network (`network.md`), which knows every track."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings, Way, learned

LADDER = Ladder(
    learned(SearchSettings(exploration=1.0, temperature=2.0, network="network"), 6_000, (24.0, 14.0, 8.5, 3.0)),
    earlier={
        "2026-11": Way(SearchSettings(exploration=0.3, temperature=1000.0, guided=240, rollout_depth=6), 6_000)
    },
)


def ladder(game: Game) -> Ladder:
    """Return how all levels play."""
    return LADDER
