"""What a network sees beside the observation of a seat: what follows from it, worked out.

A network finds sums and differences by itself, but hardly who would win a province, or what a closing would bring. Only
what the seat knows goes in: of the other side's supply it knows no more than what is not on the board yet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..observation import FIELDS as OBSERVED
from ..observation import OBSERVATION, observe
from ..ranges import SEAT
from ..record import SENATE
from ..standings import side_of
from ..tables import BETWEEN, BORDER_OF, BORDERS, DEGREE, FITS, KINDS, NUMBER, PROVINCES, TURNS
from ..tokens import is_crassus
from .features import HIGHEST, SPACE, SYMBOL
from .provinces import BONUS_WORTH, left_after_closing, places_next, tokens_for

OF_PROVINCE, OF_BORDER, OF_WHOLE = 6, 3, 16
INPUTS = OBSERVATION + OF_PROVINCE * PROVINCES + OF_BORDER * BORDERS + OF_WHOLE
FARTHEST_LEAD, MOST_FREE = 7, 5
"""A lead beyond this counts as this, and likewise more free border spaces."""
LEADS = 2 * FARTHEST_LEAD + 1
NUMBERS = 8
"""No number on a token is as high."""
BEST = 12
"""What a closing brings is counted in halves of a control token, up to this many."""
WORTH = np.array([round(10 * worth) for worth in BONUS_WORTH], np.int64)
"""What a bonus is worth in tenths of a control token."""
NO_CLOSING = -999
MANY = 15
"""More is as good as this many."""
PROVINCE = (0, [MOST_FREE * LEADS, 20, 20, NUMBERS * NUMBERS, 19, 3])
BORDER = (0, [16, 2 * BEST + 1, 2 * BEST + 1])
WHOLE = (0, [2, 12, 12, *([MANY] * 10), *([2 * BEST + 1] * 3)])
FIELDS = (
    *OBSERVED, ("province", OF_PROVINCE * PROVINCES), ("border", OF_BORDER * BORDERS), ("whole", OF_WHOLE),
)  # fmt: skip
"""What a network sees, in order: name and length."""
RANGES = {**SEAT, "province": PROVINCE, "border": BORDER, "whole": WHOLE}


def held(s: Any, seat_side: int, side: int) -> int:
    """List as bits the kinds of tokens that a side may hold, as a seat knows: its own supply, else what is unseen."""
    found = 0
    if is_crassus(s, side):
        for i in range(s.in_row):
            found |= 1 << s.row[i] - 1
        return found
    for kind in range(KINDS):
        count = s.supply[side, kind] if side == seat_side else s.supply[side, kind] + s.bag[side, kind]
        found |= (count > 0) << kind
    return found


def highest(kinds: int, symbol: int) -> int:
    """Find the highest number that one of these kinds has for a symbol, and 1; 0: none fits."""
    best = -1
    for kind in range(KINDS):
        if kinds >> kind & 1 != 0 and FITS[kind, SPACE[symbol]] != 0:
            best = max(best, HIGHEST[kind])
    return best + 1


def highest_everywhere(kinds: int) -> int:
    """Find the highest numbers for the three symbols, in four bits each."""
    return highest(kinds, 0) | highest(kinds, 1) << 4 | highest(kinds, 2) << 8


def on_border(numbers: int, border: int) -> int:
    """Choose the number for the symbol of a border space."""
    return numbers >> 4 * SYMBOL[border] & 15


def outcome(lead: int, number: int) -> int:
    """Say what comes of a lead with a token more: 0 there is none, 1 behind, 2 even, 3 ahead."""
    if number == 0:
        return 0
    after = lead + number - 1
    return 1 if after < 0 else 2 if after == 0 else 3


def gained(s: Any, side: int, province: int) -> int:
    """Count the control tokens that a side would be rid of by gaining a province, those under senate tokens too."""
    count = tokens_for(s, side, province)
    if s.bonus[province] == SENATE + 1:
        count += s.senate[side] + 1
    return min(20, count)


def see_province(
    s: Any, side: int, province: int, ours: int, theirs: int, left: int, their_left: int, out: Any, at: int
) -> None:
    """Write what is seen of an open province: the lead, what it brings, who can reach what, how it may close."""
    free = s.free[province]
    lead = s.influence[side, province] - s.influence[1 - side, province]
    clipped = max(-FARTHEST_LEAD, min(FARTHEST_LEAD, lead))
    out[at] = 1 + (min(free, MOST_FREE) - 1) * LEADS + clipped + FARTHEST_LEAD
    gain, their_gain = gained(s, side, province), gained(s, 1 - side, province)
    out[at + 1] = gain
    out[at + 2] = their_gain
    number = their_number = 0
    for k in range(DEGREE[province]):
        border = BORDER_OF[province, k]
        if s.token[border] == 0:
            number = max(number, on_border(ours, border))
            their_number = max(their_number, on_border(theirs, border))
    number, their_number = min(NUMBERS - 1, number), min(NUMBERS - 1, their_number)
    out[at + 3] = 1 + number * NUMBERS + their_number
    if free == 1:
        out[at + 4] = 1 + outcome(lead, number) * 4 + outcome(-lead, their_number)
    elif free == 2:
        first = lead + max(0, number - 1) - max(0, their_number - 1)
        out[at + 4] = 17 + (0 if first < 0 else 1 if first == 0 else 2)
    out[at + 5] = (gain >= left) + 2 * (their_gain >= their_left)


def best_closing(s: Any, side: int, kinds: int, border: int) -> int:
    """Weigh what a side's best token of these kinds may bring at once on a border space, ours minus theirs.

    What an end brings hangs on the number only by who is ahead then; so it is worked out once for all tokens.
    """
    one, other = BETWEEN[border, 0], BETWEEN[border, 1]
    lead, ahead, behind, even = closing(s, side, one)
    other_lead, other_ahead, other_behind, other_even = closing(s, side, other)
    best = NO_CLOSING
    for kind in range(KINDS):
        if kinds >> kind & 1 != 0 and FITS[kind, border] != 0:
            for turned in range(TURNS[kind]):
                after, other_after = lead + NUMBER[kind, turned, 0], other_lead + NUMBER[kind, turned, 1]
                worth = ahead if after > 0 else behind if after < 0 else even
                worth += other_ahead if other_after > 0 else other_behind if other_after < 0 else other_even
                best = max(best, worth)
    return best


def closing(s: Any, side: int, province: int) -> tuple[int, int, int, int]:
    """Find a side's lead in a province, and what its closing brings ahead, behind and even, in tenths of a token."""
    if s.free[province] != 1:
        return 0, 0, 0, 0
    lead = s.influence[side, province] - s.influence[1 - side, province]
    worth = WORTH[s.bonus[province] - 1]
    return lead, worth + 10 * gained(s, side, province), worth - 10 * tokens_for(s, 1 - side, province), worth


