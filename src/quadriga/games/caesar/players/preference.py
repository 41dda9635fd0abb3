"""What a sensible player would rather do: for samples of games that are played to be won, and to guide a search.

The weights are those of a multinomial regression on what a search of 1,200 iterations chose, over 4,200 decisions of
160 games against itself; in hundredths of the logarithm of a move's odds.
"""

from __future__ import annotations

from typing import Any

from ..numbering import (
    BORDER,
    CLOSE_FIRST,
    DECLINE_BONUS,
    FACE_DOWN,
    KIND,
    LEAVE_BANK,
    MIGHT_ON_BORDER,
    MIGHT_ON_PROVINCE,
    PLACEMENTS,
    TURNED,
)
from ..record import SENATE
from ..tables import BETWEEN, NUMBER
from .provinces import likely, open_neighbours, tokens_for

CLOSED = (647.0, 393.0, 463.0, 487.0, 393.0, 463.0)
"""To close a province, by its bonus: tactics, wealth, might, senate; poison and centurion as their like."""
GAINED, SENATE_GAINED = 66.0, 60.0
"""A control token that goes down, and one under the senate."""
GIVEN, TIED = -182.0, -124.0
"""A control token of the opponent that goes down; a closing that nobody gains."""
WASTED = -34.0
"""A point more than was needed, or short of it."""
NEARER = (0.0, 0.0, -38.0, -37.0, -22.0)
"""To leave a province open with one border space less, by its free spaces before: two let the opponent close it."""
OURS = (0.0, 0.0, 55.0, 42.0, -40.0)
THEIRS = (0.0, 0.0, -75.0, 15.0, 26.0)
"""A control token that it then brings us, or them."""
CHANGED = (0.0, 0.0, 20.0, 28.0, 64.0)
"""What the placement changes of that."""
NEIGHBOUR = (0.0, 0.0, 9.0, 63.0, 10.0)
"""And for each open province next to it."""
SENATE_PROMISED = (0.0, 0.0, 49.0, 59.0, 52.0)
"""A control token that its senate brings us, minus those that it brings them."""
SPENT = (0.0, 0.0, -6.0, -35.0, -24.0)
"""A point put there."""
POINT = 57.0
"""A point on the token: strong ones are better on the board than in the supply."""
BEYOND_REACH, ALMOST, BEHIND = 161.0, 132.0, 48.0
"""With one space left: a lead that no token outweighs, one that only the best ties, none."""
SIX, FIVE = 6, 5
BOTH_CLOSED, BOTH_OFFERED = -86.0, -105.0
"""Two provinces closed at once count less than twice; two that the opponent can close count more."""
WON = 1000.0
"""To put down the last control token; not fitted: nothing is better."""
TURNED_DOWN = 86.0
"""A control token that might takes away, or brings nearer."""
DECLINED = -201
FAR = 4
"""This many free spaces or more count alike."""


def prefer(s: Any, action: int) -> int:
    """Rate a move: close what is gained, offer the opponent nothing, put numbers where they are needed."""
    if action < PLACEMENTS:
        return prefer_placement(s, action)
    if action < MIGHT_ON_BORDER:
        province = action - CLOSE_FIRST
        return s.influence[s.active, province] - s.influence[1 - s.active, province]
    if action < MIGHT_ON_PROVINCE:
        return prefer_target(s, action - MIGHT_ON_BORDER)
    return DECLINED if action == DECLINE_BONUS or action == LEAVE_BANK else 0


def prefer_placement(s: Any, action: int) -> int:
    """Rate a placement by both provinces of its border space."""
    closed = offered = gained = 0
    kind = KIND[action]
    worth = POINT * (NUMBER[kind, 0, 0] + NUMBER[kind, 0, 1])
    for end in range(2):
        province = BETWEEN[BORDER[action], end]
        number = NUMBER[kind, TURNED[action], end] if TURNED[action] != FACE_DOWN else 0
        if s.free[province] == 1:
            closed += 1
            gained += tokens_gained(s, province, number)
            worth += prefer_closing(s, province, number)
        else:
            offered += s.free[province] == 2
            worth += prefer_number(s, province, number)
    if gained >= s.left[s.active]:
        worth += WON
    if closed == 2:
        worth += BOTH_CLOSED
    if offered == 2:
        worth += BOTH_OFFERED
    return int(worth)


def tokens_gained(s: Any, province: int, number: int) -> int:
    """Count the control tokens that a side puts down when it closes a province with a number."""
    side = s.active
    if s.influence[side, province] + number <= s.influence[1 - side, province]:
        return 0
    senate = s.senate[side] + 1 if s.bonus[province] == SENATE + 1 else 0
    return tokens_for(s, side, province) + senate


def prefer_closing(s: Any, province: int, number: int) -> float:
    """Rate to close a province with a number."""
    side = s.active
    after = s.influence[side, province] - s.influence[1 - side, province] + number
    worth = CLOSED[s.bonus[province] - 1] + WASTED * abs(after)
    if after < 0:
        return worth + GIVEN * tokens_for(s, 1 - side, province)
    if after == 0:
        return worth + TIED
    if s.bonus[province] == SENATE + 1:
        worth += SENATE_GAINED * (s.senate[side] + 1)
    return worth + GAINED * tokens_for(s, side, province)


def prefer_number(s: Any, province: int, number: int) -> float:
    """Rate to put a number to a province that stays open."""
    side = s.active
    free = min(FAR, s.free[province])
    lead = s.influence[side, province] - s.influence[1 - side, province]
    before = likely(lead, free)
    after = likely(lead + number, free - 1)
    ours, theirs = tokens_for(s, side, province), tokens_for(s, 1 - side, province)
    worth = NEARER[free] + SPENT[free] * number
    worth += OURS[free] * after * ours + THEIRS[free] * (1.0 - after) * theirs
    worth += (after - before) * (CHANGED[free] * (ours + theirs) + NEIGHBOUR[free] * open_neighbours(s, province))
    if s.bonus[province] == SENATE + 1:
        worth += SENATE_PROMISED[free] * (after * (s.senate[side] + 1) - (1.0 - after) * (s.senate[1 - side] + 1))
    if free == 2:
        lead += number
        worth += BEYOND_REACH if lead >= SIX else ALMOST if lead == FIVE else BEHIND if lead < 0 else 0.0
    return worth


def prefer_target(s: Any, border: int) -> int:
    """Rate what might could turn: what the opponent loses in open provinces."""
    worth = 0.0
    side = s.active
    if s.over[border] == 0:
        for end in range(2):
            province = BETWEEN[border, end]
            if s.closed[province] == 0:
                free = min(FAR, s.free[province])
                lead = s.influence[side, province] - s.influence[1 - side, province]
                number = NUMBER[s.token[border] - 1, s.turned[border], end]
                tokens = tokens_for(s, side, province) + tokens_for(s, 1 - side, province)
                worth += TURNED_DOWN * tokens * (likely(lead + number, free) - likely(lead, free))
    return int(worth)
