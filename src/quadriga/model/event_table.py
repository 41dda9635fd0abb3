"""A game's events as one table: of each kind the clause, the parts and the English sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .event import Event
from .move import Move


def itself(value: Any) -> Any:
    """Leave a value as it is."""
    return value


@dataclass(frozen=True)
class Part:
    """A part of an event: its name, how the rules' number becomes a code, and the code a piece of a sentence."""

    name: str
    code: Callable[[int], Any] = itself
    say: Callable[[Any], Any] = itself


def named(name: str, codes: Sequence[str], say: Callable[[Any], Any] = itself) -> Part:
    """Make a part whose numbers stand for names; a number below 0 stands for none."""
    return Part(name, lambda number: codes[number] if number >= 0 else None, say)


def worded(name: str, words: Mapping[str, str]) -> Part:
    """Make a part whose numbers stand for codes, each with its English words, in their order."""
    return Part(name, tuple(words).__getitem__, words.__getitem__)


def shown_move(move: Move) -> dict[str, Any]:
    """Show a move inside an event: its number, kind and parts."""
    return {"id": move.id, "kind": move.kind, "parts": dict(move.parts)}


def a_move(name: str, moves: Sequence[Move]) -> Part:
    """Make a part that is a move."""
    return Part(name, lambda number: shown_move(moves[number]), lambda shown: moves[shown["id"]].text)


@dataclass(frozen=True)
class EventKind:
    """A kind of event: the clause that it carries out, the sentence that tells it, and its parts in the rules' order.

    The sentence may hold the parts, `{seat}`, `{who}` for the actor, `{rule}`, and what `words` makes of the parts.
    `more` makes further parts out of the rules' numbers. Where parts are secret, `public_text` tells the rest, and
    `public_rule` is the clause for everybody if the clause itself would tell the secret.
    """

    name: str
    rule: str
    text: str
    parts: tuple[Part, ...] = ()
    secret: tuple[str, ...] = ()
    public_text: str = ""
    public_rule: str = ""
    more: Callable[..., Mapping[str, Any]] | None = None
    words: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None


class EventTable:
    """All kinds of events that a game's rules tell, by their number."""

    def __init__(self, kinds: ModuleType, rows: Mapping[int, EventKind]) -> None:
        self.rows = rows
        named = {value: name for name, value in vars(kinds).items() if name.isupper() and isinstance(value, int)}
        self.keys = {value: name.lower().replace("_", "-") for value, name in named.items()}
        """The name of each kind's sentence."""

    def event(
        self,
        kind: int,
        numbers: Iterable[int],
        seat: str | None,
        actor: str | None,
        further: Mapping[Part, Any] | None = None,
        *,
        open_to_all: bool = False,
        rule: str = "",
    ) -> Event:
        """Make an event out of what the rules told: about whom it is and who did it, with codes of further parts.

        Its secrets, unless they are open to all this time, are the seat's; `rule` is the clause if not the row's.
        """
        row = self.rows[kind]
        numbers = tuple(numbers)
        told = zip(row.parts, numbers, strict=False)
        codes = {**{part: part.code(number) for part, number in told}, **(further or {})}
        parts = {part.name: code for part, code in codes.items()}
        if row.more is not None:
            parts |= row.more(*numbers)
        words = {**parts, **{part.name: part.say(code) for part, code in codes.items()}}
        if row.words is not None:
            words |= row.words(parts)
        words |= {"who": (actor or "").capitalize(), "seat": (seat or "").capitalize(), "rule": rule or row.rule}
        text = row.text.format(**words)
        secret = () if open_to_all else row.secret
        return Event(
            row.name,
            seat,
            parts,
            text,
            seat if secret else None,
            secret,
            row.public_text.format(**words | {"rule": row.public_rule}) if secret else text,
            self.keys[kind],
            rule or row.rule,
            actor,
            row.public_rule if secret else "",
        )
