"""What a sensible driver would rather do: for samples of races that are driven to be finished."""

from __future__ import annotations

from typing import Any

from .driving import line_crossed
from .numbering import ABSTAIN, FINISH, card_of, space_of
from .record import VOTE
from .tables import IMPERIAL, LANE_AHEAD, WAY

FINISHING = 1000
HOMAGE = 500


def prefer(s: Any, action: int) -> int:
    """Rate a move: finish, hail the emperor in time, and waste few points on long ways."""
    if s.stage == VOTE:
        return 0 if action == ABSTAIN else 1
    c = s.order[s.turn]
    card = card_of(action)
    target = space_of(action)
    if target == FINISH:
        return FINISHING - card
    t, d, x = s.track, s.direction, s.space[c]
    crossings = s.crossings[c] + line_crossed(s, c, card, target)
    saved = WAY[t, d, x, s.crossings[c]] - WAY[t, d, target, crossings] - card
    if s.paid[c] == 0 and s.crossings[c] >= 1 and s.crossings[c] <= 2:
        if IMPERIAL[t, target] != 0:
            return HOMAGE + saved
        if s.crossings[c] == 2 and LANE_AHEAD[t, d, x] != 0 and LANE_AHEAD[t, d, target] == 0:
            return saved - HOMAGE
    if IMPERIAL[t, target] != 0:
        return saved - HOMAGE // 2
    return saved
