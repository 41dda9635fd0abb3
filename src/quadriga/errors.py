"""What can be wrong with what we are given. All are ValueErrors; each says what was wrong and what would be right."""

from __future__ import annotations


class QuadrigaError(ValueError):
    """Something given to the library was wrong."""


class UnknownGame(QuadrigaError):
    """There is no game of this name."""


class OptionError(QuadrigaError):
    """An option is wrong; the message says which, and what is allowed."""


class UnknownOption(OptionError, TypeError):
    """A game has no option of this name. To Python an unknown keyword is a TypeError, so it is that too."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class IllegalMove(QuadrigaError):
    """A move is refused, by the clause in `rule`; the state is as it was."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class PositionError(QuadrigaError):
    """A position is impossible; the message says why."""


class RecordError(QuadrigaError):
    """A record of a match is broken; the message says where."""
