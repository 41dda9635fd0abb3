"""What a network sees: the race by the way left and by who is around, never by track or space.

So both tracks, both directions and tracks that it never saw look alike. Chariots are listed by who drives next,
beginning with the seat's own: that is the order in which they can hinder each other, and the n-th belongs to the n-th
seat from there, as the chances do that a network foretells; the uncrewed stand at the end. Only what the seat knows
goes in: of other hands what is not played yet.
"""

from __future__ import annotations

from typing import Any

from ..driving import is_crewed, owner
from ..record import CARDS, CHARIOTS, DRIVE, OVER, RACING
from .chariot_inputs import (
    CHARIOT,
    NEVER,
    OF_CHARIOT,
    OWNER,
    arrival,
    can_place,
    see_chariot,
    see_hand,
)
from .move_inputs import BEHIND, DETAILS, GOAL, LED, OF_MOVES, REACH, REACHES, ROOM, see_moves
from .slots import way_left

UNTOLD = ("track", "direction")
"""Options that a network is not told, so that it need not have seen them."""
(STAGE, RACE, FLAGS, PLACED, TURNED, HOPING, EARLIEST, SHORT_BY_HAND, SHORT_BY_CARD, POINTS_HELD) = range(10)
OF_RACE = 10
SHORTEST = 9
"""As far from the finish counts like farther."""
AHEAD = 15
"""A greater difference of laurels counts like this."""
FIELDS = (
    ("race", OF_RACE), ("laurels", CHARIOTS - 1), ("chariots", CHARIOTS * OF_CHARIOT), ("reach", REACHES),
    ("goal", DETAILS), ("led", DETAILS), ("behind", DETAILS), ("room", DETAILS),
)  # fmt: skip
"""What a network sees, in order: name and length."""
RANGES = {
    "race": (0, [2, 4, 7, CHARIOTS, CARDS - 1, CHARIOTS, CHARIOTS, 1 + SHORTEST, 1 + SHORTEST, 18]),
    "laurels": (0, 1 + 2 * AHEAD),
    "chariots": CHARIOT,
    "reach": REACH,
    "goal": GOAL,
    "led": LED,
    "behind": BEHIND,
    "room": ROOM,
}
AT_CHARIOTS = OF_RACE + CHARIOTS - 1
AT_MOVES = AT_CHARIOTS + CHARIOTS * OF_CHARIOT
INPUTS = AT_MOVES + OF_MOVES


def first_of(s: Any, seat: int) -> int:
    """Find the seat's chariot that drives next, as a place in the order; one that is out of the race if all are."""
    crewed = s.players * s.team
    found = -1
    for k in range(crewed):
        i = (s.turn + k) % crewed if s.turn < crewed else k
        if owner(s, s.order[i]) == seat and (found < 0 or s.status[s.order[found]] != RACING):
            found = i
    return found


def listed(s: Any, first: int, block: int) -> int:
    """Find the chariot of a block, as a place in the order; -1: none."""
    crewed = s.players * s.team
    if block < crewed:
        return (first + block) % crewed
    k = CHARIOTS - 1 - block
    if k >= s.uncrewed:
        return -1
    return crewed + (max(0, s.turn - crewed) + k) % s.uncrewed


def see(s: Any, seat: int, out: Any) -> None:
    """Write what a network sees for a seat."""
    for i in range(INPUTS):
        out[i] = 0
    first = first_of(s, seat)
    see_chariots(s, seat, first, out)
    see_race(s, seat, s.order[first], out)
    if s.stage != OVER and (s.stage != DRIVE or s.to_move == seat):
        see_moves(s, seat, out, AT_MOVES)


def see_chariots(s: Any, seat: int, first: int, out: Any) -> None:
    """Write what is seen of all chariots, and how many of them race for a place."""
    count = s.players * s.team + s.uncrewed
    hoping, earliest, soonest, next_soonest = 0, -1, NEVER, NEVER
    for block in range(s.players * s.team):
        i = listed(s, first, block)
        if can_place(s, s.order[i]):
            hoping += 1
            arrives = arrival(s, s.order[i], (i - s.turn) % count)
            if arrives < soonest:
                earliest, soonest, next_soonest = block, arrives, soonest
            else:
                next_soonest = min(next_soonest, arrives)
    out[HOPING] = hoping
    out[EARLIEST] = earliest + 1
    for block in range(CHARIOTS):
        i = listed(s, first, block)
        if i >= 0:
            c, at = s.order[i], AT_CHARIOTS + block * OF_CHARIOT
            rival = next_soonest if block == earliest else soonest
            see_chariot(s, c, (i - s.turn) % count, s.order[first], rival, out, at)
            if is_crewed(s, c):
                out[at + OWNER] = 1 + block % s.players
                if owner(s, c) == seat and s.status[c] == RACING:
                    see_hand(s, c, out, at)


def see_race(s: Any, seat: int, me: int, out: Any) -> None:
    """Write what is seen of the race and the score, and how near the seat's chariot is to the finish."""
    if s.stage != OVER:
        out[STAGE] = 1 + s.stage
    if s.tournament != 0:
        out[RACE] = min(4, 1 + s.race)
    out[FLAGS] = s.arrived + 2 * s.must_six + 4 * (1 - s.opened)
    out[PLACED] = s.placed
    out[TURNED] = s.card
    if s.status[me] == RACING:
        steps = way_left(s, me)
        points, highest = 0, 0
        for card in range(1, CARDS):
            points += card * s.hand[me, card]
            if s.hand[me, card] > 0:
                highest = card
        out[SHORT_BY_HAND] = 1 + max(0, min(SHORTEST, steps - points))
        out[SHORT_BY_CARD] = 1 + max(0, min(SHORTEST, steps - highest))
        out[POINTS_HELD] = points
    if s.tournament != 0 or s.team > 1:
        for k in range(1, s.players):
            lead = s.laurels[seat] - s.laurels[(seat + k) % s.players]
            out[OF_RACE + k - 1] = 1 + AHEAD + max(-AHEAD, min(AHEAD, lead))
