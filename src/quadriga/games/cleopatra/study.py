"""What a study counts at the end of a game, compiled with the rules, and the names of what was counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .material import GROUPS
from .tasks import bonus_points, mission_points, patricians_won, score, wins

if TYPE_CHECKING:
    from .room import CleopatraRoom

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


def summary(sums: Any, room: CleopatraRoom) -> dict[str, Any]:
    """Name what a vector of counts holds.

    `shares` are numbers of games, `means` pairs of sum and sum of squares over all games, `totals` plain sums by row
    and column, `histograms` pairs of label and number of games. Whoever shows them needs to know no game.
    """
    n = [int(count) for count in sums]
    seats = room.seats
    ends = {reason: room.outcome(SimpleNamespace(reason=reason)) for reason in room.ends}
    votes = ("votes held", "ties", "special votes", "votes turned by philosophers")
    means = {"actions": (n[STEPS], n[STEPS_SQUARED]), "turns": (n[TURNS], n[TURNS_SQUARED])}
    means |= {f"points of {seats[p]}": (n[POINTS + p], n[POINTS_SQUARED + p]) for p in range(2)}
    means |= {name: (n[TALLY + k], n[TALLY_SQUARED + k]) for k, name in enumerate(votes)}
    won = {
        group: {seats[p]: n[GROUP_WON + GROUPS * p + g] for p in range(2)}
        for g, group in enumerate(room.edition.groups)
    }
    won["all"] = {seats[p]: n[PATRICIANS + p] for p in range(2)}
    turns = [
        (
            f"{LENGTH_BIN * k}-{LENGTH_BIN * (k + 1) - 1}" if k < LENGTH_BINS - 1 else f"{LENGTH_BIN * k}+",
            n[LENGTHS + k],
        )
        for k in range(LENGTH_BINS)
    ]
    points = {
        f"points of {seats[p]}": [(str(k), n[POINTS_AT + POINT_BINS * p + k]) for k in range(POINT_BINS)]
        for p in range(2)
    }
    return {
        "games": n[GAMES],
        "actions": n[STEPS],
        "shares": {
            "winner": {**{seats[p]: n[WINS + p] for p in range(2)}, "draw": n[DRAWS]},
            "task completed": {seats[p]: n[TASKS + p] for p in range(2)},
            "how games end": {f"{reason} ({rule})": n[REASONS + k] for k, (reason, rule) in ends.items()},
        },
        "means": means,
        "totals": {"patricians won": won},
        "histograms": {"turns": turns, **points},
    }
