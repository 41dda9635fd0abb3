"""Control tokens: on provinces, on borders, under senate tokens; whoever has none left wins."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .event_kinds import BARRED, CONTROLS, CONTROLS_TIE, ENDED, ON_BORDER, UNDER_SENATE
from .record import LAST_ON_BORDER, LAST_ON_PROVINCE, LAST_UNDER_SENATE, OVER, SENATE
from .tables import BETWEEN, BORDER_OF, BORDERS, DEGREE, ITALIA


def end_game(s: Any, winner: int, reason: int) -> None:
    """End the game (ROME-E1, ROME-E2)."""
    s.winner = winner + 1
    s.reason = reason
    s.stage = OVER
    s.to_move = -1
    s.first = s.second = s.at_closing = 0
    s.waiting = s.extra_turn = s.centurion_due = 0
    tell(s, ENDED, winner, reason, 0, 0)


def control_token_gone(s: Any, side: int, where: int) -> None:
    """Count a control token that a side got rid of; the last one wins at that moment (ROME-E2)."""
    s.left[side] -= 1
    if s.left[side] == 0:
        end_game(s, side, where)


def controls(s: Any, side: int, province: int) -> bool:
    """Tell whether a side controls a province."""
    return s.control[province] == side + 1


def markers_for(province: int) -> int:
    """Count the control tokens that control of a province takes (ROME-T5, ROME-T6)."""
    return 2 if province == ITALIA else 1


def gain_control(s: Any, side: int, province: int) -> None:
    """Put the control tokens on a province, in Italia two or the last one (ROME-T5, ROME-T6; by a tie ROME-Z6)."""
    own = s.influence[side, province]
    other = s.influence[1 - side, province]
    s.control[province] = side + 1
    tell(s, CONTROLS if own > other else CONTROLS_TIE, side, province, own, other)
    for _ in range(markers_for(province)):
        if s.stage != OVER:
            s.markers[province] += 1
            control_token_gone(s, side, LAST_ON_PROVINCE)


def other_end(border: int, province: int) -> int:
    """Name the province on the other side of a border space."""
    return BETWEEN[border, 0] + BETWEEN[border, 1] - province


def borders_due(s: Any, side: int, province: int) -> int:
    """Find the border spaces, as bits, that control of a province gives a side with what it controls (ROME-T7).

    Where the control token of the other province lies face down, nothing may be put (ROME-B5).
    """
    due = 0
    for k in range(DEGREE[province]):
        border = BORDER_OF[province, k]
        other = other_end(border, province)
        if controls(s, side, other) and s.markers_down[other] == 0:
            due |= 1 << border
    return due


def tell_barred(s: Any, side: int, province: int) -> None:
    """Tell on which border spaces control of a province gives nothing: the token beyond lies face down (ROME-B5)."""
    for k in range(DEGREE[province]):
        other = other_end(BORDER_OF[province, k], province)
        if controls(s, side, other) and s.markers_down[other] > 0:
            tell(s, BARRED, side, BORDER_OF[province, k], other, 0)


def put_on_borders(s: Any, side: int, due: int) -> None:
    """Put a control token on each border space due, over whoever's influence token lies there (ROME-T7)."""
    for border in range(BORDERS):
        if due >> border & 1 and s.stage != OVER:
            s.over[border] = side + 1
            tell(s, ON_BORDER, side, border, s.left[side] - 1, 0)
            control_token_gone(s, side, LAST_ON_BORDER)


def put_under_senate(s: Any, side: int) -> None:
    """Put as many control tokens under a senate token as its side now owns senate tokens (ROME-B6)."""
    s.used[side, SENATE] += 1
    tell(s, UNDER_SENATE, side, min(s.left[side], s.senate[side]), s.senate[side], 0)
    for _ in range(s.senate[side]):
        if s.stage != OVER:
            s.under[side] += 1
            control_token_gone(s, side, LAST_UNDER_SENATE)
