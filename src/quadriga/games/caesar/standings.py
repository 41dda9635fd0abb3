"""Seats and sides, and who has won. In solo the only seat is the player's, on either side."""

from __future__ import annotations

from typing import Any


def seat_of(s: Any, side: int) -> int:
    """Name the seat that decides for a side; in Crassus's turn the player turns his tile."""
    return 0 if s.solo > 0 else side


def side_of(s: Any, seat: int) -> int:
    """Name the side that a seat plays."""
    return s.side if s.solo > 0 else seat


def wins(s: Any, seat: int) -> bool:
    """Tell whether a seat has won (ROME-E1, ROME-E2)."""
    if s.solo > 0 and seat > 0:
        return False
    return s.winner == side_of(s, seat) + 1


def score(s: Any, seat: int) -> int:
    """Count 1 for the winner: the game knows no points."""
    return 1 if wins(s, seat) else 0
