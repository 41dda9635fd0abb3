"""How a position of the 2024 edition looks to a side: what each has won, and what it may still win.

The weights began as those of a logistic regression of who won, over the positions of 1,120 games of searches against
each other and against the greedy player; those of a lead and of the cards in hand were then chosen by playing.
"""

from __future__ import annotations

from math import exp
from typing import Any

from ..material import GROUPS, MISSION_MAJORITIES, MISSION_PATRICIANS
from ..tasks import group_size
from .evaluation import hand_worth, influence_ahead

PATRICIAN, MAJORITY, ALL, MISSION = 1.44, 0.83, 0.41, 2.6
"""A patrician won; a majority, all of a group and a mission, by how likely they are."""
AHEAD, FAR_AHEAD = 0.3, 1.0
"""To win a vote now, and to win it whatever comes."""
HALFWAY = 2.5
"""Influence that goes half the way to that."""
HAND = 1.0
SETTLED = 4.0
"""With this many patricians left everything counts half of what it counts at the end."""
SWAY = 0.3
"""How much whoever would win any vote now is more likely than not to win each patrician left."""


def win_chance(s: Any, seat: int) -> float:
    """Guess a side's chance of winning: patricians, majorities, missions, leads in the groups, cards in hand."""
    other = 1 - seat
    left = 0
    ahead = HAND * (hand_worth(s, seat) - hand_worth(s, other))
    for g in range(GROUPS):
        left += s.patricians[g]
        ahead += PATRICIAN * (s.won[seat, g] - s.won[other, g])
        ahead += MAJORITY * (likely_majority(s, seat, g) - likely_majority(s, other, g))
        ahead += ALL * (likely_all(s, seat, g) - likely_all(s, other, g))
        if s.patricians[g] > 0:
            ahead += vote_now(s, seat, g)
    ahead += MISSION * (likely_mission(s, seat) - likely_mission(s, other))
    return 1.0 / (1.0 + exp(-ahead * SETTLED / (SETTLED + left)))


def evaluate(s: Any, seats: int, results: Any) -> None:
    """Guess every seat's chance of winning."""
    for seat in range(seats):
        results[seat] = win_chance(s, seat)


def vote_now(s: Any, seat: int, g: int) -> float:
    """Weigh who would win a vote at a group now."""
    ahead = influence_ahead(s, seat, g)
    if ahead == 0:
        return 0.0
    return FAR_AHEAD * share(ahead) + (AHEAD if ahead > 0 else -AHEAD)


def share(ahead: float) -> float:
    """Bring a lead between -1 and 1."""
    return ahead / (abs(ahead) + HALFWAY)


def at_least(s: Any, seat: int, g: int, wanted: int) -> float:
    """Guess how likely a side gets this many patricians of a group in the end."""
    missing = wanted - s.won[seat, g]
    left = s.patricians[g]
    if missing <= 0:
        return 1.0
    if missing > left:
        return 0.0
    chance = 0.5 + SWAY * share(influence_ahead(s, seat, g))
    exactly = (1.0 - chance) ** left
    likely = 0.0
    for won in range(1, left + 1):
        exactly *= chance / (1.0 - chance) * (left + 1 - won) / won
        if won >= missing:
            likely += exactly
    return likely


def likely_majority(s: Any, seat: int, g: int) -> float:
    """Guess how likely a side gets the majority of a group (CC24-X2)."""
    return at_least(s, seat, g, group_size(s, g) // 2 + 1)


def likely_all(s: Any, seat: int, g: int) -> float:
    """Guess how likely a side gets all of a group (CC24-X1)."""
    return at_least(s, seat, g, group_size(s, g))


def likely_mission(s: Any, seat: int) -> float:
    """Guess how likely a side completes its mission, the better one while it holds two (CC24-X3)."""
    likely = completed(s, seat, s.missions[seat, 0] - 1)
    if s.kept[seat] == 0:
        likely = max(likely, completed(s, seat, s.missions[seat, 1] - 1))
    return likely


def completed(s: Any, seat: int, mission: int) -> float:
    """Guess how likely a side completes a mission: this many of each group, or this many majorities (CC24-M5)."""
    if MISSION_MAJORITIES[mission] > 0:
        return three_majorities(s, seat)
    likely = 1.0
    for g in range(GROUPS):
        if MISSION_PATRICIANS[mission][g] > 0:
            likely *= at_least(s, seat, g, MISSION_PATRICIANS[mission][g])
    return likely


def three_majorities(s: Any, seat: int) -> float:
    """Guess how likely a side gets the majority of at least three groups."""
    none, one, two, three = 1.0, 0.0, 0.0, 0.0
    for g in range(GROUPS):
        gained = likely_majority(s, seat, g)
        three += two * gained
        two += (one - two) * gained
        one += (none - one) * gained
        none -= none * gained
    return three
