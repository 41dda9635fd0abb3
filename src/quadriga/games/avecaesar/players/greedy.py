"""What a position of Ave Caesar is worth."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

from quadriga.model import Move, State

from ..cards import points_left
from ..driving import ahead, is_crewed, owner, stand_of
from ..fronts import CROSSES, HERE, LAYER, LAYERS
from ..numbering import FINISH
from ..race import chariots
from ..record import RACING
from ..tables import IMPERIAL, tracks
from ..track import CROSSINGS

LAURELS_HOPED = 3.0
"""What a chariot that will finish is worth: the laurels of a place in the middle."""
WASTED = 0.03
"""Points that are lost for every space still to drive, by drivers who try not to: spare ones are needed for them."""
SURENESS = 1.5
"""This many spare points more or less make a finish likely or unlikely."""
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
DEALS = 2
"""Little hangs on what is hidden."""
LEFT_OUT = ("abstain",)
"""To abstain is to let others decide."""


def worth(s: Any, seat: int) -> float:
    """Weigh a position of Ave Caesar: laurels, what our chariots may hope for, who is in whose way."""
    value = float(s.laurels[seat])
    for c in range(chariots(s)):
        if s.status[c] == RACING and is_crewed(s, c) and not s.shamed[c]:
            ours = owner(s, c) == seat
            value += hope(s, c) - HINDERED * detour(s, c) if ours else HINDERING * detour(s, c)
    return value


def hope(s: Any, c: int) -> float:
    """Weigh what a racing chariot may hope for: its points against the shortest way left, the homage included."""
    steps = steps_left(s, c, s.space[c], s.crossings[c])
    spare = points_left(s, c) - steps - WASTED * steps
    finish = 1 / (1 + exp(min(50.0, -spare / SURENESS)))
    return float(LAURELS_HOPED * finish + HAILED * s.paid[c] - SPEED * min(steps, FAR))


def detour(s: Any, c: int) -> float:
    """Count by how many spaces the others lengthen a chariot's way, on the average of the cards it may draw."""
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
    enters = IMPERIAL[s.track, space] and not IMPERIAL[s.track, s.space[c]] and s.crossings[c] in (1, 2)
    duty = not (s.paid[c] or s.shamed[c] or enters)
    return shortest_ways(s.track, s.direction == 0, duty)[CROSSINGS - crossings][space]


@cache
def shortest_ways(track: int, clockwise: bool, duty: bool) -> tuple[tuple[int, ...], ...]:
    """Remember the ways left on a track, given by its number."""
    return tracks()[track].way_left(clockwise, duty=duty)


def after(deal: State, move: Move, seat: int) -> State:
    """Play a move in an imagined deal; the others agree with a vote."""
    state = deal.copy()
    is_vote = state.legal[-1].kind == "abstain"
    state.play(move)
    for voter in range(seat + 1, len(state.game.seats) if is_vote else 0):
        if state.to_move == voter and move in state.legal:
            state.play(move)
    return state
