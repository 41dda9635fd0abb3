"""What both judgements of a position look at: who places next, who will gain a province, what a closing brings."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from ..control import borders_due, markers_for
from ..record import BONUS, CRASSUS, PLACE, SENATE, TACTICS
from ..tables import BETWEEN, BORDER_OF, DEGREE, FITS, KINDS, NUMBER, PROVINCES, TURNS

SURE_LEAD = (0.5, 1.5, 2.0, 2.5, 3.0, 3.5, 3.5)
"""A lead that makes control likely (73 %), by the free border spaces of a province: more can still come in."""
BONUS_WORTH = (1.0, 0.4, 0.6, 0.3, 0.5, 0.6)
"""What a bonus is worth in control tokens: tactics, wealth, might, senate, poison, centurion."""
NO_CLOSING = -99.0
FARTHEST = 60
"""No lead is larger."""
LIKELY = np.array([[1.0 / (1.0 + exp(-lead / sure)) for lead in range(-FARTHEST, FARTHEST + 1)] for sure in SURE_LEAD])
"""How likely a side gains a province, by its free border spaces and the side's lead."""


def likely(lead: int, free: int) -> float:
    """Guess how likely a side with this lead gains a province with this many free border spaces."""
    return LIKELY[free, lead + FARTHEST]


def places_next(s: Any) -> int:
    """Name the side that places the next token."""
    if s.stage == PLACE or s.stage == CRASSUS or s.extra_turn > 0:
        return s.active
    return s.active if s.stage == BONUS and s.bonus_now == TACTICS else 1 - s.active


def tokens_for(s: Any, side: int, province: int) -> int:
    """Count the control tokens that a side would put down for a province, on it and on borders."""
    count = markers_for(province)
    due = borders_due(s, side, province)
    while due != 0:
        due &= due - 1
        count += 1
    return count


def best_closing(s: Any, side: int, border: int) -> float:
    """Weigh what a side's best token would bring at once on a border space, in control tokens: ours minus theirs."""
    best = NO_CLOSING
    for kind in range(KINDS):
        if s.supply[side, kind] > 0 and FITS[kind, border] != 0:
            for turned in range(TURNS[kind]):
                worth = 0.0
                for end in range(2):
                    if s.free[BETWEEN[border, end]] == 1:
                        worth += closing(s, side, BETWEEN[border, end], NUMBER[kind, turned, end])
                best = max(best, worth)
    return best


def closing(s: Any, side: int, province: int, number: int) -> float:
    """Weigh what it brings a side to close a province with this number: control, the bonus, the senate."""
    bonus = s.bonus[province] - 1
    worth = BONUS_WORTH[bonus]
    lead = s.influence[side, province] - s.influence[1 - side, province] + number
    if lead < 0:
        return worth - tokens_for(s, 1 - side, province)
    if lead > 0:
        worth += tokens_for(s, side, province)
        if bonus == SENATE:
            worth += s.senate[side] + 1
    return worth


def left_after_closing(s: Any, side: int) -> int:
    """Count the control tokens that a side has left when the provinces that are closing now are resolved."""
    left = s.left[side]
    for province in range(PROVINCES):
        is_gained = s.influence[side, province] > s.influence[1 - side, province]
        if s.bonus[province] != 0 and s.free[province] == 0 and is_gained:
            left -= tokens_for(s, side, province)
            if s.active == side and s.bonus[province] == SENATE + 1:
                left -= s.senate[side] + 1
    return max(0, left)


def open_neighbours(s: Any, province: int) -> int:
    """Count the open provinces next to one."""
    count = 0
    for k in range(DEGREE[province]):
        border = BORDER_OF[province, k]
        other = BETWEEN[border, 0] + BETWEEN[border, 1] - province
        count += s.control[other] == 0 and s.closed[other] == 0
    return count
