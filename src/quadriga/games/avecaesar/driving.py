"""Driving: where a chariot can go with a card, who leads, and when a six may be played."""

from __future__ import annotations

from typing import Any

from .numbering import FINISH, action_of
from .record import CARDS, CHARIOTS, LAST_LAP, RACING
from .tables import (
    BEFORE,
    BIT,
    CROSSES,
    IMPERIAL,
    INSIDE,
    LANE_AHEAD,
    LAP,
    LAYER,
    LAYERS,
    LINE,
    NECK,
    RANK,
    ROW,
    ROW_SIZE,
)

SIX = 6


def is_crewed(s: Any, c: int) -> bool:
    """Tell whether a chariot has a driver."""
    return c < s.players * s.team


def owner(s: Any, c: int) -> int:
    """Name the player who drives a chariot."""
    return c % s.players


def is_free(s: Any, space: int) -> bool:
    """Tell whether no chariot stands on a space (AVE-M1, AVE-T4)."""
    return (s.taken[0] & BIT[space, 0]) | (s.taken[1] & BIT[space, 1]) == 0


def ahead(s: Any, c: int, step: int, low: int, high: int, alone: bool) -> tuple[int, int]:
    """Find the spaces a chariot can reach in one more step, as bits, from those it reaches in one less.

    Forward or diagonally forward along the track (AVE-T2, AVE-T3), never through or onto another chariot (AVE-T4)
    unless the track is thought `alone`; on the last lap the line is the end (AVE-F1).
    """
    t, d, x = s.track, s.direction, s.space[c]
    last_lap = s.crossings[c] == LAST_LAP
    new_low = 0
    new_high = 0
    for j in range(LAYERS[t, d, x, step]):
        y = LAYER[t, d, x, step, j]
        behind_low = INSIDE[t, d, y, 0] if last_lap else BEFORE[t, d, y, 0]
        behind_high = INSIDE[t, d, y, 1] if last_lap else BEFORE[t, d, y, 1]
        if (behind_low & low) | (behind_high & high) != 0 and (alone or is_free(s, y)):
            new_low |= BIT[y, 0]
            new_high |= BIT[y, 1]
    return new_low, new_high


def crosses_from(s: Any, c: int, low: int, high: int) -> bool:
    """Tell whether a chariot on its last lap crosses the line with the next step (AVE-F1)."""
    if s.crossings[c] != LAST_LAP:
        return False
    return (LINE[s.track, s.direction, 0] & low) | (LINE[s.track, s.direction, 1] & high) != 0


def progress(s: Any, c: int) -> int:
    """Measure how far a chariot is: laps, then the rank of its space (AVE-L6)."""
    return s.crossings[c] * LAP[s.track] + RANK[s.track, s.direction, s.space[c]]


def leads(s: Any, c: int) -> bool:
    """Tell whether no racing chariot, crewed or not, is ahead of this one; level leaders all lead (AVE-L2, AVE-L6)."""
    mine = progress(s, c)
    for other in range(CHARIOTS):
        if s.status[other] == RACING and progress(s, other) > mine:
            return False
    return True


def holds_only_sixes(s: Any, c: int) -> bool:
    """Tell whether a hand has sixes and nothing else."""
    others = 0
    for card in range(1, SIX):
        others += s.hand[c, card]
    return others == 0 and s.hand[c, SIX] > 0


def blocks_beside(s: Any, c: int) -> bool:
    """Tell whether two level leaders with nothing but sixes fill their row (AVE-L5)."""
    x = s.space[c]
    if ROW_SIZE[s.track, x] != 2 or IMPERIAL[s.track, x] != 0:
        return False
    for other in range(CHARIOTS):
        if other != c and s.status[other] == RACING and is_crewed(s, other):
            y = s.space[other]
            beside = (ROW[s.track, x, 0] & BIT[y, 0]) | (ROW[s.track, x, 1] & BIT[y, 1]) != 0
            if beside and holds_only_sixes(s, other):
                return True
    return False


def may_play_six(s: Any, c: int) -> bool:
    """Tell whether the rule on sixes lets a chariot play one (AVE-L1 to L5, AVE-L7, AVE-L8)."""
    if s.must_six > 0 or s.arrived > 0 or s.opened == 0 or not leads(s, c):
        return True
    if not holds_only_sixes(s, c):
        return False
    return NECK[s.track, s.space[c]] != 0 or blocks_beside(s, c)


