"""What a position is judged by, as numbers near 1: the features of an open province, and those of the whole position.

All of them are seen from the side that places next (`side`) against the other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..components import SYMBOLS, components
from ..control import other_end
from ..record import BONUS, CENTURION, MIGHT, NO_BONUS, POISON, SENATE, TACTICS, WEALTH
from ..tables import BETWEEN, BORDER_OF, BORDERS, DEGREE, FITS, KINDS, NUMBER, PROVINCES
from ..tokens import is_crassus
from .provinces import best_closing, likely, open_neighbours, tokens_for

SYMBOL = np.array([SYMBOLS.index(border.symbol) for border in components().borders], np.int64)
"""The symbol of a border space."""
SPACE = np.array([np.flatnonzero(symbol == SYMBOL)[0] for symbol in range(len(SYMBOLS))], np.int64)
"""A border space with each symbol."""
HIGHEST = NUMBER[:, 0].max(axis=1)
POINTS = NUMBER[:, 0].sum(axis=1)
"""The higher number of a token, and both together."""
PROVINCE_FEATURES, WHOLE_FEATURES = 22, 30
NO_TOKEN = -1
Reaches = tuple[int, int, int]
FEW = 6
"""With fewer safe placements left it matters whether they are odd or even: whoever has none must offer a province."""


def held(s: Any, side: int, kind: int) -> int:
    """Count the tokens of a kind in a supply, or in Crassus's row."""
    if not is_crassus(s, side):
        return int(s.supply[side, kind])
    count = 0
    for i in range(s.in_row):
        count += s.row[i] == kind + 1
    return count


def reach(s: Any, side: int, symbol: int) -> int:
    """Find the highest number that a side can place on a symbol."""
    highest = NO_TOKEN
    for kind in range(KINDS):
        if FITS[kind, SPACE[symbol]] != 0 and held(s, side, kind) > 0:
            highest = max(highest, HIGHEST[kind])
    return highest


def reaches(s: Any, side: int) -> Reaches:
    """Find the highest number that a side can place on each symbol."""
    return reach(s, side, 0), reach(s, side, 1), reach(s, side, 2)


def on_space(numbers: Reaches, border: int) -> int:
    """Choose the number for the symbol of a border space."""
    symbol = SYMBOL[border]
    return numbers[0] if symbol == 0 else numbers[1] if symbol == 1 else numbers[2]


def is_open(s: Any, province: int) -> bool:
    """Tell whether a province has free border spaces."""
    return s.bonus[province] != 0 and s.free[province] > 0


def province_features(
    s: Any, side: int, province: int, left: int, their_left: int, ours: Reaches, theirs: Reaches
) -> tuple[float, ...]:
    """See an open province: how near it is to closing, who leads, what it brings, who can reach what in it."""
    other = 1 - side
    free = s.free[province]
    bonus = s.bonus[province] - 1
    lead = s.influence[side, province] - s.influence[other, province]
    number = their_number = NO_TOKEN
    offered = closed = 0
    for k in range(DEGREE[province]):
        border = BORDER_OF[province, k]
        if s.token[border] == 0:
            number = max(number, on_space(ours, border))
            their_number = max(their_number, on_space(theirs, border))
            neighbour = other_end(border, province)
            offered += s.free[neighbour] == 2
            closed += s.free[neighbour] == 1
    return (
        1.0 * (free == 1),
        1.0 * (free == 2),
        1.0 * (free == 3),
        2.0 * likely(lead, free) - 1.0,
        lead / 6.0,
        tokens_for(s, side, province) / 2.0,
        tokens_for(s, other, province) / 2.0,
        1.0 * (bonus == TACTICS),
        1.0 * (bonus == WEALTH or bonus == POISON),
        1.0 * (bonus == MIGHT or bonus == CENTURION),
        (s.senate[side] + 1) / 2.0 * (bonus == SENATE),
        (s.senate[other] + 1) / 2.0 * (bonus == SENATE),
        open_neighbours(s, province) / 3.0,
        number / 6.0,
        their_number / 6.0,
        left / 12.0,
        their_left / 12.0,
        offered / 2.0,
        1.0 * closed,
        1.0 * (lead + number > 0),
        1.0 * (lead - their_number < 0),
        1.0 * (lead > 0) - 1.0 * (lead < 0),
    )


def whole_features(s: Any, side: int, left: int, their_left: int, ours: Reaches, theirs: Reaches) -> tuple[float, ...]:
    """See the whole: control tokens left, senates, supplies, what can be closed, how many placements offer nothing."""
    other = 1 - side
    ones = twos = senates = 0
    for province in range(PROVINCES):
        if is_open(s, province):
            ones += s.free[province] == 1
            twos += s.free[province] == 2
            senates += s.bonus[province] == SENATE + 1
    free = safe = our_safe = their_safe = our_fitting = their_fitting = 0
    best = second = their_best = their_second = 0.0
    where = their_where = -1
    for border in range(BORDERS):
        if s.token[border] == 0:
            free += 1
            fits, they_fit = on_space(ours, border) >= 0, on_space(theirs, border) >= 0
            our_fitting += fits
            their_fitting += they_fit
            nearest = min(s.free[BETWEEN[border, 0]], s.free[BETWEEN[border, 1]])
            if nearest > 2:
                safe += 1
                our_safe += fits
                their_safe += they_fit
            elif nearest == 1:
                worth = best_closing(s, side, border)
                if worth > best:
                    best, second, where = worth, best, border
                elif worth > second:
                    second = worth
                worth = best_closing(s, other, border)
                if worth > their_best:
                    their_best, their_second, their_where = worth, their_best, border
                elif worth > their_second:
                    their_second = worth
    # What they can close after our best closing.
    then = their_second if where == their_where else their_best
    tokens = points = their_tokens = their_points = 0
    for kind in range(KINDS):
        count = held(s, side, kind)
        tokens += count
        points += count * POINTS[kind]
        count = held(s, other, kind)
        their_tokens += count
        their_points += count * POINTS[kind]
    odd = 0.0 if safe >= FEW else 1.0 if safe % 2 == 1 else -1.0
    due = s.bonus_now if s.stage == BONUS else NO_BONUS
    ours_due = 1.0 if s.active == side else -1.0
    return (
        left / 6.0,
        their_left / 6.0,
        2.0 / (1.0 + left),
        2.0 / (1.0 + their_left),
        s.senate[side] / 2.0,
        s.senate[other] / 2.0,
        senates / 3.0,
        stuck(s, side, our_fitting),
        stuck(s, other, their_fitting),
        tokens / 3.0,
        their_tokens / 3.0,
        points / 15.0,
        their_points / 15.0,
        best / 3.0,
        second / 3.0,
        then / 3.0,
        1.0 * (best > left),
        1.0 * (then > their_left),
        ones / 2.0,
        twos / 4.0,
        safe / 10.0,
        our_safe / 10.0,
        their_safe / 10.0,
        odd * (ones == 0),
        odd * (ones > 0),
        free / 15.0,
        ours_due * (due == WEALTH),
        ours_due * (due == MIGHT),
        1.0 * (our_safe == 0 and ones == 0),
        their_best / 3.0,
    )


def stuck(s: Any, side: int, fitting: int) -> float:
    """Weigh the danger of having no placement, from 1 down to 0 (ROME-E1); Crassus has a row to choose from."""
    return 0.0 if is_crassus(s, side) else 1.0 / ((1.0 + fitting) * (1.0 + fitting))
