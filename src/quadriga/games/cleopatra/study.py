"""What a study counts at the end of a game. Compiled with the rules."""

from __future__ import annotations

from typing import Any

from .material import GROUPS
from .tasks import bonus_points, mission_points, patricians_won, score, wins

GAMES, STEPS, STEPS_SQUARED, TURNS, TURNS_SQUARED, DRAWS = range(6)
WINS, POINTS, POINTS_SQUARED, PATRICIANS, TASKS = 6, 8, 10, 12, 14
REASONS = 16
TALLY, TALLY_SQUARED = 21, 25
GROUP_WON = 30
LENGTHS, LENGTH_BIN, LENGTH_BINS = 40, 4, 40
POINTS_AT, POINT_BINS = 80, 40
MEASURES = POINTS_AT + 2 * POINT_BINS
"""Length of the vector of counts."""


def measure(s: Any, sums: Any) -> None:
    """Add a finished game to the counts."""
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    sums[TURNS] += s.turns
    sums[TURNS_SQUARED] += s.turns * s.turns
    sums[DRAWS] += not (wins(s, 0) or wins(s, 1))
    sums[REASONS + s.reason] += 1
    sums[LENGTHS + min(LENGTH_BINS - 1, s.turns // LENGTH_BIN)] += 1
    for k in range(4):
        sums[TALLY + k] += s.tally[k]
        sums[TALLY_SQUARED + k] += s.tally[k] * s.tally[k]
    for p in range(2):
        points = score(s, p)
        sums[WINS + p] += wins(s, p)
        sums[POINTS + p] += points
        sums[POINTS_SQUARED + p] += points * points
        sums[PATRICIANS + p] += patricians_won(s, p)
        sums[TASKS + p] += bonus_points(s, p) + mission_points(s, p) > 0
        sums[POINTS_AT + POINT_BINS * p + points] += 1
        for g in range(GROUPS):
            sums[GROUP_WON + GROUPS * p + g] += s.won[p, g]
