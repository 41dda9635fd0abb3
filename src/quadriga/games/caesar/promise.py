"""How a position looks to a side: a guess at its chance of winning, for players that search.

The weights are those of a logistic regression of who won on what stood on the board, over 309,000 positions of 10,700
games: 6,000 between greedy players, 4,000 between a search and a greedy player, 700 between searches, all with a few
random moves so that unusual positions occur too.
"""

from __future__ import annotations

from math import exp
from typing import Any

from .outlook import best_closing, likely, places_next, tokens_for
from .record import BONUS, MIGHT, SENATE, WEALTH
from .standings import side_of
from .tables import BETWEEN, BORDERS, FITS, KINDS, PROVINCES
from .tokens import is_crassus

LEFT = (8.60, 2.46, 2.18, 1.78, 1.42, 1.01, 0.62, 0.30, -0.06, -0.39, -0.61, -0.96, -1.31)
"""By the control tokens that a side has left."""
SENATE_HELD = -0.18
"""A senate token, beside what it adds to those to come."""
STUCK, STUCK_OTHER = -1.49, -0.92
"""For who places next, and for the other: to have no placement; it falls with the square of the spaces that fit."""
CONTROL = (0.0, 0.143, 0.071, 0.035, 0.068, 0.077, 0.077)
"""A control token that an open province promises, by its free border spaces."""
SENATE_TOKEN = (0.0, 0.088, 0.136, 0.143, 0.083, 0.017, 0.017)
"""And one that its senate token promises."""
BEST_CLOSING, NEXT_CLOSING, THEIR_CLOSING = 0.182, 0.087, -0.099
"""What can be closed now, what else could be, and what the other can close then; in control tokens."""
WINS_NOW, WINS_THEN = 1.51, -0.54
"""That the best closing wins, ours now or theirs then."""
WEALTH_DUE, MIGHT_DUE = 0.11, 0.25
"""A bonus that is just being decided on."""
TO_MOVE = 0.10


def promise(s: Any, seat: int) -> float:
    """Guess a seat's chance of winning."""
    mover = places_next(s)
    ahead = TO_MOVE + provinces_and_tokens(s, mover) + closings(s, mover)
    ahead += STUCK * stuck(s, mover) - STUCK_OTHER * stuck(s, 1 - mover)
    if s.stage == BONUS:
        due = WEALTH_DUE if s.bonus_now == WEALTH else MIGHT_DUE if s.bonus_now == MIGHT else 0.0
        ahead += due if s.active == mover else -due
    return 1.0 / (1.0 + exp(-ahead if side_of(s, seat) == mover else ahead))


def provinces_and_tokens(s: Any, side: int) -> float:
    """Weigh the control tokens left and those that open provinces promise; ours less theirs."""
    other = 1 - side
    ahead = SENATE_HELD * (s.senate[side] - s.senate[other])
    for province in range(PROVINCES):
        free = s.free[province]
        if s.bonus[province] != 0 and free > 0:
            gained = likely(s.influence[side, province] - s.influence[other, province], free)
            tokens = gained * tokens_for(s, side, province) - (1.0 - gained) * tokens_for(s, other, province)
            ahead += CONTROL[free] * tokens
            if s.bonus[province] == SENATE + 1:
                senate = gained * (s.senate[side] + 1) - (1.0 - gained) * (s.senate[other] + 1)
                ahead += SENATE_TOKEN[free] * senate
    return ahead + LEFT[left_after_closing(s, side)] - LEFT[left_after_closing(s, other)]


def left_after_closing(s: Any, side: int) -> int:
    """Count the control tokens that a side has left when the provinces that are closing now are resolved."""
    left = s.left[side]
    for province in range(PROVINCES):
        is_gained = s.influence[side, province] > s.influence[1 - side, province]
        if s.bonus[province] != 0 and s.free[province] == 0 and is_gained:
            left -= tokens_for(s, side, province)
            if s.active == side and s.bonus[province] == SENATE + 1:
                left -= s.senate[side] + 1
    return max(0, left)


def closings(s: Any, side: int) -> float:
    """Weigh what the side that places next can close at once, and what the other can close after that."""
    best = second = theirs = their_second = 0.0
    where = their_where = -1
    for border in range(BORDERS):
        if s.token[border] == 0 and (s.free[BETWEEN[border, 0]] == 1 or s.free[BETWEEN[border, 1]] == 1):
            worth = best_closing(s, side, border)
            if worth > best:
                best, second, where = worth, best, border
            elif worth > second:
                second = worth
            worth = best_closing(s, 1 - side, border)
            if worth > theirs:
                theirs, their_second, their_where = worth, theirs, border
            elif worth > their_second:
                their_second = worth
    if where == their_where:
        theirs = their_second
    ahead = BEST_CLOSING * best + NEXT_CLOSING * second + THEIR_CLOSING * theirs
    if best > left_after_closing(s, side):
        ahead += WINS_NOW
    if theirs > left_after_closing(s, 1 - side):
        ahead += WINS_THEN
    return ahead


def stuck(s: Any, side: int) -> float:
    """Weigh the danger of having no placement, from 1 down to 0 (ROME-E1); Crassus has a row to choose from."""
    if is_crassus(s, side):
        return 0.0
    fitting = 0
    for border in range(BORDERS):
        if s.token[border] == 0:
            fits = 0
            for kind in range(KINDS):
                if s.supply[side, kind] > 0 and FITS[kind, border] != 0:
                    fits = 1
            fitting += fits
    return 1.0 / ((1.0 + fitting) * (1.0 + fitting))


def shown(s: Any, action: int) -> int:
    """Name an action as the others see it: every move of this game is open (ROME-T11)."""
    return action
