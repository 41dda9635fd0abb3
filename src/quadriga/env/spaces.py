"""What both Gymnasium and PettingZoo ask for: spaces, and options of an environment that are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from quadriga.env import missing
from quadriga.errors import OptionError

from .fields import bounds, full_fields, seat_fields

try:
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium") from error

if TYPE_CHECKING:
    from quadriga.model import Game

T = TypeVar("T")


def checked(name: str, value: T, allowed: tuple[T, ...]) -> T:
    """Return the value of an environment's own option, or say what is allowed."""
    if value not in allowed:
        raise OptionError(f"{name}={value!r} is not allowed; choose one of {', '.join(map(repr, allowed))}")
    return value


def observation_space(game: Game, *, full: bool) -> spaces.Box:
    """Bound every number of an observation."""
    dtype = np.int16 if full else np.int8
    low, high = bounds(full_fields(game) if full else seat_fields(game), dtype)
    return spaces.Box(low, high, dtype=dtype)
