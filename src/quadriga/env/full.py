"""The full-information observation: the record itself, for critics. It shows what is hidden; no player may have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .fields import full_fields
from .ranges import ranges

if TYPE_CHECKING:
    from quadriga.model import Game


def observe_full(game: Game, states: Any, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.int16]:
    """Return everything about games (`batch.states`, `single.bits`) but their dice: one row for each.

    The first number is the seat for which it is observed: the deciding one (0 when the game is over), or as given.
    The rest are the record's fields in their order, the same for every seat.
    """
    fields, bits = full_fields(game), ranges(game.definition).bits
    count = len(states)
    out = np.zeros((count, sum(part.length for part in fields)), np.int16)
    out[:, 0] = np.maximum(0, states["to_move"]) if seats is None else seats
    at = 1
    for part in fields[1:]:
        values = states[part.name].reshape(count, -1)
        if part.name in bits:
            values = values >> np.arange(part.length) & 1
        out[:, at : at + part.length] = values
        at += part.length
    return out
