"""Positions of a game that has no names of its own for them: the fields of its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.errors import PositionError

if TYPE_CHECKING:
    from .definition import GameDefinition

DICE = ("secret", "moves", "rolls")


def fields(definition: GameDefinition) -> tuple[str, ...]:
    """List the fields of the record that a position has: all but the dice, the options and the filling."""
    left_out = {*DICE, *(option.name for option in definition.options)}
    return tuple(name for name in definition.rules.STATE.names if name not in left_out and not name.startswith("_"))


def write(definition: GameDefinition, s: Any) -> dict[str, Any]:
    """Write every field as a number or a list of numbers, and the seed of the dice to come."""
    seed = sum(int(word) << 32 * k for k, word in enumerate(s.secret))
    found: dict[str, Any] = {"seed": seed, "moves": int(s.moves)}
    for name in fields(definition):
        field = getattr(s, name)
        found[name] = field.tolist() if isinstance(field, memoryview) else int(field)
    return found


def read(definition: GameDefinition, s: Any, given: Mapping[str, Any]) -> None:
    """Set the fields that are given; what does not fit its field, or breaks the rules' own check, is refused."""
    if not isinstance(given, Mapping):
        raise PositionError(f"position: a mapping of names is due, not {type(given).__name__}")
    names = fields(definition)
    for name, value in given.items():
        if name == "seed":
            continue
        if name != "moves" and name not in names:
            allowed = ", ".join(("seed", "moves", *names))
            raise PositionError(f"position: unknown field {str(name)[:40]!r}; fields are {allowed}")
        put(definition, s, name, value)
    if definition.rules.broken(s):
        raise PositionError("position: the rules do not allow it")


def put(definition: GameDefinition, s: Any, name: str, value: Any) -> None:
    """Set one field."""
    dtype, shape = definition.rules.STATE[name].base, definition.rules.STATE[name].shape
    limits = np.iinfo(dtype)
    numbers = np.array(value) if not isinstance(value, bool) else np.array(None)
    if numbers.dtype.kind != "i" or numbers.shape != shape:
        size = " by ".join(map(str, shape))
        what = f"numbers, {size} of them, are due" if shape else "a number is due"
        raise PositionError(f"position.{name}: {what}, not {str(value)[:40]!r}")
    if numbers.size and not limits.min <= numbers.min() <= numbers.max() <= limits.max:
        raise PositionError(f"position.{name}: numbers from {limits.min} to {limits.max} are due")
    if not shape:
        setattr(s, name, int(numbers))
        return
    field = getattr(s, name)
    for at in np.ndindex(*shape):
        field[at if len(at) > 1 else at[0]] = int(numbers[at])
