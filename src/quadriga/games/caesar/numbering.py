"""The fixed numbering of actions."""

from __future__ import annotations

import numpy as np

from .tables import BORDERS, CENTURIONS, CONTROL_SPACE, FITS, KINDS, PROVINCES, SPACES, TURNS

FACE_DOWN = 2
"""Stands for a token placed face down where a way of turning is told."""

_placements = [
    (kind, border, turned)
    for kind in range(KINDS)
    for border in range(BORDERS)
    if FITS[kind, border]
    for turned in (0, 1, FACE_DOWN)
    if turned < TURNS[kind] or (turned == FACE_DOWN and CONTROL_SPACE[border])
]
PLACEMENTS = len(_placements)
KIND = np.array([placement[0] for placement in _placements], np.int64)
BORDER = np.array([placement[1] for placement in _placements], np.int64)
TURNED = np.array([placement[2] for placement in _placements], np.int64)
"""A placement's token, border space and way of turning."""
PLACEMENT = np.full((KINDS, BORDERS), -1, np.int64)
"""The first placement of a token on the j-th border space that it fits, not turned; the other ways follow."""
for _kind in range(KINDS):
    PLACEMENT[_kind, : SPACES[_kind]] = np.flatnonzero((_kind == KIND) & (TURNED == 0))

CLOSE_FIRST = PLACEMENTS
MIGHT_ON_BORDER = CLOSE_FIRST + PROVINCES
MIGHT_ON_PROVINCE = MIGHT_ON_BORDER + BORDERS
TAKE_CENTURION = MIGHT_ON_PROVINCE + PROVINCES
USE_BONUS = TAKE_CENTURION + CENTURIONS
DECLINE_BONUS = USE_BONUS + 1
DRAW_FROM_BANK = DECLINE_BONUS + 1
LEAVE_BANK = DRAW_FROM_BANK + 1
TURN_TILE = LEAVE_BANK + 1
NUM_ACTIONS = TURN_TILE + 1
