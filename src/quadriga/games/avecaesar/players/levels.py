"""The five levels, all by one network (`network.md`), which knows every track."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings, Way, drawing

LEARNED = SearchSettings(exploration=1.0, temperature=2.0, network="network")
EARLIER = {"2026-11": Way(SearchSettings(exploration=0.3, temperature=1000.0, guided=240, rollout_depth=6), 6_000)}
LADDER = Ladder((*drawing(LEARNED, 22.0, 16.0, 11.5, 8.0), Way(LEARNED, 6_000)), EARLIER)
IN_TOURNAMENTS = Ladder((*drawing(LEARNED, 13.0, 9.0, 6.0, 1.5), Way(LEARNED, 6_000)), EARLIER)
"""Luck evens out over four races: levels that are as far apart as in a single one would be too far."""


def ladder(game: Game) -> Ladder:
    """Return how all levels play."""
    return IN_TOURNAMENTS if game.options["tournament"] else LADDER
