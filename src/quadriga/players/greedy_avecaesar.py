"""What a position of Ave Caesar is worth."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

LAURELS_HOPED = 3.0
"""What a chariot that will finish is worth: the laurels of a place in the middle."""
WASTED = 0.03
"""Points that are lost for every space still to drive, by drivers who try not to: spare ones are needed for them."""
SURENESS = 1.5
"""So many spare points more or less make a finish likely or unlikely."""
HAILED = 0.8
"""What it is worth to have paid the denarius: later the lane may be blocked."""
SPEED = 0.01
"""What a space driven is worth: arriving earlier is a better place."""
FAR = 100
"""More steps than any race has."""
HINDERED = 0.05
"""What it costs us that a card can be driven only on a way that is a space longer."""
HINDERING = 0.02
"""What it is worth that another driver is hindered as much: little, for there are others."""
STUCK = 3
"""A card that cannot be driven at all hinders like a way so much longer."""


def avecaesar_worth(s: Any, seat: int) -> float:
    """Weigh a position of Ave Caesar: laurels, what our chariots may hope for, who is in whose way."""
    from quadriga.games.avecaesar.driving import is_crewed, owner
    from quadriga.games.avecaesar.race import chariots
    from quadriga.games.avecaesar.record import RACING

    worth = float(s.laurels[seat])
    for c in range(chariots(s)):
        if s.status[c] == RACING and is_crewed(s, c) and not s.shamed[c]:
            ours = owner(s, c) == seat
            worth += hope(s, c) - HINDERED * detour(s, c) if ours else HINDERING * detour(s, c)
    return worth


def hope(s: Any, c: int) -> float:
    """Weigh what a racing chariot may hope for: its points against the shortest way left, the homage included."""
    from quadriga.games.avecaesar.cards import points_left

    steps = steps_left(s, c, s.space[c], s.crossings[c])
    spare = points_left(s, c) - steps - WASTED * steps
    finish = 1 / (1 + exp(min(50.0, -spare / SURENESS)))
    return float(LAURELS_HOPED * finish + HAILED * s.paid[c] - SPEED * min(steps, FAR))


def detour(s: Any, c: int) -> float:
    """Count by how many spaces the others lengthen a chariot's way, on the average of the cards it may draw."""
    from quadriga.games.avecaesar.driving import ahead, stand_of
    from quadriga.games.avecaesar.fronts import CROSSES, HERE, LAYER, LAYERS
    from quadriga.games.avecaesar.numbering import FINISH

    at = stand_of(s, c)
    before = steps_left(s, c, s.space[c], s.crossings[c])
    front, total = HERE, 0
    for card in range(1, 7):
        front = ahead(s, at, card, front)
        losses = [STUCK]
        for j in range(LAYERS[at, card]):
            if front >> j & 1:
                y = int(LAYER[at, card, j])
                if y == FINISH:
                    losses.append(0)
                else:
                    losses.append(card - before + steps_left(s, c, y, s.crossings[c] + int(CROSSES[at, card, j])))
        total += min(losses)
    return total / 6


def steps_left(s: Any, c: int, space: int, crossings: int) -> int:
    """Count the steps from a space to the end of the race, by the emperor if he is still to be hailed."""
    from quadriga.games.avecaesar.tables import IMPERIAL
    from quadriga.games.avecaesar.track import CROSSINGS

    enters = IMPERIAL[s.track, space] and not IMPERIAL[s.track, s.space[c]] and s.crossings[c] in (1, 2)
    duty = not (s.paid[c] or s.shamed[c] or enters)
    return shortest_ways(s.track, s.direction == 0, duty)[CROSSINGS - crossings][space]


@cache
def shortest_ways(track: int, clockwise: bool, duty: bool) -> tuple[tuple[int, ...], ...]:
    """Remember the ways left on a track, given by its number."""
    from quadriga.games.avecaesar.tables import tracks

    return tracks()[track].way_left(clockwise, duty=duty)
