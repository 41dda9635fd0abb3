"""What must hold in every position: compiled with the rules, run on millions of games."""

from __future__ import annotations

from typing import Any

from .knowledge import fits_knowledge
from .record import BONUS, CRASSUS, ORDER, OVER, PLACE
from .tables import BAG_KINDS, BETWEEN, BORDERS, CONTROL_TOKENS, COPIES, DEGREE, ITALIA, KINDS, NUMBER, PROVINCES
from .tokens import can_place, is_crassus


def broken(s: Any) -> int:
    """Return 0, or the number of the first invariant that a position breaks."""
    wrong = broken_board(s)
    if wrong != 0:
        return wrong
    for side in range(2):
        wrong = broken_side(s, side)
        if wrong != 0:
            return wrong
    if (s.stage == OVER) != (s.to_move < 0) or (s.stage == OVER) != (s.winner > 0):
        return 20
    if (s.stage == BONUS) != (s.bonus_now >= 0):
        return 21
    if s.stage == OVER:
        return 0
    if s.left[0] == 0 or s.left[1] == 0:
        return 22
    in_turn = s.stage == ORDER or s.stage == BONUS
    if not in_turn and (s.first > 0 or s.second > 0 or s.waiting != 0):
        return 23
    if (s.stage == PLACE or s.stage == CRASSUS) and not can_place(s, s.active):
        return 24
    if not in_turn and s.at_closing != 0:
        return 25
    return 0


def broken_board(s: Any) -> int:
    """Check the border spaces and the provinces."""
    for province in range(PROVINCES):
        taken = 0
        sums = 0
        for border in range(BORDERS):
            for end in range(2):
                if BETWEEN[border, end] == province and s.token[border] > 0:
                    taken += 1
                    if s.face_down[border] == 0:
                        value = NUMBER[s.token[border] - 1, s.turned[border], end]
                        sums += value if s.owner[border] == 1 else 100 * value
        if s.free[province] != DEGREE[province] - taken:
            return 1
        if s.closed[province] == 0 and sums != s.influence[0, province] + 100 * s.influence[1, province]:
            return 2
        if s.closed[province] > 0 and s.free[province] > 0:
            return 3
        if s.control[province] > 0 and s.closed[province] == 0:
            return 4
        if (s.control[province] > 0) != (s.markers[province] > 0) or s.markers_down[province] > s.markers[province]:
            return 5
        pending = s.first == province + 1 or s.second == province + 1
        if (s.bonus[province] > 0) != (s.closed[province] == 0 or pending) and s.stage != OVER:
            return 6
        if s.markers[province] > (2 if province == ITALIA else 1):
            return 7
    for border in range(BORDERS):
        if (s.token[border] > 0) != (s.owner[border] > 0):
            return 8
        side = s.over[border]
        if side > 0 and (s.control[BETWEEN[border, 0]] != side or s.control[BETWEEN[border, 1]] != side):
            return 9
    return 0


def broken_side(s: Any, side: int) -> int:
    """Check one side's tokens."""
    for kind in range(KINDS):
        if s.supply[side, kind] < 0 or s.bag[side, kind] < 0:
            return 10
        count = s.supply[side, kind] + s.bag[side, kind]
        for border in range(BORDERS):
            count += s.token[border] == kind + 1 and s.owner[border] == side + 1
        if is_crassus(s, side):
            if s.supply[side, kind] > 0:
                return 11
            for i in range(s.in_row):
                count += s.row[i] == kind + 1
        if kind >= BAG_KINDS:
            count += s.stock[side, kind - BAG_KINDS]
        if count != (COPIES[kind] if kind < BAG_KINDS or s.centurions > 0 else 0):
            return 12
    tokens = s.left[side] + s.under[side] + s.forfeited[side]
    for province in range(PROVINCES):
        tokens += s.markers[province] if s.control[province] == side + 1 else 0
    for border in range(BORDERS):
        tokens += s.over[border] == side + 1
    if tokens != CONTROL_TOKENS or s.left[side] < 0:
        return 13
    return 0 if fits_knowledge(s, side) else 14
