"""Where all players decide at the same time."""

from __future__ import annotations

from typing import Any

from .record import VOTE


def together(s: Any) -> int:
    """Number the part of the race in which all choose unseen by each other; 0: they take turns.

    That is every vote on an uncrewed chariot, each with its own number (AVE-O2).
    """
    return s.moves - s.to_move + 1 if s.stage == VOTE else 0
