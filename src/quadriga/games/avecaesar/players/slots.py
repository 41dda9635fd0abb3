"""Where a move stands among the ratings of a network: the same on every track and in both directions.

A move is its card and how good the space is that it ends on, among all that the card would reach on an empty track:
first the one by which least of the way is lost, of equals the inner lane. So whoever still has to hail the emperor has
the imperial lane first, and everybody else has it last. Votes on an uncrewed chariot stand by themselves.
"""

from __future__ import annotations

from typing import Any

from ..driving import is_crewed, stand_of
from ..fronts import AHEAD, CROSSES, LAYER, LAYERS
from ..numbering import ABSTAIN, FINISH, card_of, space_of
from ..record import CARDS, LAST_LAP, VOTE
from ..tables import DUTIFUL_WAY, IMPERIAL, LANE_NUMBER, WAY
from .features import FAR

PER_CARD = AHEAD + 1
"""Spaces that a card may reach, and the finish behind them."""
VOTES = (CARDS - 1) * PER_CARD
"""Votes for spaces begin here."""
ABSTENTION = VOTES + PER_CARD
SLOTS = ABSTENTION + 1
"""This many places there are."""
WIDTH, OF_LANE = 7, 2
"""Bits that rate a space, and those of them for its lane."""
MOST_LOST, OUTERMOST = 31, 3
"""What these bits have room for."""


def must_hail(s: Any, c: int) -> bool:
    """Tell whether a chariot still has to hail the emperor, and can (AVE-C1)."""
    if s.paid[c] != 0 or s.shamed[c] != 0 or not is_crewed(s, c):
        return False
    return DUTIFUL_WAY[s.track, s.direction, s.space[c], s.crossings[c]] < FAR


def way_from(s: Any, c: int, due: bool, space: int, crossings: int) -> int:
    """Count the steps from a space that a chariot has reached to the finish; by the emperor, if that is due."""
    if due and (s.crossings[c] == 1 or s.crossings[c] == 2):
        due = IMPERIAL[s.track, space] == 0 or IMPERIAL[s.track, s.space[c]] != 0
    if due:
        return min(FAR, DUTIFUL_WAY[s.track, s.direction, space, crossings])
    return WAY[s.track, s.direction, space, crossings]


def way_left(s: Any, c: int) -> int:
    """Count the steps that a racing chariot has to go; by the emperor, if that is due."""
    return way_from(s, c, must_hail(s, c), s.space[c], s.crossings[c])


def losses(s: Any, c: int, at: int, card: int) -> int:
    """Find how much of the way is lost on each space that a card may reach, and its lane: seven bits for each."""
    due = must_hail(s, c)
    steps = way_from(s, c, due, s.space[c], s.crossings[c])
    found = 0
    for j in range(LAYERS[at, card]):
        space = LAYER[at, card, j]
        if space != FINISH:
            crossings = s.crossings[c] + CROSSES[at, card, j]
            lost = MOST_LOST  # behind the line, where nobody comes on the last lap
            if crossings <= LAST_LAP:
                lost = card - steps + way_from(s, c, due, space, crossings)
            lane = min(OUTERMOST, LANE_NUMBER[s.track, space])
            found |= (max(0, min(MOST_LOST, lost)) << OF_LANE | lane) << WIDTH * j
    return found


def loss_of(found: int, j: int) -> int:
    """Take what is lost on the j-th space out of what `losses` found."""
    return found >> WIDTH * j + OF_LANE & MOST_LOST


def rank_of(found: int, j: int, count: int, direction: int) -> int:
    """Rank the j-th of this many spaces by what `losses` found: 0 is the best; of equals the one that is less far.

    Along a lane the spaces are numbered clockwise.
    """
    mask = (1 << WIDTH) - 1
    mine = found >> WIDTH * j & mask
    rank = 0
    for i in range(count):
        other = found >> WIDTH * i & mask
        if other < mine or (other == mine and (i < j if direction == 0 else i > j)):
            rank += 1
    return rank


def spaces_of(at: int, card: int) -> int:
    """Count the spaces that a card may reach, without the finish."""
    count = LAYERS[at, card]
    return count - 1 if count > 0 and LAYER[at, card, count - 1] == FINISH else count


def slot(s: Any, action: int) -> int:
    """Find the place of an action of the seat to move among the ratings; no two legal ones share it."""
    if action == ABSTAIN:
        return ABSTENTION
    card, space = card_of(action), space_of(action)
    first = VOTES if s.stage == VOTE else (card - 1) * PER_CARD
    if space == FINISH:
        return first + AHEAD
    c = s.order[s.turn]
    at = stand_of(s, c)
    count = spaces_of(at, card)
    for j in range(count):
        if LAYER[at, card, j] == space:
            return first + rank_of(losses(s, c, at, card), j, count, s.direction)
    return first
