"""One action, with its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Move:
    """One action: its number, its kind, its parts and its text; `also` are other spellings that are understood."""

    id: int
    kind: str
    text: str
    parts: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    also: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.text
