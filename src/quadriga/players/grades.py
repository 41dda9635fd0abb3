"""How bad a move was, in a word: the one notion of it for reviews, the command and the page."""

from __future__ import annotations

from typing import Literal, get_args

Grade = Literal["blunder", "mistake", "inaccuracy"]
GRADES: tuple[Grade, ...] = get_args(Grade)
LEAST: dict[Grade, float] = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
"""What a move of each grade costs at least, in victories."""


def grade(cost: float, margin: float) -> Grade | None:
    """Grade what a move cost; None if that is little, or no more than the search may be mistaken."""
    if cost <= margin:
        return None
    return next((name for name in GRADES if cost >= LEAST[name]), None)
