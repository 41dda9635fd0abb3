"""What a network sees of a chariot: its way, its cards, and where it is among the others; all of it is public.

But for the hand, which only its driver sees. Of the others it counts what is not played yet, in hand or deck.
"""

from __future__ import annotations

from typing import Any

from ..driving import ahead, is_crewed, progress, stand_of
from ..fronts import HERE
from ..record import ABSENT, CARDS, CHARIOTS, COPIES, FINISHED, RACING
from ..tables import IMPERIAL, LANE_NUMBER, LAP, NECK, TO_LANE, TO_NECK, WAY
from .features import KEPT
from .slots import OUTERMOST, must_hail, way_left

TURN = 420
"""Turns are counted in these parts: they can be shared by any card and any number of chariots."""
OF_POINT = TURN * 2 // 7
"""What a point is worth, by the mean of all cards."""
NEVER = 99 * TURN
"""Later than any chariot arrives."""
FINE, MIDDLE = 24, 60
"""Ways up to here are told step by step, then by threes, then by sixes."""
MOST_STEPS = FINE + (MIDDLE - FINE) // 3 + 9
SHORT, SPARE = -6, 12
"""Points that are lacking or to spare: fewer and more count like this."""
NEAR, AFAR = 8, 13
"""Chariots this far apart are told step by step; others by how far, up to this number."""
BINS = (11, 15, 22, 34)
"""The last of the steps that the numbers beyond the near ones stand for."""
HORIZON = 15
"""The next neck and the imperial lane are seen from this far."""
HALVES, LATEST = 24, 40
"""Arrivals are told by half turns up to here, then by turns."""
MARGIN = 16
"""Arrivals are compared by thirds of a turn, up to this many."""
HIGHEST = CARDS - 1
(
    STATUS, OWNER, PLACE, WAITS, STEPS, SLACK, LEFT, DUTY, DISTANCE, AHEAD_OF_IT, WHERE, NECK_AHEAD, LANE_AHEAD,
    WITHOUT, ARRIVES, LEADS_BY, FITS, UNPLAYED,
) = range(18)  # fmt: skip
HELD = UNPLAYED + HIGHEST
OF_CHARIOT = HELD + HIGHEST
CHARIOT = (0, [
    5, CHARIOTS, CHARIOTS, CHARIOTS, MOST_STEPS, 1 + SPARE - SHORT, COPIES * HIGHEST, 8, 1 + 2 * AFAR, CHARIOTS, 5,
    HORIZON, HORIZON, 3 * HIGHEST, LATEST, 1 + 2 * MARGIN, CARDS, *[COPIES] * HIGHEST, *[3] * HIGHEST,
])  # fmt: skip
RACES, UNCREWED, HOPELESS, PLACED, GONE = range(1, 6)
"""What the first number says."""


def can_place(s: Any, c: int) -> bool:
    """Tell whether a chariot still races for a place: it has paid, or can."""
    if s.status[c] != RACING or not is_crewed(s, c) or s.shamed[c] != 0:
        return False
    return s.paid[c] != 0 or must_hail(s, c)


def cards_left(s: Any, c: int) -> int:
    """Count the cards that a chariot has not played."""
    count = 0
    for card in range(1, CARDS):
        count += COPIES - s.played[c, card]
    return count


def points_left(s: Any, c: int) -> int:
    """Add up the cards that a chariot has not played."""
    points = 0
    for card in range(1, CARDS):
        points += card * (COPIES - s.played[c, card])
    return points


