"""Where both sides decide at the same time."""

from __future__ import annotations

from typing import Any

from .record import ARRANGE, KEEP, OPENING, TAKE


def together(s: Any) -> int:
    """Number the part of the game in which both sides choose unseen by each other; 0: they take turns.

    Arranging the action pile, the opening cards, the veterans' choice, the missions (CC97-S2, S6; CC24-S2, S4, V7).
    """
    stage: int = s.stage
    return stage + 1 if stage in (ARRANGE, OPENING, TAKE, KEEP) else 0
