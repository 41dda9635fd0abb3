"""Reading parts of a position, with errors that name the field and what is allowed; and writing counts as lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from quadriga.errors import PositionError

Name = TypeVar("Name")


def spread(counts: Iterable[int], names: Sequence[Name]) -> list[Name]:
    """Write counts of cards as a list of their names."""
    return [name for name, count in zip(names, counts, strict=False) for _ in range(count)]


def row(cards: Any, p: int, kinds: int) -> list[int]:
    """Read one row of a field that counts cards."""
    return [cards[p, k] for k in range(kinds)]


def some(names: tuple[str, ...]) -> str:
    """Write what is allowed, shortened if long."""
    text = ", ".join(names)
    return text if len(text) <= 240 else text[:240].rpartition(", ")[0] + ", ..."


class Reader:
    """A reader of the fields of one mapping; unknown ones are an error."""

    def __init__(self, given: Any, path: str, allowed: tuple[str, ...]) -> None:
        if not isinstance(given, Mapping):
            raise PositionError(f"{path}: a mapping of names is due, not {type(given).__name__}")
        for name in given:
            if name not in allowed:
                raise PositionError(f"{path}: unknown field {str(name)[:40]!r}; fields are {some(allowed)}")
        self.fields = given
        self.path = path

    def given(self) -> bool:
        """Tell whether anything is given."""
        return bool(self.fields)

    def has(self, name: str) -> bool:
        """Tell whether a field is given."""
        return name in self.fields

    def value(self, name: str, default: Any) -> Any:
        """Return a field as it is."""
        return self.fields.get(name, default)

    def choice(self, name: str, allowed: tuple[str, ...], default: str | None) -> int:
        """Return the place of a name among those allowed."""
        value = self.fields.get(name, default)
        if not isinstance(value, str) or value not in allowed:
            raise PositionError(f"{self.path}.{name}: {str(value)[:40]!r} is not one of {some(allowed)}")
        return allowed.index(value)

    def number(self, name: str, most: int, default: int) -> int:
        """Return a number from 0 to the most."""
        value = self.fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise PositionError(f"{self.path}.{name}: {str(value)[:40]!r} is not a number from 0 to {most}")
        return value

    def flag(self, name: str) -> int:
        """Return a yes or no as 1 or 0."""
        value = self.fields.get(name, False)
        if not isinstance(value, bool):
            raise PositionError(f"{self.path}.{name}: {str(value)[:40]!r} is neither true nor false")
        return int(value)

    def cards(self, name: str, allowed: tuple[str, ...], default: list[str]) -> list[str]:
        """Return a list of cards; numbers may stand for their names."""
        value = self.fields.get(name, default)
        if not isinstance(value, list | tuple):
            raise PositionError(f"{self.path}.{name}: a list of cards is due, not {type(value).__name__}")
        cards = [str(card) if isinstance(card, int) and not isinstance(card, bool) else card for card in value]
        for card in cards:
            if not isinstance(card, str) or card not in allowed:
                raise PositionError(f"{self.path}.{name}: {str(card)[:40]!r} is not one of {some(allowed)}")
        return cards

    def counts(self, name: str, allowed: tuple[str, ...], default: list[str]) -> list[int]:
        """Return how often each allowed card is listed."""
        cards = self.cards(name, allowed, default)
        return [cards.count(card) for card in allowed]