def in_halves(worth: int) -> int:
    """Write what a closing brings as a small number; 0: nothing can be closed."""
    if worth == NO_CLOSING:
        return 0
    return max(-BEST, min(BEST, worth // 5)) + BEST + 1


def see(s: Any, seat: int, out: Any) -> None:
    """Write what a network sees: the observation, then what follows from it."""
    observe(s, seat, out)
    for i in range(OBSERVATION, INPUTS):
        out[i] = 0
    side = side_of(s, seat)
    our_kinds, their_kinds = held(s, side, side), held(s, side, 1 - side)
    ours, theirs = highest_everywhere(our_kinds), highest_everywhere(their_kinds)
    left, their_left = left_after_closing(s, side), left_after_closing(s, 1 - side)
    at = OBSERVATION
    ones = twos = senates = 0
    for province in range(PROVINCES):
        if s.bonus[province] != 0 and s.free[province] > 0:
            ones += s.free[province] == 1
            twos += s.free[province] == 2
            senates += s.bonus[province] == SENATE + 1
            see_province(s, side, province, ours, theirs, left, their_left, out, at)
        at += OF_PROVINCE
    free = safe = our_safe = their_safe = fitting = their_fitting = 0
    best = second = their_best = NO_CLOSING
    for border in range(BORDERS):
        if s.token[border] == 0:
            one, other = s.free[BETWEEN[border, 0]], s.free[BETWEEN[border, 1]]
            out[at] = 1 + (min(one, 4) - 1) * 4 + min(other, 4) - 1
            free += 1
            fits, they_fit = on_border(ours, border) > 0, on_border(theirs, border) > 0
            fitting += fits
            their_fitting += they_fit
            if min(one, other) > 2:
                safe += 1
                our_safe += fits
                their_safe += they_fit
            elif min(one, other) == 1:
                worth = best_closing(s, side, our_kinds, border)
                if worth > best:
                    best, second = worth, best
                elif worth > second:
                    second = worth
                out[at + 1] = in_halves(worth)
                worth = best_closing(s, 1 - side, their_kinds, border)
                their_best = max(their_best, worth)
                out[at + 2] = in_halves(worth)
        at += OF_BORDER
    kinds = 0
    for kind in range(KINDS):
        kinds += our_kinds >> kind & 1
    out[at] = 1 if places_next(s) == side else 2
    out[at + 1] = left
    out[at + 2] = their_left
    out[at + 3] = min(MANY, ones)
    out[at + 4] = min(MANY, twos)
    out[at + 5] = min(MANY, senates)
    out[at + 6] = min(MANY, safe)
    out[at + 7] = min(MANY, our_safe)
    out[at + 8] = min(MANY, their_safe)
    out[at + 9] = min(MANY, fitting)
    out[at + 10] = min(MANY, their_fitting)
    out[at + 11] = min(MANY, free)
    out[at + 12] = min(MANY, kinds)
    out[at + 13] = in_halves(best)
    out[at + 14] = in_halves(second)
    out[at + 15] = in_halves(their_best)
