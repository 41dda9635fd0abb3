"""Skipping a chariot: why, as far as everybody can know, and what that tells of its hand.

Everybody sees the track, not the hand. A card that can be driven in full has its steps free, so every lower one can be
driven too: only whether a chariot waits for the lane (AVE-C3) may lie in its hand alone, and is its driver's secret.
"""

from __future__ import annotations

from typing import Any

from quadriga.kernel.tell import tell

from .cards import hand_limited
from .driving import SIX, ahead, fitting_cards, is_crewed, may_play, seeks_lane, stand_of
from .event_kinds import SKIPPED_BLOCKED, SKIPPED_ONLY_SIXES, SKIPPED_UNCREWED, SKIPPED_UNFIT, SKIPPED_WAITS
from .fronts import HERE, WAITING
from .record import CARDS, SKIPS


def skip(s: Any, c: int) -> None:
    """Skip a chariot that can play nothing; it keeps its hand and draws nothing (AVE-T6, AVE-C3, AVE-O3)."""
    s.tally[SKIPS] += 1
    if not is_crewed(s, c):
        tell(s, SKIPPED_UNCREWED, c, 0, 0, 0)
        return
    fitting = fitting_cards(s, c)
    if fitting == 0:
        tell(s, SKIPPED_BLOCKED, c, 0, 0, 0)
    elif not seeks_lane(s, c):
        # A six that fits is barred, and of the lower cards, which all fit, there is none.
        tell(s, SKIPPED_ONLY_SIXES if fitting >> SIX & 1 else SKIPPED_UNFIT, c, 0, 0, 0)
    elif not is_lane_open(s, c):
        tell(s, SKIPPED_WAITS, c, 0, 0, 0)
    else:
        tell(s, reason_in_hand(s, c, fitting), c, 1, 0, 0)
    note_stuck(s, c)


def note_stuck(s: Any, c: int) -> None:
    """Note for all to know that a chariot holds no card that fits, unless it may be waiting (AVE-T6, AVE-C3).

    A six that fits is barred (AVE-L1): otherwise the chariot could play, for all lower cards fit as well.
    """
    if not seeks_lane(s, c):
        hand_limited(s, c, fitting_cards(s, c) & ~(1 << SIX))


def is_lane_open(s: Any, c: int) -> bool:
    """Tell whether a step enters the lane or keeps it in reach, as the others stand; if none, no card does (AVE-C3)."""
    at = stand_of(s, c)
    return WAITING[at, 1] & ahead(s, at, 1, HERE) != 0


def reason_in_hand(s: Any, c: int, fitting: int) -> int:
    """Find why none of the cards can be played that a chariot on its way to the lane holds (AVE-C3, AVE-L3, AVE-T6)."""
    for card in range(1, CARDS):
        if fitting >> card & 1 and may_play(s, c, card):
            return SKIPPED_WAITS
    return SKIPPED_ONLY_SIXES if fitting >> SIX & 1 else SKIPPED_UNFIT
