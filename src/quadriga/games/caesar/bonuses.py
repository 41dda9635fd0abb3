"""The bonuses: whether there is something to act on, and what each does."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import GOT_CENTURION, GOT_TACTICS, GOT_WEALTH, LAPSED, POISONED, TURNED_CONTROL, TURNED_TOKEN
from .knowledge import token_returned
from .record import CENTURION, MIGHT, POISON, TACTICS, WEALTH
from .tables import BETWEEN, BORDERS, CENTURIONS, NUMBER, PROVINCES
from .tokens import back_to_bag, draw, in_bag, in_supply, is_crassus

NONE_LEFT = CENTURION + 1
"""Why a centurion bonus lapses if it is not that one is called already; other bonuses lapse for one reason each."""


def is_border_target(s: Any, side: int, border: int) -> bool:
    """Tell whether might can turn the opponent's uppermost token on a border space (ROME-B3)."""
    opponent = 2 - side
    if s.over[border] > 0:
        return s.over[border] == opponent and s.over_down[border] == 0
    return s.owner[border] == opponent and s.face_down[border] == 0


def is_province_target(s: Any, side: int, province: int) -> bool:
    """Tell whether might can turn a control token of the opponent on a province (ROME-B3)."""
    return s.control[province] == 2 - side and s.markers_down[province] < s.markers[province]


def has_target(s: Any, side: int) -> bool:
    """Tell whether might has anything to act on."""
    for border in range(BORDERS):
        if is_border_target(s, side, border):
            return True
    for province in range(PROVINCES):
        if is_province_target(s, side, province):
            return True
    return False


def centurions_left(s: Any, side: int) -> int:
    """Count the centurion tokens that a side has not taken yet."""
    count = 0
    for c in range(CENTURIONS):
        count += s.stock[side, c]
    return count


def can_use(s: Any, bonus: int) -> bool:
    """Tell whether the active side's bonus has anything to act on (ROME-B7)."""
    side = s.active
    if bonus == TACTICS:
        return s.extra_turn == 0
    if bonus == WEALTH:
        return in_bag(s, side) > 0
    if bonus == MIGHT:
        return has_target(s, side)
    if bonus == POISON:
        return in_supply(s, 1 - side) > 0
    return bonus == CENTURION and s.centurion_due == 0 and centurions_left(s, side) > 0


def lapse(s: Any, side: int, bonus: int) -> None:
    """Tell that a bonus has nothing to act on, and why (ROME-B7)."""
    none_left = bonus == CENTURION and centurions_left(s, side) == 0
    tell(s, LAPSED, side, bonus, NONE_LEFT if none_left else bonus, 0)


def use(s: Any, bonus: int) -> None:
    """Use a bonus other than might (ROME-B1, ROME-B2, ROME-P2, ROME-C2)."""
    side = s.active
    s.used[side, bonus] += 1
    if bonus == TACTICS:
        s.extra_turn = 1
        tell(s, GOT_TACTICS, side, 0, 0, 0)
    elif bonus == WEALTH:
        tell(s, GOT_WEALTH, side, 0, 0, 0)
        draw(s, side)
    elif bonus == POISON:
        poison(s, 1 - side)
    else:
        s.centurion_due = 1
        tell(s, GOT_CENTURION, side, 0, 0, 0)


def poison(s: Any, side: int) -> None:
    """Return a random token of a supply to its bag, for both to see (ROME-P2)."""
    kind = back_to_bag(s, side, roll(s, in_supply(s, side)))
    tell(s, POISONED, side, kind, 0, 0)
    if not is_crassus(s, side):
        token_returned(s, side, kind)


def turn_on_border(s: Any, side: int, border: int) -> None:
    """Turn the opponent's uppermost token on a border space face down (ROME-B3, ROME-B4)."""
    s.used[side, MIGHT] += 1
    if s.over[border] > 0:
        s.over_down[border] = 1
        tell(s, TURNED_CONTROL, side, border, -1, 0)
        return
    s.face_down[border] = 1
    kind = s.token[border] - 1
    for end in range(2):
        province = BETWEEN[border, end]
        if s.closed[province] == 0:
            s.influence[1 - side, province] -= NUMBER[kind, s.turned[border], end]
    tell(s, TURNED_TOKEN, side, border, kind, 0)


def turn_on_province(s: Any, side: int, province: int) -> None:
    """Turn a control token of the opponent on a province face down (ROME-B3, ROME-B5)."""
    s.used[side, MIGHT] += 1
    s.markers_down[province] += 1
    tell(s, TURNED_CONTROL, side, -1, province, 0)
