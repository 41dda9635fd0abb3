"""The ways that moves drive. The rules ask only where a move ends; a table shows how it gets there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .driving import ahead, crosses_from
from .numbering import FINISH, card_of, space_of
from .tables import BEFORE, BIT, HALF, LINE

LOW = (1 << HALF) - 1


def ways(s: Any, c: int, actions: Iterable[int]) -> list[list[int]]:
    """Find a way for each of a chariot's moves: the spaces it drives over, the last one included, in order.

    Sets of spaces are numbers here. `fronts` holds what the chariot reaches in so many steps, the same for all moves.
    """
    x = s.space[c]
    before = BEFORE[s.track, s.direction]
    behind: dict[int, int] = {}
    fronts = [as_set(BIT[x])]
    found = []
    for action in actions:
        steps, target = card_of(action), space_of(action)
        if target == FINISH:
            steps = steps_to_line(s, c, fronts, steps)
            target = first(as_set(LINE[s.track, s.direction]) & fronts[steps])
        reach(s, c, fronts, steps - 1)
        way = [target]
        for front in fronts[max(steps - 1, 0) : 0 : -1]:
            space = way[-1]
            if space not in behind:
                behind[space] = as_set(before[space])
            way.append(first(behind[space] & front))
        found.append([space for space in reversed(way) if space != x])
    return found


def reach(s: Any, c: int, fronts: list[int], steps: int) -> None:
    """Add to the fronts what a chariot reaches in so many steps."""
    while len(fronts) <= steps:
        low, high = ahead(s, c, len(fronts), fronts[-1] & LOW, fronts[-1] >> HALF, False)
        fronts.append(int(low) | int(high) << HALF)


def steps_to_line(s: Any, c: int, fronts: list[int], most: int) -> int:
    """Count the steps of a chariot before the one that crosses the line."""
    for steps in range(most):
        reach(s, c, fronts, steps)
        if crosses_from(s, c, fronts[steps] & LOW, fronts[steps] >> HALF):
            return steps
    reach(s, c, fronts, most)
    return most


def as_set(words: Any) -> int:
    """Put the two words of a set of spaces into one number."""
    low, high = words.tolist()
    return int(low | high << HALF)


def first(spaces: int) -> int:
    """Find the first space of a set."""
    return (spaces & -spaces).bit_length() - 1
