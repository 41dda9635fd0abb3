"""Driving: where a chariot can go with a card, who leads, and when a six may be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from .fronts import ALONE, BIT, CROSSES, FROM, HERE, LANE, LANE_AT_STAKE, LAYER, LAYER_SET, LAYERS, WAITING, stand
from .numbering import action_of
from .record import CARDS, CHARIOTS, LAST_LAP, RACING
from .tables import IMPERIAL, LAP, NECK, RANK, ROW, ROW_SIZE

SIX = 6
OWNER = np.array([[c % max(players, 1) for c in range(CHARIOTS)] for players in range(CHARIOTS + 1)], np.int64)
"""The player who drives a chariot, by the number of players."""


def is_crewed(s: Any, c: int) -> bool:
    """Tell whether a chariot has a driver."""
    return c < s.players * s.team


def owner(s: Any, c: int) -> int:
    """Name the player who drives a chariot."""
    return OWNER[s.players, c]


def is_free(s: Any, space: int) -> bool:
    """Tell whether no chariot stands on a space (AVE-M1, AVE-T4)."""
    return (s.taken[0] & BIT[space, 0]) | (s.taken[1] & BIT[space, 1]) == 0


def stand_of(s: Any, c: int) -> int:
    """Number where a chariot stands, for what lies ahead of it."""
    return stand(s.track, s.direction, s.space[c], 1 if s.crossings[c] == LAST_LAP else 0)


def is_clear(s: Any, at: int, step: int) -> bool:
    """Tell whether no chariot stands on any space this many steps ahead of a stand."""
    return (s.taken[0] & LAYER_SET[at, step, 0]) | (s.taken[1] & LAYER_SET[at, step, 1]) == 0


def ahead(s: Any, at: int, step: int, front: int) -> int:
    """Find the spaces that can be reached from a stand in this many steps, as bits, from those reached in one less.

    Forward or diagonally forward along the track (AVE-T2, AVE-T3), never through or onto another chariot (AVE-T4); on
    the last lap across the line to FINISH, whatever is left of the card (AVE-F1).
    """
    if front == ALONE[at, step - 1] and is_clear(s, at, step):
        return ALONE[at, step]
    reached = 0
    for j in range(LAYERS[at, step]):
        if FROM[at, step, j] & front != 0 and is_free(s, LAYER[at, step, j]):
            reached |= 1 << j
    return reached


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
    """Tell whether a leader fills its row with another leader, beside it with nothing but sixes as well (AVE-L5)."""
    x = s.space[c]
    if ROW_SIZE[s.track, x] != 2 or IMPERIAL[s.track, x] != 0:
        return False
    for other in range(CHARIOTS):
        if other != c and s.status[other] == RACING and is_crewed(s, other):
            y = s.space[other]
            beside = (ROW[s.track, x, 0] & BIT[y, 0]) | (ROW[s.track, x, 1] & BIT[y, 1]) != 0
            if beside and leads(s, other) and holds_only_sixes(s, other):
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


def seeks_lane(s: Any, c: int) -> bool:
    """Tell whether a chariot must still pay, on lap 2, and could drive where the lane is out of reach (AVE-C3)."""
    return s.crossings[c] == 2 and s.paid[c] == 0 and LANE_AT_STAKE[stand_of(s, c)] != 0


def must_wait(s: Any, c: int) -> bool:
    """Tell whether a chariot that still must pay on lap 2 is kept from the lane by others (AVE-C3).

    So it is if a card that may be played would take it in on an empty track and none does as the others stand; or if
    none even keeps the lane in reach, which on an empty track every card can.
    """
    if not seeks_lane(s, c):
        return False
    at = stand_of(s, c)
    front = HERE
    would_enter = False
    stays_near = False
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if may_play(s, c, card):
            if LANE[at, card] & front != 0:
                return False
            if LANE[at, card] != 0:
                would_enter = True
            if WAITING[at, card] & front != 0:
                stays_near = True
    return would_enter or not stays_near


def ends(at: int, card: int, front: int, waits: bool) -> int:
    """Find where a chariot may end of all it reaches with a card: waiting, not where the lane is passed (AVE-C3)."""
    return front & WAITING[at, card] if waits else front


def offer_drives(s: Any, c: int, moves: Any, n: int) -> int:
    """Offer every card with every space it can end on (AVE-T1 to T6, AVE-C3, AVE-F1); return how many there are."""
    at = stand_of(s, c)
    waits = must_wait(s, c)
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if may_play(s, c, card):
            allowed = ends(at, card, front, waits)
            for j in range(LAYERS[at, card]):
                moves[n] = action_of(card, LAYER[at, card, j])
                n += 1 if allowed >> j & 1 else 0
    return n


def can_drive(s: Any, c: int) -> bool:
    """Tell whether a crewed chariot can play a card (AVE-T5, AVE-T6)."""
    at = stand_of(s, c)
    waits = must_wait(s, c)
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if ends(at, card, front, waits) != 0 and may_play(s, c, card):
            return True
    return False


def fitting_cards(s: Any, c: int) -> int:
    """Find the cards whose number can be driven in full, in hand or not, as bits."""
    at = stand_of(s, c)
    front = HERE
    fitting = 0
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if front != 0:
            fitting |= 1 << card
    return fitting


def line_crossed(s: Any, c: int, card: int, space: int) -> int:
    """Count the crossings of the line on the way to a space."""
    at = stand_of(s, c)
    for j in range(LAYERS[at, card]):
        if LAYER[at, card, j] == space:
            return CROSSES[at, card, j]
    return 0
