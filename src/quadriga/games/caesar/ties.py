"""What decides between Crassus's options that are equally good: provinces, border spaces, tokens (ROME-Z10 to Z12).

Sets of provinces and of border spaces are ints with a bit for each.
"""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .control import controls, other_end
from .event_kinds import (
    NARROWED_PROVINCES,
    NARROWED_SPACES,
    NARROWED_TOKENS,
    PRIORITY,
    TIE_PROVINCE,
    TIE_SPACE,
    TIE_TOKEN,
)
from .record import POISON, SENATE
from .tables import BETWEEN, BORDER_OF, BORDERS, CENTRAL, DEGREE, FITS, IS_WILD, NUMBER, PROVINCES, TURNS

NEXT_TO_OWN, WITH_SENATE, WITH_POISON, IS_CENTRAL, NEXT_TO_CENTRAL, AT_RANDOM, IS_ITALIA = range(1, 8)
"""What decides between provinces: ROME-Z10, and Italia in the sixth priority."""
OTHER_DEFICIT, OTHER_CENTRAL, SPACE_AT_RANDOM = range(1, 4)
"""What decides between border spaces: ROME-Z11."""
NOT_WILD, BY_SUM, LEFTMOST = range(1, 4)
"""What decides between tokens: ROME-Z12."""
FAR = 99
"""More than any number or deficit."""


# --- terms (ROME-Z15)


def end_of(border: int, province: int) -> int:
    """Tell which end of a border space a province is, 0 or 1."""
    return 0 if BETWEEN[border, 0] == province else 1


def deficit(s: Any, province: int) -> int:
    """Take his influence in a province from yours."""
    return s.influence[s.side, province] - s.influence[1 - s.side, province]


def is_beside_own(s: Any, province: int) -> bool:
    """Tell whether a province shares a border space with one that he controls."""
    for k in range(DEGREE[province]):
        if controls(s, 1 - s.side, other_end(BORDER_OF[province, k], province)):
            return True
    return False


def is_beside_central(province: int) -> bool:
    """Tell whether a province shares a border space with a central one."""
    for k in range(DEGREE[province]):
        if CENTRAL[other_end(BORDER_OF[province, k], province)] != 0:
            return True
    return False


def is_option(s: Any, i: int, border: int) -> bool:
    """Tell whether the i-th token of his row may lie on a border space."""
    return s.token[border] == 0 and FITS[s.row[i] - 1, border] != 0


# --- sets


def size(members: int) -> int:
    """Count the members of a set."""
    count = 0
    while members != 0:
        members &= members - 1
        count += 1
    return count


def member(members: int, n: int) -> int:
    """Find the n-th member of a set."""
    k = 0
    while n > 0 or members >> k & 1 == 0:
        n -= members >> k & 1
        k += 1
    return k


# --- provinces


def meets(s: Any, criterion: int, province: int) -> bool:
    """Tell whether a province meets a criterion of ROME-Z10."""
    if criterion == NEXT_TO_OWN:
        return is_beside_own(s, province)
    if criterion == WITH_SENATE:
        return s.bonus[province] == SENATE + 1
    if criterion == WITH_POISON:
        return s.bonus[province] == POISON + 1
    if criterion == IS_CENTRAL:
        return CENTRAL[province] != 0
    return is_beside_central(province)


def narrowed(s: Any, provinces: int, criterion: int) -> int:
    """Keep the provinces that meet a criterion; one that nothing meets is skipped."""
    kept = 0
    for province in range(PROVINCES):
        if provinces >> province & 1 and meets(s, criterion, province):
            kept |= 1 << province
    return kept if kept != 0 else provinces


def equally_good(s: Any, provinces: int) -> int:
    """Filter provinces by all criteria of ROME-Z10 in turn; between those left only chance decides."""
    for criterion in range(NEXT_TO_OWN, AT_RANDOM):
        provinces = narrowed(s, provinces, criterion)
    return provinces


def break_tie(s: Any, provinces: int) -> tuple[int, int]:
    """Choose one of several provinces; return it and the criterion that decided, 0 if there was only one (ROME-Z10)."""
    left = provinces
    criterion = 0
    while size(left) > 1 and criterion < NEXT_TO_CENTRAL:
        criterion += 1
        left = narrowed(s, left, criterion)
    if size(left) > 1:
        criterion = AT_RANDOM
        left = 1 << member(left, roll(s, size(left)))
    return member(left, 0), criterion


