"""What happened, as everybody or one seat may see it, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from quadriga.json_io import fragment, write

HIDDEN = "?"
"""Stands for a card that the viewer may not see."""


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    `text` tells it in English. Whoever says it in another language needs no word of that: `key` names the sentence and
    `data` has its parts.
    """

    kind: str
    """What kind of thing it is, for programs."""
    seat: str | None
    """Whom it happened to, by the name of the seat; None: nobody in particular."""
    data: Mapping[str, Any]
    """Its parts, as codes and numbers."""
    text: str
    """The sentence in English."""
    owner: str | None = None
    """The seat that may see its secret parts."""
    secret: tuple[str, ...] = ()
    """The names of the parts that only the owner may see."""
    public_text: str = ""
    """The sentence for everybody else."""
    key: str = ""
    """The name of the sentence, for other languages."""
    rule: str = ""
    """The clause that it carries out; "": none."""
    actor: str | None = None
    """Who did it: a seat, or the name of one who plays without a seat; None: nobody."""
    public_rule: str = ""
    """The clause as everybody may know it; "": it is `rule`."""

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
        text, rule = self.public_text, self.public_rule or self.rule
        return Event(self.kind, self.seat, data, text, public_text=text, key=key, rule=rule, actor=self.actor)

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The event as JSON-ready data, to be read only."""
        return {
            "kind": self.kind,
            "key": self.key,
            "rule": self.rule,
            "actor": self.actor,
            "seat": self.seat,
            "text": self.text,
            **self.data,
        }

    @cached_property
    def json(self) -> Any:
        """The event as JSON, to be a part of other data."""
        return fragment(write(self.shown))


class Ending(NamedTuple):
    """Why a game is over: in English, by which clause, and as a code for those who say it in another language."""

    reason: str
    rule: str
    code: str = ""


class Refusal(NamedTuple):
    """Why a move is refused where its clause's text does not say it: in English, and as a code with parts."""

    rule: str
    reason: str
    code: str = ""
    parts: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    """The seats that won; none: a draw."""
    scores: tuple[int, ...]
    """The points of every seat."""
    reason: str
    """Why it is over, in English."""
    rule: str
    """The clause that ended it."""
    code: str = ""
    """The reason for those who say it in another language."""
