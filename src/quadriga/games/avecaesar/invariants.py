"""What must hold in every position: compiled with the rules, run on millions of races."""

from __future__ import annotations

from typing import Any

from .cards import fits_knowledge, in_hand
from .driving import is_crewed
from .fronts import BIT
from .record import ABSENT, CARDS, CHARIOTS, COPIES, HAND, LAST_LAP, OVER, RACING, VOTE

MOST_LAURELS = 24 * 3


def broken(s: Any) -> int:
    """Return 0, or the number of the first invariant that a position breaks."""
    low = 0
    high = 0
    places = 0
    for c in range(CHARIOTS):
        if s.status[c] == ABSENT:
            continue
        for card in range(1, CARDS):
            if s.hand[c, card] < 0 or s.deck[c, card] < 0 or s.played[c, card] < 0:
                return 1
            if s.hand[c, card] + s.deck[c, card] + s.played[c, card] != COPIES:
                return 2
        if in_hand(s, c) > HAND or (in_hand(s, c) > 0 and not is_crewed(s, c)):
            return 3
        if s.status[c] == RACING:
            bit_low = BIT[s.space[c], 0]
            bit_high = BIT[s.space[c], 1]
            if (low & bit_low) | (high & bit_high) != 0:
                return 4
            low |= bit_low
            high |= bit_high
            if s.crossings[c] > LAST_LAP:
                return 5
        if s.place[c] > 0:
            if places >> s.place[c] & 1 or s.shamed[c] > 0 or s.paid[c] == 0:
                return 6
            places |= 1 << s.place[c]
        if s.limited[c] > in_hand(s, c):
            return 7
        if not fits_knowledge(s, c):
            return 8
    if low != s.taken[0] or high != s.taken[1]:
        return 9
    if (s.stage == OVER) != (s.to_move < 0) or (s.stage == VOTE) != (s.card > 0):
        return 10
    for p in range(CHARIOTS):
        if s.laurels[p] < 0 or s.laurels[p] > MOST_LAURELS:
            return 11
    return 0
