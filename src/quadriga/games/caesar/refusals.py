"""Why an action is refused: the clause to show. Asked only for actions that `legal` does not list."""

from __future__ import annotations

from typing import Any

from quadriga.model import Refusal

from .events import ENDINGS
from .numbering import FACE_DOWN, MIGHT_ON_BORDER, PLACEMENTS, TAKE_CENTURION, TURNED
from .record import BANK, BONUS, CRASSUS, MIGHT, ORDER, OVER, PLACE

NO_BORDER_CONTROL = Refusal(
    "ROME-K1",
    "No token is placed face down, for the module border control is not in this game.",
    "no-border-control",
)
STAGE_RULES = {BANK: "ROME-K2", ORDER: "ROME-T3", BONUS: "ROME-T9", CRASSUS: "ROME-Z3"}


def refuse(s: Any, action: int) -> str | Refusal:
    """Name the clause that refuses an action, with the reason where its text does not say it."""
    if s.stage == OVER:
        return ENDINGS[s.reason].rule
    if s.stage == PLACE:
        is_face_down = action < PLACEMENTS and TURNED[action] == FACE_DOWN
        return NO_BORDER_CONTROL if is_face_down and not s.border_control else "ROME-T1"
    if s.stage == BONUS and s.bonus_now == MIGHT and MIGHT_ON_BORDER <= action < TAKE_CENTURION:
        return "ROME-B3"
    return STAGE_RULES.get(s.stage, "ROME-C2")
