"""What a sensible player would rather do: for samples of games that are played to be won."""

from __future__ import annotations

from typing import Any

from .control import markers_for
from .numbering import (
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
from .tables import BETWEEN, NUMBER

GAINED = 100
LOST = 80


def prefer(s: Any, action: int) -> int:
    """Rate a move: close what is gained, close nothing for the opponent, put numbers where they are needed."""
    if action < PLACEMENTS:
        return prefer_placement(s, action)
    if action < MIGHT_ON_BORDER:
        province = action - CLOSE_FIRST
        return s.influence[s.active, province] - s.influence[1 - s.active, province]
    if action < MIGHT_ON_PROVINCE:
        return prefer_target(s, action - MIGHT_ON_BORDER)
    return -1 if action == DECLINE_BONUS or action == LEAVE_BANK else 0


def prefer_placement(s: Any, action: int) -> int:
    """Rate a placement by both provinces of its border space."""
    side = s.active
    worth = 0
    for end in range(2):
        province = BETWEEN[BORDER[action], end]
        number = NUMBER[KIND[action], TURNED[action], end] if TURNED[action] != FACE_DOWN else 0
        lead = s.influence[side, province] - s.influence[1 - side, province]
        after = lead + number
        if s.free[province] == 1:
            worth += GAINED * markers_for(province) if after > 0 else -LOST if after < 0 else 0
        else:
            # a number counts while the province is open to both, most where it takes the lead
            worth += number + (4 if lead <= 0 < after else 0)
            if s.free[province] == 2:
                worth -= 6
    return worth


def prefer_target(s: Any, border: int) -> int:
    """Rate what might could turn: the influence that the opponent loses in open provinces."""
    lost = 0
    if s.over[border] == 0:
        for end in range(2):
            if s.closed[BETWEEN[border, end]] == 0:
                lost += NUMBER[s.token[border] - 1, s.turned[border], end]
    return lost
