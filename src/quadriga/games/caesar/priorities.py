"""How Crassus chooses where to place: the seven priorities (ROME-Z9, ROME-Z15 to Z17).

An option is a token of the row, a free border space that it fits, a way of turning it and a target, one of the two
provinces of that space; its value is the number that faces the target. Every choice is told with its reason.
"""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .control import borders_due, markers_for
from .event_kinds import NO_TOKEN_FITS, NOTHING_SPARED, PASSED_OVER, PASSED_OVER_TWO
from .record import POISON, SENATE
from .tables import BETWEEN, BORDER_OF, BORDERS, CENTRAL, DEGREE, ITALIA, NUMBER, PROVINCES, TURNS
from .ties import (
    FAR,
    IS_ITALIA,
    break_tie,
    choose_space,
    choose_token,
    deficit,
    end_of,
    equally_good,
    is_beside_own,
    is_option,
    size,
    tell_choice,
)

GAIN, CLOSE, DEFICIT, LEAD, BESIDE_OWN, CENTRE, ANYWHERE = range(1, 8)
"""The priorities of ROME-Z9."""
NONE = FAR


def choose_placement(s: Any) -> int:
    """Choose a placement: place in the row, border space and way of turning in one number (ROME-Z9)."""
    choice = choose_closing(s, True)
    if choice >= 0:
        return choice
    careful = anything_spared(s)
    tell_caution(s, careful)
    choice = choose_closing(s, False)
    if choice >= 0:
        return choice
    priority = DEFICIT
    province = choose_province(s, priority, careful)
    while province < 0:
        priority += 1
        province = choose_province(s, priority, careful)
    value = highest_into(s, province, careful)
    spaces = 0
    for k in range(DEGREE[province]):
        if highest_on(s, BORDER_OF[province, k], province, careful) == value:
            spaces |= 1 << BORDER_OF[province, k]
    return choose_token(s, choose_space(s, spaces, province), province, value, True)


# --- would it make you win?


def your_tokens(s: Any, province: int) -> int:
    """Count the control tokens that you would put down for a province: on it and on its borders."""
    return markers_for(province) + size(borders_due(s, s.side, province))


def makes_you_win(s: Any, border: int) -> bool:
    """Tell whether you would win at once if Crassus took a border space (ROME-Z17).

    Asked only when no option gains him a province: then all that is closed is yours, whichever token he takes.
    """
    a = BETWEEN[border, 0]
    b = BETWEEN[border, 1]
    left = s.left[s.side]
    if s.free[a] != 1 or s.free[b] != 1:
        return (s.free[a] == 1 and your_tokens(s, a) >= left) or (s.free[b] == 1 and your_tokens(s, b) >= left)
    if your_tokens(s, a) + your_tokens(s, b) + 1 < left:
        return False
    first = equally_good(s, 1 << a | 1 << b)
    return (first >> a & 1 != 0 and not saves_him(s, a)) or (first >> b & 1 != 0 and not saves_him(s, b))


def saves_him(s: Any, first: int) -> bool:
    """Tell whether ruthless Crassus wins between two closings by what he discards with the first bonus (ROME-Z8)."""
    discards = s.bonus[first] - 1 != SENATE and s.bonus[first] - 1 != POISON
    return s.ruthless > 0 and discards and s.left[1 - s.side] == 1 and your_tokens(s, first) < s.left[s.side]


def anything_spared(s: Any) -> bool:
    """Tell whether any placement does not make you win."""
    for border in range(BORDERS):
        if has_option(s, border) and not makes_you_win(s, border):
            return True
    return False


def has_option(s: Any, border: int) -> bool:
    """Tell whether any token of his row may lie on a border space."""
    for i in range(s.in_row):
        if is_option(s, i, border):
            return True
    return False


def tell_caution(s: Any, careful: bool) -> None:
    """Tell which border spaces he passes over because you would win, or that all are like that (ROME-Z17)."""
    if not careful:
        tell(s, NOTHING_SPARED, s.side, 0, 0, 0)
        return
    for border in range(BORDERS):
        a = BETWEEN[border, 0]
        b = BETWEEN[border, 1]
        if (s.free[a] == 1 or s.free[b] == 1) and has_option(s, border) and makes_you_win(s, border):
            if s.free[a] == s.free[b]:
                tell(s, PASSED_OVER_TWO, s.side, border, a, b)
            else:
                tell(s, PASSED_OVER, s.side, border, a if s.free[a] == 1 else b, 0)


