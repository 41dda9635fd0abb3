"""One action, with its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Move:
    """One action with its name. `str(move)` is its text."""

    id: int
    """Its number, fixed for all options of a game: what learners choose."""
    kind: str
    """What kind of move it is, for programs."""
    text: str
    """What people write and read."""
    parts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """What it says besides its kind: cards, places, seats, by name."""
    also: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Other spellings that are understood."""

    def __str__(self) -> str:
        return self.text