def may_play(s: Any, c: int, card: int) -> bool:
    """Tell whether a card is in hand and not forbidden, fitting or not."""
    if s.hand[c, card] == 0 or (s.must_six > 0 and card != SIX):
        return False
    return card != SIX or may_play_six(s, c)


def card_takes_in(s: Any, c: int, alone: bool) -> bool:
    """Tell whether a card that may be played ends in the imperial lane, with the others there or thought away."""
    x = s.space[c]
    low = BIT[x, 0]
    high = BIT[x, 1]
    for card in range(1, CARDS):
        low, high = ahead(s, c, card, low, high, alone)
        if may_play(s, c, card):
            for j in range(LAYERS[s.track, s.direction, x, card]):
                y = LAYER[s.track, s.direction, x, card, j]
                if IMPERIAL[s.track, y] != 0 and (BIT[y, 0] & low) | (BIT[y, 1] & high) != 0:
                    return True
    return False


def must_wait(s: Any, c: int) -> bool:
    """Tell whether a chariot that still must pay on lap 2 is kept out of the lane by others (AVE-C3)."""
    if s.crossings[c] != 2 or s.paid[c] > 0 or LANE_AHEAD[s.track, s.direction, s.space[c]] == 0:
        return False
    return card_takes_in(s, c, True) and not card_takes_in(s, c, False)


def may_end(s: Any, c: int, card: int, j: int, waits: bool) -> bool:
    """Tell whether a card may end on the j-th space it leads to: waiting, not where the lane is passed (AVE-C3)."""
    if not waits:
        return True
    t, d, x = s.track, s.direction, s.space[c]
    y = LAYER[t, d, x, card, j]
    return IMPERIAL[t, y] != 0 or (LANE_AHEAD[t, d, y] != 0 and CROSSES[t, d, x, card, j] == 0)


def offer_drives(s: Any, c: int, moves: Any, n: int) -> int:
    """Offer every card with every space it can end on (AVE-T1 to T6, AVE-C3, AVE-F1); return how many there are."""
    t, d, x = s.track, s.direction, s.space[c]
    waits = must_wait(s, c)
    low = BIT[x, 0]
    high = BIT[x, 1]
    finishes = False
    for card in range(1, CARDS):
        finishes = finishes or crosses_from(s, c, low, high)
        low, high = ahead(s, c, card, low, high, False)
        if may_play(s, c, card):
            for j in range(LAYERS[t, d, x, card]):
                y = LAYER[t, d, x, card, j]
                if (BIT[y, 0] & low) | (BIT[y, 1] & high) != 0 and may_end(s, c, card, j, waits):
                    moves[n] = action_of(card, y)
                    n += 1
            if finishes:
                moves[n] = action_of(card, FINISH)
                n += 1
    return n


def can_drive(s: Any, c: int) -> bool:
    """Tell whether a crewed chariot can play a card (AVE-T5, AVE-T6)."""
    t, d, x = s.track, s.direction, s.space[c]
    waits = must_wait(s, c)
    low = BIT[x, 0]
    high = BIT[x, 1]
    finishes = False
    for card in range(1, CARDS):
        finishes = finishes or crosses_from(s, c, low, high)
        low, high = ahead(s, c, card, low, high, False)
        if may_play(s, c, card):
            if finishes:
                return True
            if low | high != 0:
                for j in range(LAYERS[t, d, x, card]):
                    y = LAYER[t, d, x, card, j]
                    if (BIT[y, 0] & low) | (BIT[y, 1] & high) != 0 and may_end(s, c, card, j, waits):
                        return True
    return False


def fitting_cards(s: Any, c: int) -> int:
    """Find the cards whose number can be driven in full, in hand or not, as bits."""
    x = s.space[c]
    low = BIT[x, 0]
    high = BIT[x, 1]
    finishes = False
    fitting = 0
    for card in range(1, CARDS):
        finishes = finishes or crosses_from(s, c, low, high)
        low, high = ahead(s, c, card, low, high, False)
        if finishes or low | high != 0:
            fitting |= 1 << card
    return fitting


def line_crossed(s: Any, c: int, card: int, space: int) -> int:
    """Count the crossings of the line on the way to a space."""
    for j in range(LAYERS[s.track, s.direction, s.space[c], card]):
        if LAYER[s.track, s.direction, s.space[c], card, j] == space:
            return CROSSES[s.track, s.direction, s.space[c], card, j]
    return 0
