"""What a sensible driver would rather do: for searches, and for samples of races that are driven to be finished."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..driving import line_crossed, progress
from ..numbering import ABSTAIN, FINISH, card_of, space_of
from ..record import RACING, VOTE
from ..tables import IMPERIAL, LANE_AHEAD, LAP, NECK, RANK, WAY
from .features import steps_from

FINISHING = 10_000
"""To finish is preferred to all else."""
VOTED = 200
"""To vote is preferred to abstaining."""
MOST_LOST = 3
"""A way that is longer by more counts like this, and as one with a great loss."""
SOON = 12
"""This many steps before the finish high cards begin to count."""
IN_FRONT, BEHIND = 3, 6
"""Within this many steps others are in our way, or we in theirs."""
CARD = np.array([0, -347, -258, -310, -427, -602, -884])
LOST, GREAT_LOSS, OVERTAKEN, LEADING, CLOSE_UP, IN_THEIR_WAY, ON_NECK, CORKED = -1229, 154, 629, -917, 55, -11, 43, 441
HAILS_FIRST, HAILS_SECOND, STRAYS, PASSES_FIRST, PASSES_SECOND = 2207, 1963, -880, -381, -60
LEADER_CARD, LATE_CARD, CHASER_CARD = -215, 44, -68


def prefer(s: Any, action: int) -> int:
    """Rate a move, in thousandths of a logit of how likely a search would choose it."""
    if s.stage == VOTE:
        return 0 if action == ABSTAIN else VOTED
    c = s.order[s.turn]
    card = card_of(action)
    target = space_of(action)
    if target == FINISH:
        return FINISHING - card
    return rate_way(s, c, card, target) + rate_place(s, c, card, target)


def rate_way(s: Any, c: int, card: int, target: int) -> int:
    """Rate what a drive does for the way: points lost, the emperor hailed or passed by."""
    t, d, x = s.track, s.direction, s.space[c]
    crossings = s.crossings[c] + line_crossed(s, c, card, target)
    steps = steps_from(s, c, x, s.crossings[c])
    lost = card - steps + steps_from(s, c, target, crossings)
    rating = CARD[card] + LOST * min(lost, MOST_LOST) + LATE_CARD * card * min(steps, SOON)
    if lost > MOST_LOST:
        rating += GREAT_LOSS
    enters = IMPERIAL[t, target] != 0 and IMPERIAL[t, x] == 0
    due = s.paid[c] == 0 and (s.crossings[c] == 1 or s.crossings[c] == 2)
    if enters and not due:
        rating += STRAYS
    elif enters:
        rating += HAILS_FIRST if s.crossings[c] == 1 else HAILS_SECOND
    elif due and LANE_AHEAD[t, d, x] != 0 and IMPERIAL[t, target] == 0:
        if crossings > s.crossings[c] or LANE_AHEAD[t, d, target] == 0:
            rating += PASSES_FIRST if s.crossings[c] == 1 else PASSES_SECOND
    return rating


def rate_place(s: Any, c: int, card: int, target: int) -> int:
    """Rate where a drive ends among the others: whom it overtakes, who is in whose way."""
    t, d, x = s.track, s.direction, s.space[c]
    lap = LAP[t]
    lap_steps = WAY[t, d, x, 2] - WAY[t, d, x, 3]
    before = progress(s, c)
    after = (s.crossings[c] + line_crossed(s, c, card, target)) * lap + RANK[t, d, target]
    were_ahead, are_ahead, close, behind = 0, 0, 0, 0
    for other in range(s.players * s.team + s.uncrewed):
        if other != c and s.status[other] == RACING:
            there = progress(s, other)
            were_ahead += there > before
            if there > after:
                are_ahead += 1
                close += (there - after) * lap_steps <= IN_FRONT * lap
            else:
                behind += (after - there) * lap_steps <= BEHIND * lap
    rating = OVERTAKEN * (were_ahead - are_ahead) + CLOSE_UP * close + IN_THEIR_WAY * behind
    rating += CHASER_CARD * card * were_ahead
    if were_ahead == 0:
        rating += LEADER_CARD * card
    if are_ahead == 0:
        rating += LEADING
    if NECK[t, target] != 0:
        rating += ON_NECK + CORKED * behind
    return rating
