"""Why an action is refused: the clause to show. Asked only for actions that `legal` does not list."""

from __future__ import annotations

from typing import Any

from .events import OVER_RULES
from .numbering import FACE_DOWN, KIND, MIGHT_ON_BORDER, PLACEMENTS, TAKE_CENTURION, TURNED
from .record import BANK, BONUS, CRASSUS, MIGHT, ORDER, OVER, PLACE

STAGE_RULES = {BANK: "ROME-K2", ORDER: "ROME-T3", BONUS: "ROME-T9", CRASSUS: "ROME-Z3"}


def refuse(s: Any, action: int) -> str:
    """Name the clause that refuses an action."""
    if s.stage == OVER:
        return OVER_RULES[s.reason]
    if s.stage == PLACE:
        if action < PLACEMENTS and TURNED[action] == FACE_DOWN and s.supply[s.active, KIND[action]] > 0:
            return "ROME-K2" if not s.border_control else "ROME-T1"
        return "ROME-T1"
    if s.stage == BONUS and s.bonus_now == MIGHT and MIGHT_ON_BORDER <= action < TAKE_CENTURION:
        return "ROME-B3"
    return STAGE_RULES.get(s.stage, "ROME-C2")
