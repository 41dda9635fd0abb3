"""The five levels, and the network of `consul-fast` (`network.md`)."""

from __future__ import annotations

from quadriga.model import Game
from quadriga.players.settings import Ladder, SearchSettings

LADDER = Ladder(
    SearchSettings(exploration=0.8, temperature=100.0), (4, 16, 30, 300, 40_000), (600.0, 300.0, 0.0, 0.0, 0.0),
    odds=1.5,
    fast="network",
)  # fmt: skip


def ladder(game: Game) -> Ladder:
    """Return how all levels play."""
    return LADDER