# --- the first two priorities: closing with the smallest number


def least_closing(s: Any, province: int, gaining: bool) -> int:
    """Find the smallest number that closes a province; NONE if there is none (ROME-Z16).

    With `gaining` it must give him control, a tie being his; without, it must not make you win.
    """
    least = NONE
    if s.free[province] != 1:
        return least
    border = last_space(s, province)
    if not gaining and makes_you_win(s, border):
        return least
    for i in range(s.in_row):
        if is_option(s, i, border):
            for turned in range(TURNS[s.row[i] - 1]):
                value = NUMBER[s.row[i] - 1, turned, end_of(border, province)]
                if value < least and (not gaining or value >= deficit(s, province)):
                    least = value
    return least


def last_space(s: Any, province: int) -> int:
    """Find the only free border space of a province."""
    k = 0
    while s.token[BORDER_OF[province, k]] != 0:
        k += 1
    return BORDER_OF[province, k]


def choose_closing(s: Any, gaining: bool) -> int:
    """Choose by the first or the second priority; -1 if nothing serves it."""
    least = NONE
    provinces = 0
    for province in range(PROVINCES):
        value = least_closing(s, province, gaining)
        if value < least:
            least = value
            provinces = 0
        if value == least and value < NONE:
            provinces |= 1 << province
    if provinces == 0:
        return -1
    province, criterion = break_tie(s, provinces)
    tell_choice(s, GAIN if gaining else CLOSE, province, least, criterion, provinces)
    return choose_token(s, last_space(s, province), province, least, False)


# --- the other priorities: the highest number


def highest_on(s: Any, border: int, province: int, careful: bool) -> int:
    """Find the highest number of an option on a border space into a province; -1 if there is none (ROME-Z17)."""
    highest = -1
    if s.token[border] != 0 or (careful and makes_you_win(s, border)):
        return highest
    for i in range(s.in_row):
        if is_option(s, i, border):
            kind = s.row[i] - 1
            highest = max(highest, NUMBER[kind, 0, 0], NUMBER[kind, 0, 1])
    return highest


def highest_into(s: Any, province: int, careful: bool) -> int:
    """Find the highest number of an option into a province; -1 if there is none."""
    highest = -1
    for k in range(DEGREE[province]):
        highest = max(highest, highest_on(s, BORDER_OF[province, k], province, careful))
    return highest


def rank(s: Any, priority: int, province: int, highest: int) -> int:
    """Rank a province with an option by a priority; -NONE if it does not serve it (ROME-Z16)."""
    if priority == DEFICIT:
        return deficit(s, province) if deficit(s, province) > 0 else -NONE
    if priority == LEAD:
        return -deficit(s, province) if s.influence[1 - s.side, province] > 0 else -NONE
    if priority == BESIDE_OWN:
        return highest if is_beside_own(s, province) else -NONE
    if priority == CENTRE:
        return highest if CENTRAL[province] != 0 else -NONE
    return highest


def choose_province(s: Any, priority: int, careful: bool) -> int:
    """Choose a province by a priority from the third on, and tell why; -1 if none serves it."""
    best = -NONE
    provinces = 0
    for province in range(PROVINCES):
        highest = highest_into(s, province, careful)
        if highest >= 0:
            ranked = rank(s, priority, province, highest)
            if ranked > best:
                best = ranked
                provinces = 0
            if ranked == best and ranked > -NONE:
                provinces |= 1 << province
    if priority == DEFICIT or priority == LEAD:
        tell_out_of_reach(s, priority, best)
    if provinces == 0:
        return -1
    if priority == CENTRE and provinces >> ITALIA & 1 and size(provinces) > 1:
        tell_choice(s, priority, ITALIA, best, IS_ITALIA, provinces)
        return ITALIA
    province, criterion = break_tie(s, provinces)
    tell_choice(s, priority, province, best, criterion, provinces)
    return province


def tell_out_of_reach(s: Any, priority: int, best: int) -> None:
    """Tell which provinces would serve a priority better than any that he can reach: no token fits (ROME-Z15).

    Where he is behind is told with the third priority, never again with the fourth.
    """
    for province in range(PROVINCES):
        if s.free[province] > 0 and highest_into(s, province, False) < 0:
            ranked = rank(s, priority, province, 0)
            if ranked > max(best, -1):
                tell(s, NO_TOKEN_FITS, 1 - s.side, priority, province, ranked)
