"""A player without a plan: every legal move is as likely as any other."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quadriga.model import Move, State

    from .budget import Budget


class RandomPlayer:
    """A player of any legal move."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Choose one of the legal moves by chance."""
        return Random(seed).choice(known.legal)
