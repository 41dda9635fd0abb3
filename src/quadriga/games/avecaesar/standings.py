"""Laurels and who has won."""

from __future__ import annotations

from typing import Any

from .record import CHARIOTS


def score(s: Any, p: int) -> int:
    """Count a player's laurels (AVE-F2, AVE-R3, AVE-O5)."""
    return s.laurels[p]


def wins(s: Any, p: int) -> bool:
    """Tell whether no player is ahead: most laurels, then most race wins, then second places and so on (AVE-R3).

    A player without any place never wins; equal to the last is shared.
    """
    placed = 0
    for place in range(CHARIOTS):
        placed += s.places[p, place]
    if placed == 0:
        return False
    for other in range(s.players):
        difference = s.laurels[other] - s.laurels[p]
        for place in range(CHARIOTS):
            if difference == 0:
                difference = s.places[other, place] - s.places[p, place]
        if difference > 0:
            return False
    return True
