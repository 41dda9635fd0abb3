"""Why an action is refused: the clause to show. Asked only for actions that `legal` does not list."""

from __future__ import annotations

from typing import Any

from . import classic, renewed
from .action import affects, card_of
from .cards import in_hand
from .influence import all_free_places, free_places, is_open
from .material import GROUPS, SIDE_LIMIT
from .numbering import (
    ALLOW,
    DISCARD,
    DONE,
    DRAW_ACTION,
    KEEP_MISSION,
    KILL_DOWN,
    KILL_UP,
    PASS,
    PICK,
    PLACE_UP,
    SCOUT_AT,
    VETO_IT,
)
from .record import (
    AFTER,
    ALL_WON,
    ARRANGE,
    BLOCKED,
    BOTH_OUT,
    CASTLE,
    EXCHANGE,
    EXCHANGE_DRAW,
    KEEP,
    OPENING,
    OVER,
    PASSES,
    REFILL,
    SECOND,
    SPY_DRAW,
    SPYING,
    TAKE,
    TURN,
    VETO_DRAW,
    VETOING,
)

ENDS_1997 = {ALL_WON: "E1", BOTH_OUT: "E2", BLOCKED: "E4", PASSES: "T13"}
ENDS_2024 = {ALL_WON: "E1", BOTH_OUT: "E2", BLOCKED: "E3"}

# The clause that says what is due at a stage: it refuses every action of another kind.
DUE_1997 = {
    ARRANGE: "S9", OPENING: "S6", VETOING: "A7", VETO_DRAW: "A7", SPYING: "A3", SPY_DRAW: "A3", CASTLE: "A4",
    EXCHANGE: "T11", EXCHANGE_DRAW: "T11", REFILL: "T9", AFTER: "T2",
}  # fmt: skip
DUE_2024 = {
    OPENING: "S2", TAKE: "S4", KEEP: "V7", VETOING: "A6", VETO_DRAW: "A6", CASTLE: "A5", REFILL: "T10", AFTER: "T1",
}  # fmt: skip


def is_action_card(action: int) -> bool:
    """Tell whether an action plays an action card on one's own turn."""
    return KILL_UP <= action < VETO_IT


def is_placing(action: int) -> bool:
    """Tell whether an action places an influence card."""
    return action < KILL_UP


def refuse_classic(s: Any, action: int) -> str:
    """Name the clause of the 1997 edition that refuses an action."""
    p = s.to_move
    if s.stage == OVER:
        return "CC97-" + ENDS_1997[s.reason]
    if s.stage in (VETOING, VETO_DRAW, SPYING, SPY_DRAW, CASTLE, OPENING):
        return "CC97-" + DUE_1997[s.stage]
    if s.stage == ARRANGE:
        return "CC97-M5" if PICK <= action < KEEP_MISSION else "CC97-S9"
    if s.stage == EXCHANGE_DRAW and action == DRAW_ACTION and classic.draw_is_forced(s, p):
        return "CC97-T7"
    if s.stage in (EXCHANGE, EXCHANGE_DRAW, REFILL):
        return "CC97-" + DUE_1997[s.stage]
    if action == VETO_IT or action == ALLOW:
        return "CC97-A8"
    if s.stage == TURN and not s.acted and in_hand(s, p) == 0:
        return "CC97-T7"
    if is_action_card(action):
        return refuse_action_classic(s, p, action)
    if is_placing(action):
        return "CC97-T3" if s.stage == AFTER else refuse_placing_classic(s, p, action)
    if DISCARD <= action < PICK or action == PASS:
        return "CC97-T11"
    if s.stage == TURN and not s.acted and action != DONE:
        return "CC97-T1"
    return "CC97-T2" if s.stage == AFTER else "CC97-T3"


def refuse_action_classic(s: Any, p: int, action: int) -> str:
    """Name the clause that refuses an action card in 1997."""
    if s.acted:
        return "CC97-A1"
    if KILL_DOWN <= action < SCOUT_AT:
        return "CC97-A2"
    if s.actions[p, card_of(action)] == 0:
        return "CC97-T2"
    if not affects(s, p, action):
        return "CC97-A11"
    return "CC97-T12"


def refuse_placing_classic(s: Any, p: int, action: int) -> str:
    """Name the clause that refuses an influence card in 1997."""
    up = action >= PLACE_UP
    g, v = action % GROUPS, action % PLACE_UP // GROUPS
    if not up and s.stage == SECOND:
        return "CC97-T3"
    if s.hand[p, v] == 0:
        return "CC97-T3"
    if free_places(s, p, g) == 0:
        return "CC97-" + ("T6" if not is_open(s, g) else "T4" if s.laid[p, g] == SIDE_LIMIT else "T5")
    return "CC97-T3"


def refuse_renewed(s: Any, action: int) -> str:
    """Name the clause of the 2024 edition that refuses an action."""
    p = s.to_move
    if s.stage == OVER:
        return "CC24-" + ENDS_2024[s.reason]
    if s.stage == REFILL and action == DRAW_ACTION and renewed.draw_is_forced(s, p):
        return "CC24-T11"
    if s.stage == VETOING and is_action_card(action):
        return "CC24-A7"
    if s.stage in (OPENING, TAKE, KEEP, VETOING, VETO_DRAW, CASTLE, REFILL):
        return "CC24-" + DUE_2024[s.stage]
    if action == VETO_IT or action == ALLOW:
        return "CC24-A7"
    if s.stage == TURN and all_free_places(s, p) == 0:
        return "CC24-E3"
    if is_action_card(action):
        return refuse_action_renewed(s, p, action)
    if is_placing(action) and s.stage != AFTER:
        return refuse_placing_renewed(s, p, action)
    return "CC24-T2" if s.stage in (TURN, SECOND) and action == DONE else "CC24-T1"


def refuse_action_renewed(s: Any, p: int, action: int) -> str:
    """Name the clause that refuses an action card in 2024."""
    if s.stage == SECOND:
        return "CC24-T1"
    if s.acted:
        return "CC24-A1"
    if s.actions[p, card_of(action)] == 0:
        return "CC24-T1"
    return "CC24-A8"


def refuse_placing_renewed(s: Any, p: int, action: int) -> str:
    """Name the clause that refuses an influence card in 2024."""
    g, v = action % GROUPS, action % PLACE_UP // GROUPS
    same_way = s.stage == SECOND and (action >= PLACE_UP) == (s.first_up > 0)
    if same_way or s.hand[p, v] == 0:
        return "CC24-T2"
    return "CC24-T3" if is_open(s, g) else "CC24-T4"
