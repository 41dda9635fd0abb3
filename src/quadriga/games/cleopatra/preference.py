"""What a simple player would rather do: for samples that are less aimless than random play."""

from __future__ import annotations

from typing import Any

from .numbering import DISCARD, DRAW_NOTHING, PASS, PICK
from .record import TURN


def prefer(s: Any, action: int) -> int:
    """Rate an action: act rather than pass or exchange, draw rather than not."""
    passive = s.stage == TURN and (DISCARD <= action < PICK or action == PASS)
    return -1 if passive or action == DRAW_NOTHING else 0
