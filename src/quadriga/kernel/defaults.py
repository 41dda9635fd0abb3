"""What a game's rules do where the game says nothing of its own.

The names below without a value are bound by `link` to the rules of one game, as they are for the drivers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

SEATS: int
score: Callable[[Any, int], int]
wins: Callable[[Any, int], bool]

NOTES = 0
"""An evaluation by points notes nothing down behind its results."""
POINTS = 3.0
"""This many points ahead make a victory likely, for all that is known of a game."""
GAMES, STEPS, STEPS_SQUARED, PER_SEAT = range(4)
"""What `measure` counts; behind it, for each seat: victories, points, and points squared."""
COUNTS_OF_SEAT = 3


def broken(s: Any) -> int:
    """Find nothing wrong with a position."""
    return 0


def prefer(s: Any, action: int) -> int:
    """Rate all actions the same."""
    return 0


def public_action(s: Any, action: int) -> int:
    """Name an action as the others see it: all of them are open."""
    return action


def slot(s: Any, action: int) -> int:
    """Find the place of an action among a network's ratings: each has its own."""
    return action


def stage(s: Any) -> int:
    """Name the part of the rules that decides next: games at the same stage run side by side on a GPU."""
    number: int = s.stage
    return number


def no_stage(s: Any) -> int:
    """Tell no stages apart."""
    return 0


def evaluate(s: Any, seats: int, results: Any) -> None:
    """Guess every seat's chance of winning by its points."""
    highest = score(s, 0)
    for seat in range(1, seats):
        highest = max(highest, score(s, seat))
    total = 0.0
    for seat in range(seats):
        results[seat] = exp((score(s, seat) - highest) / POINTS)
        total += results[seat]
    for seat in range(seats):
        results[seat] /= total


def measure(s: Any, sums: Any) -> None:
    """Count a finished game: its length, its winners, and everybody's points."""
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    for seat in range(SEATS):
        points = score(s, seat)
        sums[PER_SEAT + COUNTS_OF_SEAT * seat] += wins(s, seat)
        sums[PER_SEAT + COUNTS_OF_SEAT * seat + 1] += points
        sums[PER_SEAT + COUNTS_OF_SEAT * seat + 2] += points * points
