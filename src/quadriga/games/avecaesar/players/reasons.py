"""What a move may bring in Ave Caesar: who of all arrives next."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quadriga.model import State
from quadriga.players.reasons import Counted

from ..record import CHARIOTS
from .evaluation import NOTES, race_on

WORLDS = 8
"""Few worlds do: hands are all that differs, and one look at all chariots takes long."""


def facts(state: State, seat: int) -> Iterator[Counted]:
    """Count how likely a chariot of each player is the next to arrive of those that race for a place."""
    if state.to_move is None:
        return
    chances = np.zeros(CHARIOTS + NOTES)
    race_on(state.s, chances)
    players = len(state.game.seats)
    for player in range(players):
        yield Counted("arrives", player, float(chances[player : state.s.players * state.s.team : players].sum()))
