"""The options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quadriga.errors import OptionError, UnknownOption


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    name: str
    """The keyword of `quadriga.load`."""
    choices: tuple[Any, ...]
    """All values that it may have."""
    default: Any
    """The value that it has if none is given."""
    help: str
    """What it is for."""
    clauses: tuple[str, ...] = ()
    """The clauses of the rulebook about it."""

    def number(self, value: Any) -> int:
        """Return the number of a choice, or raise OptionError."""
        for number, choice in enumerate(self.choices):
            if type(value) is type(choice) and value == choice:
                return number
        allowed = ", ".join(map(repr, self.choices))
        raise OptionError(f"option {self.name}={value!r} is not allowed; choose one of {allowed}")

    def read(self, text: str) -> Any:
        """Return the choice that a text stands for; a text that stands for none is returned as it is."""
        return next((choice for choice in self.choices if self.write(choice) == text), text)

    @staticmethod
    def write(value: Any) -> str:
        """Write a choice as a text: `true` and `false`, numbers, names, `none`, several names with `+` between."""
        if isinstance(value, tuple):
            return "+".join(value) or "none"
        return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def settle(name: str, options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the defaults and refuse what is not allowed."""
    known = {option.name: option for option in options}
    for unknown in given:
        if unknown not in known:
            names = ", ".join(known) or "none"
            raise UnknownOption(f"{name} has no option {unknown!r}; its options are: {names}", unknown)
    settled = {option.name: given.get(option.name, option.default) for option in options}
    for option in options:
        option.number(settled[option.name])
    return settled
