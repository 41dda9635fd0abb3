"""What environments of many games are given, checked: actions, opponents, seats, limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from quadriga.errors import IllegalMove, OptionError, QuadrigaError
from quadriga.players import Player, player
from quadriga.players.random import RandomPlayer

from .single import Vector

Policy = Callable[[Any, Any], Any]
"""What observations and masks (rows of deciding seats) come to: actions."""


def whole_numbers(given: Any, count: int, who: str = "step takes") -> Vector:
    """Read one action for every game: an array or a list of ints."""
    due = f"{who} {count} ints, one for every game"
    try:
        numbers = np.asarray(given)
    except (TypeError, ValueError, RuntimeError):  # rows of different lengths, or what is on another device
        raise IllegalMove(f"{due}, not this {type(given).__name__}") from None
    if numbers.shape != (count,) or numbers.dtype.kind not in "iu":
        raise IllegalMove(f"{due}, not {numbers.dtype} {numbers.shape}")
    return numbers


def step_limit(given: int | None) -> int | None:
    """Read `max_episode_steps`: None and, as in `gymnasium.make`, -1 are no limit."""
    if given is None or given == -1:
        return None
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < 1:
        raise OptionError(f"max_episode_steps is 1 or more, not {given!r}")
    return int(given)


def opponent_of(given: str | Player | Policy) -> tuple[Policy | None, Player | None]:
    """Tell a policy from a player; neither is chance, which the compiled rules play."""
    who = player(given) if isinstance(given, str) else given
    if isinstance(who, RandomPlayer):
        return None, None
    if hasattr(who, "choose"):
        return None, who
    if not callable(who):
        raise OptionError("an opponent is a name, a player with choose(), or a policy of observations and masks")
    return who, None


def seats_of(names: Sequence[str], given: int | str | Sequence[int], count: int) -> Vector:
    """Give every game the seat of its agent: one for all, one for each, or `spread`: each seat equally often."""
    if given == "spread":
        return (np.arange(count) % len(names)).astype(np.int8)
    if isinstance(given, str):
        if given not in names:
            raise OptionError(f"there is no seat {given!r}; the seats are: {', '.join(names)}, or spread")
        given = list(names).index(given)
    seats = np.broadcast_to(np.asarray(given), (count,))
    if seats.dtype.kind not in "iu" or seats.min() < 0 or seats.max() >= len(names):
        raise OptionError(f"seats are 0 to {len(names) - 1}, not {given!r}")
    return seats.astype(np.int8)


def reset_mask(options: dict[str, Any] | None, count: int) -> Vector:
    """Read which games a reset is for."""
    if not options or "reset_mask" not in options:
        return np.ones(count, bool)
    chosen = np.asarray(options["reset_mask"])
    if chosen.shape != (count,) or chosen.dtype != bool or not chosen.any():
        raise QuadrigaError(f"options['reset_mask'] is {count} flags, at least one of them true")
    return chosen
