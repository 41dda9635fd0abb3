"""What a simple player would rather do: for samples that are less aimless than random play."""

from __future__ import annotations

from typing import Any

from ..numbering import DISCARD, DRAW_NOTHING, PASS, PICK
from ..record import ARRANGE, TURN

EARLY = (4, 1, 3, 1, 0, 2)
"""How early each action card is wanted from an arranged pile; found by playing, see docs/players.md."""


def prefer(s: Any, action: int) -> int:
    """Rate an action: act rather than pass or exchange, draw rather than not, assassinations early in the pile."""
    if s.stage == ARRANGE:
        return EARLY[action - PICK]
    passive = s.stage == TURN and (DISCARD <= action < PICK or action == PASS)
    return -1 if passive or action == DRAW_NOTHING else 0
