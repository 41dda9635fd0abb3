"""Skipping a chariot: why, as far as everybody can know, and what that tells of its hand.

Everybody sees the track, not the hand: a reason that lies in the hand is told to its owner alone.
"""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .cards import hand_limited
from .driving import (
    SIX,
    ahead,
    fitting_cards,
    holds_only_sixes,
    is_crewed,
    leads,
    may_play,
    must_wait,
    seeks_lane,
    stand_of,
)
from .fronts import HERE, WAITING
from .record import CARDS, SKIPS
from .told import (
    SKIPPED_BLOCKED,
    SKIPPED_ONLY_SIXES,
    SKIPPED_SIX_BARRED,
    SKIPPED_UNCREWED,
    SKIPPED_UNFIT,
    SKIPPED_WAITS,
)

ALL_CARDS = (1 << CARDS) - 2
ONLY_SIX = 1 << SIX


def skip(s: Any, c: int) -> None:
    """Skip a chariot that can play nothing; it keeps its hand and draws nothing (AVE-T6, AVE-O3)."""
    s.tally[SKIPS] += 1
    if not is_crewed(s, c):
        tell(s, SKIPPED_UNCREWED, c, 0, 0, 0)
        return
    reason = reason_for_all(s, c)
    if reason != SKIPPED_UNFIT:
        tell(s, reason, c, 0, 0, 0)
    else:
        tell(s, reason_in_hand(s, c), c, 1, 0, 0)
    note_stuck(s, c)


def note_stuck(s: Any, c: int) -> None:
    """Note for all to know that a chariot holds no card that it could play; nothing if it may be waiting (AVE-C3)."""
    playable = fitting_cards(s, c)
    if is_barred(s, c):
        playable &= ~ONLY_SIX
    hand_limited(s, c, 0 if seeks_lane(s, c) else playable)


def is_barred(s: Any, c: int) -> bool:
    """Tell whether sixes are for others: this chariot leads, and nobody has finished (AVE-L1, AVE-L2, AVE-L7)."""
    return leads(s, c) and s.arrived == 0


def reason_for_all(s: Any, c: int) -> int:
    """Find why a chariot cannot play, whatever it holds; SKIPPED_UNFIT if that depends on its hand."""
    fitting = fitting_cards(s, c)
    if fitting == 0:
        return SKIPPED_BLOCKED
    if seeks_lane(s, c) and not is_lane_open(s, c):
        return SKIPPED_WAITS
    if is_barred(s, c) and fitting == ONLY_SIX:
        return SKIPPED_SIX_BARRED
    if is_barred(s, c) and fitting == ALL_CARDS and not seeks_lane(s, c):
        return SKIPPED_ONLY_SIXES
    return SKIPPED_UNFIT


def is_lane_open(s: Any, c: int) -> bool:
    """Tell whether any card, in hand or not, would end in the lane or keep it in reach, as the others stand."""
    at = stand_of(s, c)
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if WAITING[at, card] & front != 0:
            return True
    return False


def reason_in_hand(s: Any, c: int) -> int:
    """Find why none of the cards that a chariot holds can be played."""
    fitting = fitting_cards(s, c)
    if must_wait(s, c):
        for card in range(1, CARDS):
            if fitting >> card & 1 and may_play(s, c, card):
                return SKIPPED_WAITS
    if s.hand[c, SIX] > 0 and fitting >> SIX & 1:
        return SKIPPED_ONLY_SIXES if holds_only_sixes(s, c) else SKIPPED_SIX_BARRED
    return SKIPPED_UNFIT
