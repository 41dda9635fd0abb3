"""Environments for learning: PettingZoo, Gymnasium, OpenSpiel. Thin: no rule is known here.

    from quadriga.env import pettingzoo
    env = pettingzoo.env("caesar", modules=("poison",))

Each adapter is a module of its own, named after its library, and needs the extra `env`. What they share needs no
library: `Single`, one game on the compiled rules; `seat_fields` and `full_fields`, what the numbers of an observation
are and how large they can be; `observe_full`, everything about a batch of games; `rewards`.
"""

from __future__ import annotations

from quadriga.errors import QuadrigaError

from .fields import Field, full_fields, seat_fields
from .full import observe_full
from .rewards import outcome_rewards, point_rewards
from .single import Single

__all__ = [
    "Field", "MissingLibrary", "Single", "full_fields", "observe_full", "outcome_rewards", "point_rewards",
    "seat_fields",
]  # fmt: skip


class MissingLibrary(QuadrigaError, ImportError):
    """A library that an adapter needs is missing; the message says how to install it."""


def missing(library: str) -> MissingLibrary:
    """Say how to get the library that an adapter is for."""
    return MissingLibrary(f"this needs {library}: pip install 'quadriga[env]'")
