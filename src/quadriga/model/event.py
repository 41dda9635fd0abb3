"""What happened, as everybody or one seat may see it, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

from quadriga.written import fragment, write

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""


@dataclass(frozen=True)
class Event:
    """One thing that happened; `secret` names the parts that only `owner` may see.

    `key` names the sentence that tells it, for those who say it in another language.
    """

    kind: str
    seat: str | None
    data: Mapping[str, Any]
    text: str
    owner: str | None = None
    secret: tuple[str, ...] = ()
    public_text: str = ""
    key: str = ""

    def seen_by(self, seat: str | None) -> Event:
        """Return the event as a seat (None: a spectator) may see it."""
        return self if seat == self.owner else self.public

    @cached_property
    def public(self) -> Event:
        """The event as everybody may see it."""
        if not self.secret:
            return self
        data = {key: HIDDEN if key in self.secret else value for key, value in self.data.items()}
        key = f"{self.kind}-unseen"  # its kind is open to all; which of its sentences, may not be
        return Event(self.kind, self.seat, data, self.public_text, public_text=self.public_text, key=key)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The event as JSON-ready data, to be read only."""
        return {"kind": self.kind, "key": self.key, "seat": self.seat, "text": self.text, **self.data}

    @cached_property
    def written(self) -> Any:
        """The event as JSON, to be a part of other data."""
        return fragment(write(self.shown))


def event_keys(kinds: ModuleType) -> dict[int, str]:
    """Name the sentence of every kind of event that a game's rules tell."""
    names = {value: name for name, value in vars(kinds).items() if name.isupper() and isinstance(value, int)}
    return {value: name.lower().replace("_", "-") for value, name in names.items()}


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the seats that won (none: a draw), the points of every seat, and why it is over."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    rule: str
