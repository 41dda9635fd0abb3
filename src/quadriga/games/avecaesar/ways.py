"""The ways that moves drive. The rules ask only where a move ends; a table shows how it gets there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .driving import ahead, stand_of
from .fronts import FROM, HERE, spaces_ahead
from .numbering import FINISH, card_of, space_of


def ways(s: Any, c: int, actions: Iterable[int]) -> list[list[int]]:
    """Find a way for each of a chariot's moves: the spaces it drives over, the last one included, in order.

    `fronts` holds what the chariot reaches in each number of steps, for all moves; whoever finishes crosses the line
    as early as can be.
    """
    at = stand_of(s, c)
    fronts = [HERE]
    found = []
    for action in actions:
        step = card_of(action)
        while len(fronts) < step:
            fronts.append(ahead(s, at, len(fronts), fronts[-1]))
        j = spaces_ahead(at, step).index(space_of(action))
        way: list[int] = []
        while step > 0:
            way.append(spaces_ahead(at, step)[j])
            come_from = int(FROM[at, step, j]) & fronts[step - 1]
            step -= 1
            nearer = spaces_ahead(at, step)
            behind = [k for k in range(len(nearer)) if come_from >> k & 1]
            j = behind[-1] if nearer[behind[-1]] == FINISH else behind[0]
        found.append([space for space in reversed(way) if space != FINISH])
    return found
