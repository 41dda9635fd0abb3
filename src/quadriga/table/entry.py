"""The entries of a table's log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Kind = Literal[
    "sit", "hold", "leave", "reveal", "start", "move", "early", "withdraw", "undo-ask", "undo-answer", "undo",
    "draw-offer", "draw-answer", "resign", "time", "takeover", "return", "abandon", "rematch", "next", "say", "mute",
    "claim",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: what happened, when (unix seconds), at which seat, and what else there is to it."""

    kind: Kind
    at: float
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def write(self) -> dict[str, Any]:
        """Write the entry as JSON-ready data."""
        return {"kind": self.kind, "at": self.at, "seat": self.seat, **self.data}

    @staticmethod
    def read(written: Mapping[str, Any]) -> Entry:
        """Read an entry back."""
        rest = {name: value for name, value in written.items() if name not in ("kind", "at", "seat")}
        return Entry(written["kind"], written["at"], written["seat"], rest)
