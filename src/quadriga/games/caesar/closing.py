"""Closing provinces: the bonus token, the sums, control, borders and the senate."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .control import borders_due, gain_control, markers_for, put_on_borders, put_under_senate, tell_barred
from .event_kinds import CLOSED, KEPT_SENATE, TIED, TOOK_BONUS, WAITS
from .record import NO_BONUS, OVER, SENATE
from .tables import PROVINCES
from .tokens import is_crassus

NOBODY = -1
NONE_LATER = -1
"""Stands for the province that is resolved later: there is none."""


def find_closings(s: Any) -> None:
    """Close the provinces whose border spaces are all taken since the placement: one, two or none (ROME-T3).

    Closed means that might changes nothing in them any more, also in the one still to be resolved (ROME-B4).
    """
    s.at_closing = 1
    for province in range(PROVINCES):
        if s.free[province] == 0 and s.closed[province] == 0:
            s.closed[province] = 1
            if s.first == 0:
                s.first = province + 1
            else:
                s.second = province + 1


def winner_of(s: Any, province: int) -> int:
    """Tell which side gains a closed province."""
    return winner_by_lead(s, s.influence[0, province] - s.influence[1, province])


def winner_by_lead(s: Any, lead: int) -> int:
    """Tell who gains by Caesar's lead: the higher sum; on a tie nobody, in his turn Crassus (ROME-T5, ROME-Z6)."""
    if lead == 0:
        return s.active if is_crassus(s, s.active) else NOBODY
    return 0 if lead > 0 else 1


def borders_to_come(s: Any, province: int) -> bool:
    """Tell whether the active side will put control tokens on borders when a closed province is resolved (ROME-T8)."""
    side = s.active
    if winner_of(s, province) != side or s.left[side] <= markers_for(province):
        return False
    return borders_due(s, side, province) != 0


def resolve(s: Any, province: int, later: int) -> int:
    """Resolve a closed province up to the use of its bonus (ROME-T4 to T8, ROME-B6); return the bonus still to use.

    `later` is the province that is resolved after it, or NONE_LATER.
    """
    side = s.active
    bonus = s.bonus[province] - 1
    s.bonus[province] = 0
    s.gained[side, bonus] += 1
    tell(s, CLOSED, side, province, 0, 0)
    tell(s, TOOK_BONUS, side, province, bonus, 0)
    if bonus == SENATE:
        s.senate[side] += 1
    winner = winner_of(s, province)
    if winner == NOBODY:
        tell(s, TIED, side, province, s.influence[0, province], 0)
    else:
        gain_control(s, winner, province)
        if s.stage == OVER:
            return NO_BONUS
        tell_barred(s, winner, province)
        due = borders_due(s, winner, province)
        if winner != side and later >= 0 and due != 0 and borders_to_come(s, later):
            s.waiting = due
            tell(s, WAITS, winner, province, later, 0)
            due = 0
        put_on_borders(s, winner, due)
    if s.waiting != 0 and later < 0:
        put_on_borders(s, 1 - side, s.waiting)
        s.waiting = 0
    if s.stage == OVER:
        return NO_BONUS
    if bonus == SENATE:
        if winner == side:
            put_under_senate(s, side)
        else:
            tell(s, KEPT_SENATE, side, s.senate[side], 0, 0)
        return NO_BONUS
    return bonus