def arrival(s: Any, c: int, waits: int) -> int:
    """Guess when a chariot arrives if nobody is in its way, as `features.arrival` does, in whole parts of a turn."""
    spare = points_left(s, c) - way_left(s, c)
    turns = TURN * waits // (s.players * s.team + s.uncrewed)
    kept = 0
    for card in range(1, CARDS):
        cards = COPIES - s.played[c, card]
        turns += TURN * cards
        while cards > 0 and kept < KEPT and spare > 0:
            turns -= min(TURN, TURN * spare // card)
            spare -= card
            cards -= 1
            kept += 1
    return max(0, turns - OF_POINT * spare) if spare > 0 else turns


def binned_steps(steps: int) -> int:
    """Write a way as a small number, finely near its end."""
    if steps <= FINE:
        return steps
    if steps <= MIDDLE:
        return FINE + (steps - FINE + 2) // 3
    return min(MOST_STEPS, FINE + (MIDDLE - FINE) // 3 + (steps - MIDDLE + 5) // 6)


def binned_turns(turns: int) -> int:
    """Write an arrival as a small number, finely near the end."""
    halves = 1 + turns // (TURN // 2)
    return halves if halves <= HALVES else min(LATEST, HALVES + (halves - HALVES + 1) // 2)


def distance(s: Any, c: int, other: int) -> int:
    """Write how far a chariot is before or behind another: level in the middle, finely nearby."""
    between = progress(s, c) - progress(s, other)
    t, d, x = s.track, s.direction, s.space[other]
    steps = (abs(between) * (WAY[t, d, x, 2] - WAY[t, d, x, 3]) + LAP[t] - 1) // LAP[t]
    if steps > NEAR:
        beyond = NEAR + 1
        for k in range(AFAR - NEAR - 1):
            if steps > BINS[k]:
                beyond += 1
        steps = beyond
    return 1 + AFAR + (steps if between > 0 else -steps)


def count_ahead(s: Any, c: int, reached: int) -> int:
    """Count the others that are further than this."""
    count = 0
    for other in range(s.players * s.team + s.uncrewed):
        if other != c and s.status[other] == RACING and progress(s, other) > reached:
            count += 1
    return count


def where(s: Any, space: int) -> int:
    """Tell a space by its lane: 1 the innermost, 4 the imperial lane, 5 a neck."""
    if NECK[s.track, space] != 0:
        return 5
    return 4 if IMPERIAL[s.track, space] != 0 else 1 + min(OUTERMOST - 1, LANE_NUMBER[s.track, space])


def farthest(s: Any, at: int) -> int:
    """Find the highest card that can be driven from a stand as all others stand, in hand or not; 0: none."""
    front = HERE
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        if front == 0:
            return card - 1
    return HIGHEST


def known_without(s: Any, c: int) -> int:
    """Write what everybody knows of a hand since a skip: how many cards are higher than which (AVE-T6)."""
    highest = 0
    for card in range(1, CARDS):
        if s.excluded[c] >> card & 1:
            highest = card
    return HIGHEST * (s.limited[c] - 1) + highest if s.limited[c] > 0 and highest > 0 else 0


def see_chariot(s: Any, c: int, waits: int, me: int, rival: int, out: Any, at: int) -> None:
    """Write what is seen of a chariot but its owner and its hand.

    It drives after this many others; `me` is the seat's own that drives next, `rival` when the first of the others
    arrives.
    """
    if s.status[c] == ABSENT:
        return
    out[at + PLACE] = s.place[c]
    if s.status[c] != RACING:
        out[at + STATUS] = PLACED if s.status[c] == FINISHED and s.place[c] > 0 else GONE
        return
    t, d, x = s.track, s.direction, s.space[c]
    steps = way_left(s, c)
    hopes = can_place(s, c)
    out[at + STATUS] = UNCREWED if not is_crewed(s, c) else RACES if hopes else HOPELESS
    out[at + WAITS] = 1 + waits
    out[at + STEPS] = binned_steps(steps)
    out[at + SLACK] = 1 - SHORT + max(SHORT, min(SPARE, points_left(s, c) - steps))
    out[at + LEFT] = cards_left(s, c)
    out[at + DUTY] = 1 + 2 * s.crossings[c] + s.paid[c]
    if c != me and s.status[me] == RACING:
        out[at + DISTANCE] = distance(s, c, me)
    out[at + AHEAD_OF_IT] = 1 + count_ahead(s, c, progress(s, c))
    out[at + WHERE] = where(s, x)
    out[at + NECK_AHEAD] = min(HORIZON, TO_NECK[t, d, x])
    out[at + LANE_AHEAD] = min(HORIZON, TO_LANE[t, d, x])
    out[at + WITHOUT] = known_without(s, c)
    if hopes:
        arrives = arrival(s, c, waits)
        out[at + ARRIVES] = binned_turns(arrives)
        out[at + LEADS_BY] = 1 + MARGIN + max(-MARGIN, min(MARGIN, (rival - arrives) // (TURN // 3)))
    out[at + FITS] = 1 + farthest(s, stand_of(s, c))
    for card in range(1, CARDS):
        out[at + UNPLAYED - 1 + card] = COPIES - s.played[c, card]


def see_hand(s: Any, c: int, out: Any, at: int) -> None:
    """Write what a driver holds."""
    for card in range(1, CARDS):
        out[at + HELD - 1 + card] = s.hand[c, card]
