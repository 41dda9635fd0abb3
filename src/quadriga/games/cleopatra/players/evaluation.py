"""How a position looks to a side: a guess at its chance of winning, for players that search."""

from __future__ import annotations

from math import exp
from typing import Any

from ..material import GROUPS, KINDS, VALUES
from ..tasks import score

LEAD = 1.1
"""Points that a sure lead in a group with patricians left is worth."""
SURE_LEAD = 3.0
CARD, PER_VALUE = 0.10, 0.03
"""An influence card in hand, and what each point on it adds."""
PHILOSOPHER = 0.35
ACTION = 0.25
ACTIONS_ENOUGH = 3
SURE = 3.0
"""This many points ahead make the victory likely."""


def win_chance(s: Any, seat: int) -> float:
    """Guess a side's chance of winning: points, leads in the groups, cards in hand."""
    ahead = float(score(s, seat) - score(s, 1 - seat))
    ahead += hand_worth(s, seat) - hand_worth(s, 1 - seat)
    left = 0
    for g in range(GROUPS):
        if s.patricians[g] > 0:
            left += s.patricians[g]
            ahead += LEAD * lead(s, seat, g)
    return 1.0 / (1.0 + exp(-ahead / (SURE * (0.35 + left / 21.0))))


def evaluate(s: Any, seats: int, results: Any) -> None:
    """Guess every seat's chance of winning."""
    for seat in range(seats):
        results[seat] = win_chance(s, seat)


def lead(s: Any, seat: int, g: int) -> float:
    """Weigh who would win a vote at a group now, from -1 to 1."""
    return max(-1.0, min(1.0, influence_ahead(s, seat, g) / SURE_LEAD))


def influence_ahead(s: Any, seat: int, g: int) -> float:
    """Count the influence that would decide a vote at a group now, ours minus theirs, face-down cards included."""
    ahead = 0.0
    philosophers = 0
    for side in range(2):
        sign = 1 if side == seat else -1
        for v in range(VALUES):
            ahead += sign * v * s.up[side, g, v]
        philosophers += sign * s.up[side, g, 0]
        for i in range(s.downs[side, g]):
            ahead += sign * s.down[side, g, i]
            philosophers += sign * (s.down[side, g, i] == 0)
    return -ahead if philosophers != 0 else ahead


def hand_worth(s: Any, p: int) -> float:
    """Weigh the cards in a hand."""
    worth = PHILOSOPHER * s.hand[p, 0]
    for v in range(1, VALUES):
        worth += s.hand[p, v] * (CARD + PER_VALUE * v)
    actions = 0
    for kind in range(KINDS):
        actions += s.actions[p, kind]
    return worth + ACTION * min(actions, ACTIONS_ENOUGH)
