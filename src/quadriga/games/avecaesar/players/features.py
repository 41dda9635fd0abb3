"""What tells how a chariot will do: its way and its points, its hand, who stands around it."""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..cards import points_left
from ..driving import SIX, ahead, progress, stand_of
from ..fronts import CROSSES, HERE, LAYER, LAYERS
from ..numbering import FINISH
from ..record import CARDS, HAND, RACING
from ..tables import DUTIFUL_WAY, IMPERIAL, LAP, WAY

FAR = 120
"""More steps than any race has: no way to the finish is left."""
KEPT = HAND - 1
"""Cards that can be kept back to the end of a race: beside them there is one to play."""
NEVER = 99.0
"""Later than any chariot arrives."""
MEAN = 3.5
"""The mean of a card."""
BLOCKED = 4
"""A card that cannot be driven counts as if it lost this many points."""
STUCK = 3
"""A card that cannot be driven at all hinders like a way that is this much longer."""
NEAR, FARTHER = 6, 14
"""Chariots within this many steps are in the way soon, or later."""
FEATURES = 29


def can_win(s: Any, c: int) -> bool:
    """Tell whether a chariot still races for a place."""
    return s.status[c] == RACING and s.shamed[c] == 0


def steps_from(s: Any, c: int, space: int, crossings: int) -> int:
    """Count the steps from a space to the end of the race, by the emperor if he is still to be hailed."""
    hails = IMPERIAL[s.track, space] != 0 and IMPERIAL[s.track, s.space[c]] == 0
    if s.paid[c] != 0 or (hails and (s.crossings[c] == 1 or s.crossings[c] == 2)):
        return WAY[s.track, s.direction, space, crossings]
    return min(FAR, DUTIFUL_WAY[s.track, s.direction, space, crossings])


def loss(s: Any, c: int, at: int, card: int, front: int) -> int:
    """Count the points that a card would lose by the best way to where it reaches: the way may be longer than it."""
    least = BLOCKED
    steps = steps_from(s, c, s.space[c], s.crossings[c])
    for j in range(LAYERS[at, card]):
        if front >> j & 1:
            space = LAYER[at, card, j]
            if space == FINISH:
                return 0
            after = steps_from(s, c, space, s.crossings[c] + CROSSES[at, card, j])
            least = min(least, card - steps + after)
    return least


def turns_left(s: Any, c: int) -> float:
    """Count the turns a chariot needs to the finish, if nobody is in its way: low cards it can spare are kept back."""
    steps = steps_from(s, c, s.space[c], s.crossings[c])
    spare = points_left(s, c) - steps
    turns = 0.0
    kept = 0
    for card in range(1, CARDS):
        cards = s.hand[c, card] + s.deck[c, card]
        turns += cards
        while cards > 0 and kept < KEPT and spare > 0:
            turns -= min(1.0, spare / card)
            spare -= card
            cards -= 1
            kept += 1
    return turns - spare / MEAN if spare > 0 else turns


def turns_before(s: Any, c: int) -> float:
    """Measure how much of a round passes before a chariot's turn."""
    count = s.players * s.team + s.uncrewed
    passed = 0
    for i in range(count):
        if s.order[i] == c:
            passed = (i - s.turn) % count
    return passed / count


def arrival(s: Any, c: int) -> float:
    """Guess in how many rounds a chariot arrives, if nobody is in its way."""
    return turns_left(s, c) + turns_before(s, c)


def field(s: Any) -> tuple[int, float, float, float, float]:
    """Look at all who race for a place: who arrives first and when, when the second does, how many, the least way."""
    earliest = -1
    first = NEVER
    second = NEVER
    racing = 0.0
    foremost = FAR
    for c in range(s.players * s.team):
        if can_win(s, c):
            racing += 1.0
            foremost = min(foremost, steps_from(s, c, s.space[c], s.crossings[c]))
            arrives = arrival(s, c)
            if arrives < first:
                second = first
                first = arrives
                earliest = c
            else:
                second = min(second, arrives)
    return earliest, first, second, racing, float(foremost)


def race_features(s: Any, c: int, rivals: tuple[int, float, float, float, float]) -> tuple[float, ...]:
    """Describe a chariot that races for a place by numbers."""
    earliest, first, second, racing, foremost = rivals
    steps = steps_from(s, c, s.space[c], s.crossings[c])
    points = points_left(s, c)
    cards = 0
    in_hand = 0
    values = 0
    for card in range(1, CARDS):
        cards += s.hand[c, card] + s.deck[c, card]
        in_hand += card * s.hand[c, card]
        values += s.hand[c, card] > 0
    # who is where
    mine = progress(s, c)
    lap = LAP[s.track]
    lap_steps = WAY[s.track, s.direction, s.space[c], 2] - WAY[s.track, s.direction, s.space[c], 3]
    ahead_near = 0.0
    ahead_far = 0.0
    ahead_all = 0.0
    behind = 0.0
    for other in range(s.players * s.team + s.uncrewed):
        if other != c and s.status[other] == RACING:
            between = (progress(s, other) - mine) * lap_steps
            if between > 0:
                ahead_all += 1.0
                if between <= NEAR * lap:
                    ahead_near += 1.0
                elif between <= FARTHER * lap:
                    ahead_far += 1.0
            elif between >= -NEAR * lap:
                behind += 1.0
    no_six = ahead_all == 0.0 and s.arrived == 0
    # what can be driven
    at = stand_of(s, c)
    front = HERE
    fitting = 0
    playable = 0
    least_lost = STUCK
    most = 0
    hindered = 0.0
    for card in range(1, CARDS):
        front = ahead(s, at, card, front)
        lost = min(STUCK, loss(s, c, at, card, front))
        if front != 0:
            fitting += 1
            if s.hand[c, card] > 0 and not (card == SIX and no_six):
                playable += 1
                least_lost = min(least_lost, lost)
                most = max(most, card - lost)
        hindered += lost * (s.hand[c, card] + s.deck[c, card])
    arrives = arrival(s, c)
    return (
        float(steps),
        float(points - steps),
        float(cards),
        arrives,
        turns_before(s, c),
        float(s.paid[c]),
        1.0 if s.paid[c] == 0 and s.crossings[c] == 2 else 0.0,
        1.0 if ahead_all == 0.0 else 0.0,
        float(in_hand),
        float(s.hand[c, SIX]),
        float(s.hand[c, SIX] + s.deck[c, SIX]),
        float(values),
        float(playable),
        1.0 if playable == 0 else 0.0,
        float(least_lost),
        float(most),
        hindered / max(1, cards),
        float(fitting),
        ahead_near,
        ahead_far,
        behind,
        1.0 if IMPERIAL[s.track, s.space[c]] != 0 else 0.0,
        float(min(12, steps)),
        float(min(8, max(0, steps - most))),
        float(min(8, max(0, steps - in_hand))),
        max(-8.0, min(8.0, arrives - (second if c == earliest else first))),
        racing,
        foremost,
        1.0 / sqrt(steps + 4.0),
    )
