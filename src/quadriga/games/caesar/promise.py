"""How a position looks to a side: a guess at its chance of winning, for players that search."""

from __future__ import annotations

from math import exp
from typing import Any

from .control import borders_due, markers_for
from .record import SENATE
from .standings import side_of
from .tables import BORDERS, PROVINCES
from .tokens import in_supply

SWING = 2.2
"""Influence that one more token may move, on the average, per free border space."""
STEADY = 1.6
"""And what a full province keeps uncertain: nothing is ever quite sure."""
SENATE_SHARE = 0.5
"""How often who gains a province also closes it."""
TOKEN = 0.12
"""What one more token in the supply is worth, in control tokens."""
SURE = 1.7
"""So many control tokens ahead make the victory likely."""


def promise(s: Any, seat: int) -> float:
    """Guess a seat's chance of winning: control tokens left, less those that open provinces promise."""
    side = side_of(s, seat)
    ahead = float(s.left[1 - side] - s.left[side])
    for province in range(PROVINCES):
        if s.control[province] == 0 and s.closed[province] == 0:
            lead = s.influence[side, province] - s.influence[1 - side, province]
            chance = 1.0 / (1.0 + exp(-lead / (STEADY + SWING * s.free[province] / 2.0)))
            ahead += chance * worth(s, side, province) - (1.0 - chance) * worth(s, 1 - side, province)
    ahead += TOKEN * (in_supply(s, side) - in_supply(s, 1 - side))
    # The fewer control tokens the leader has left, the more a lead means.
    closeness = SURE + 0.15 * min(s.left[side], s.left[1 - side])
    return 1.0 / (1.0 + exp(-ahead / closeness))


def worth(s: Any, side: int, province: int) -> float:
    """Count the control tokens that a side would put down for a province."""
    tokens = float(markers_for(province))
    due = borders_due(s, side, province)
    for border in range(BORDERS):
        tokens += due >> border & 1
    if s.bonus[province] == SENATE + 1:
        tokens += SENATE_SHARE * (s.senate[side] + 1)
    return tokens


def shown(s: Any, action: int) -> int:
    """Name an action as the others see it: every move of this game is open (ROME-T11)."""
    return action
