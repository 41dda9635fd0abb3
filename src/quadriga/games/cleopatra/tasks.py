"""The secret tasks: influence bonus cards (1997) and missions (2024), and what a majority is."""

from __future__ import annotations

from typing import Any

from quadriga.kernel.dice import roll
from quadriga.kernel.tell import tell

from .event_kinds import KEPT
from .material import BONUS_GROUPS, GROUPS, MISSION_MAJORITIES, MISSION_PATRICIANS, MISSIONS
from .record import OVER

MISSION_COUNT = len(MISSIONS)


def group_size(s: Any, g: int) -> int:
    """Count all patricians of a group, won or not."""
    return s.patricians[g] + s.won[0, g] + s.won[1, g]


def has_majority(s: Any, p: int, g: int) -> bool:
    """Tell whether a side has more than half of a group, unwon cards counted in the base (CC97-X2, CC24-X2)."""
    return 2 * s.won[p, g] > group_size(s, g)


def has_all(s: Any, p: int, g: int) -> bool:
    """Tell whether a side has won every patrician of a group (CC97-X3, CC24-X1)."""
    return s.won[p, g] == group_size(s, g)


def deal_bonuses(s: Any) -> None:
    """Deal one of the six influence bonus cards, two for each group of five, to whoever has none (CC97-M3, CC97-S5)."""
    for p in range(2):
        if s.bonus[p] == 0:
            other = s.bonus[1 - p]
            n = roll(s, 2 * BONUS_GROUPS - (other > 0))
            bonus = 1
            while n >= 2 - (other == bonus):
                n -= 2 - (other == bonus)
                bonus += 1
            s.bonus[p] = bonus


def deal_missions(s: Any) -> None:
    """Deal two of the eight missions to whoever has none (CC24-M5, CC24-S1)."""
    for p in range(2):
        for i in range(2):
            if s.missions[p, i] == 0:
                taken = 0
                for m in range(1, MISSION_COUNT + 1):
                    taken += is_dealt(s, m)
                n = roll(s, MISSION_COUNT - taken)
                mission = 1
                while n > 0 or is_dealt(s, mission):
                    n -= not is_dealt(s, mission)
                    mission += 1
                s.missions[p, i] = mission


def is_dealt(s: Any, mission: int) -> bool:
    """Tell whether somebody holds this mission."""
    for p in range(2):
        for i in range(2):
            if s.missions[p, i] == mission:
                return True
    return False


def redeal_tasks(s: Any, seat: int) -> None:
    """Deal those bonus cards and missions again that the seat has not seen; those that score are shown at the end.

    CC97-S5, CC24-S1, CC24-V7.
    """
    bonuses = s.bonus[0] > 0
    missions = s.missions[0, 0] > 0
    over = s.stage == OVER
    for p in range(2):
        if p != seat:
            if not over:
                s.bonus[p] = 0
                s.missions[p, 0] = 0
            if not over or s.kept[p]:
                s.missions[p, 1] = 0
    if bonuses:
        deal_bonuses(s)
    if missions:
        deal_missions(s)


def keep_mission(s: Any, p: int, mission: int) -> None:
    """Keep one of two missions and discard the other face down (CC24-V7)."""
    if s.missions[p, 1] == mission:
        s.missions[p, 1] = s.missions[p, 0]
        s.missions[p, 0] = mission
    s.kept[p] = 1
    tell(s, KEPT, p, mission - 1, 0, 0)


def completes(s: Any, p: int, mission: int) -> bool:
    """Tell whether a side completes a mission (CC24-M5)."""
    majorities = 0
    for g in range(GROUPS):
        if s.won[p, g] < MISSION_PATRICIANS[mission - 1][g]:
            return False
        majorities += has_majority(s, p, g)
    return majorities >= MISSION_MAJORITIES[mission - 1]


def bonus_points(s: Any, p: int) -> int:
    """Score the influence bonus: 2 points for the majority of its group (CC97-X4)."""
    if s.bonus[p] > 0 and has_majority(s, p, s.bonus[p] - 1):
        return 2
    return 0


def mission_points(s: Any, p: int) -> int:
    """Score the mission: 2 points if completed; with both still held the better one, never both (CC24-X1, CC24-X3).

    In 1997 there are none, and the influence bonus is all (CC97-X4).
    """
    for i in range(1 if s.kept[p] else 2):
        if s.missions[p, i] > 0 and completes(s, p, s.missions[p, i]):
            return 2
    return 0


def group_points(s: Any, p: int, g: int) -> int:
    """Score a group: 1 per patrician, 1 for the majority, 1 for all (CC97-X1 to X3, CC97-X5, CC24-X1)."""
    return s.won[p, g] + has_majority(s, p, g) + has_all(s, p, g)


def patricians_won(s: Any, p: int) -> int:
    """Count the patricians of a side."""
    count = 0
    for g in range(GROUPS):
        count += s.won[p, g]
    return count


def score(s: Any, p: int) -> int:
    """Add up a side's points; patricians nobody won are not scored (CC97-E5, CC97-X5, CC24-X1, CC24-X2)."""
    points = bonus_points(s, p) + mission_points(s, p)
    for g in range(GROUPS):
        points += group_points(s, p, g)
    return points


def wins(s: Any, p: int) -> bool:
    """Tell whether a side has won: more points, then more patricians; equal again is a draw (CC97-X6, CC24-X4)."""
    difference = score(s, p) - score(s, 1 - p)
    if difference == 0:
        difference = patricians_won(s, p) - patricians_won(s, 1 - p)
    return difference > 0