def tell_choice(s: Any, priority: int, province: int, figure: int, criterion: int, provinces: int) -> None:
    """Tell by which priority he chose a province, and if several served it what narrowed them down and what decided."""
    tell(s, PRIORITY, 1 - s.side, priority, province, figure)
    if criterion == 0:
        return
    left = provinces
    if criterion != IS_ITALIA:
        for earlier in range(NEXT_TO_OWN, criterion):
            left = narrowed(s, left, earlier)
            tell_narrowed(s, NARROWED_PROVINCES, earlier, provinces, left)
            provinces = left
    tell(s, TIE_PROVINCE, 1 - s.side, province, criterion, size(left))


def tell_narrowed(s: Any, kind: int, criterion: int, before: int, left: int) -> None:
    """Tell that a criterion left fewer, if it did."""
    if left != before:
        tell(s, kind, 1 - s.side, criterion, size(before), size(left))


# --- border spaces


def with_largest_deficit_beyond(s: Any, spaces: int, province: int) -> int:
    """Keep the border spaces of a province whose other province has his largest deficit; all if there is none."""
    most = 1
    kept = 0
    for border in range(BORDERS):
        if spaces >> border & 1:
            lacking = deficit(s, other_end(border, province))
            if lacking > most:
                most = lacking
                kept = 0
            if lacking == most:
                kept |= 1 << border
    return kept if kept != 0 else spaces


def with_central_beyond(spaces: int, province: int) -> int:
    """Keep the border spaces of a province whose other province is central; all if there is none."""
    kept = 0
    for border in range(BORDERS):
        if spaces >> border & 1 and CENTRAL[other_end(border, province)] != 0:
            kept |= 1 << border
    return kept if kept != 0 else spaces


def choose_space(s: Any, spaces: int, province: int) -> int:
    """Choose one of several border spaces of a province and tell what decided (ROME-Z11)."""
    if size(spaces) == 1:
        return member(spaces, 0)
    criterion = OTHER_DEFICIT
    left = with_largest_deficit_beyond(s, spaces, province)
    if size(left) > 1:
        tell_narrowed(s, NARROWED_SPACES, OTHER_DEFICIT, spaces, left)
        spaces = left
        criterion = OTHER_CENTRAL
        left = with_central_beyond(spaces, province)
    if size(left) > 1:
        tell_narrowed(s, NARROWED_SPACES, OTHER_CENTRAL, spaces, left)
        spaces = left
        criterion = SPACE_AT_RANDOM
        left = 1 << member(spaces, roll(s, size(spaces)))
    chosen = member(left, 0)
    tell(s, TIE_SPACE, 1 - s.side, chosen, criterion, size(spaces))
    return chosen


# --- tokens


def choose_token(s: Any, border: int, province: int, value: int, highest: bool) -> int:
    """Choose the token that turns a number to a province, and tell what decided: not wild, by sum, leftmost (ROME-Z12).

    Returns the placement: place in the row, border space and way of turning in one number.
    """
    chosen = -1
    best = -1
    tied = alike = same = 0
    for i in range(s.in_row):
        if is_option(s, i, border):
            kind = s.row[i] - 1
            for turned in range(TURNS[kind]):
                if NUMBER[kind, turned, end_of(border, province)] == value:
                    total = NUMBER[kind, 0, 0] + NUMBER[kind, 0, 1]
                    rated = (total if highest else FAR - total) + (0 if IS_WILD[kind] != 0 else 2 * FAR)
                    tied += 1
                    if best < 0 or rated // (2 * FAR) > best // (2 * FAR):
                        alike = 0
                    if rated // (2 * FAR) >= best // (2 * FAR):
                        alike += 1
                    if rated == best:
                        same += 1
                    if rated > best:
                        best = rated
                        same = 1
                        chosen = (i * BORDERS + border) * 2 + turned
    if tied > 1:
        tell_token(s, s.row[chosen // 2 // BORDERS] - 1, tied, alike, same)
    return chosen


def tell_token(s: Any, kind: int, tied: int, alike: int, same: int) -> None:
    """Tell what decided between tied tokens: some are alike, wild or not, and of these some have the same sum.

    Two tokens with one sum and a third with another never show the same number: the sum decides, or leaves them all.
    """
    side = 1 - s.side
    if 1 < alike < tied:
        tell(s, NARROWED_TOKENS, side, NOT_WILD, tied, alike)
    if same > 1:
        tell(s, TIE_TOKEN, side, kind, LEFTMOST, same)
    elif alike > 1:
        tell(s, TIE_TOKEN, side, kind, BY_SUM, alike)
    else:
        tell(s, TIE_TOKEN, side, kind, NOT_WILD, tied)
