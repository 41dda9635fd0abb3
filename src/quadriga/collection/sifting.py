"""Sifting a collection: which of its matches are wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from quadriga import QuadrigaError, WrittenMatch

COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {
    "!=": lambda found, wanted: found != wanted,
    ">=": lambda found, wanted: not comes_before(found, wanted),
    "<=": lambda found, wanted: not comes_before(wanted, found),
    "=": lambda found, wanted: found == wanted,
    "~": lambda found, wanted: re.search(wanted, found) is not None,
}
TAG = re.compile(r"(\w+)(!=|>=|<=|=|~)(.*)", re.ASCII | re.DOTALL)


def comes_before(one: str, other: str) -> bool:
    """Compare two values: as numbers if both are, so that 9 comes before 10, else as texts, as dates are."""
    try:
        return float(one) < float(other)
    except ValueError:
        return one < other


@dataclass(frozen=True)
class Sieve:
    """What matches have to be like; what is not set lets everything through."""

    game: str | None = None
    """Its name."""
    player: str | None = None
    """Who has to be among the players, by the tag Players."""
    winner: str | None = None
    """A seat, as the tag Result names it, or a player, by the tag Players; `draw` is nobody."""
    finished: bool | None = None
    """Whether it has to be over; None: either will do."""
    least_moves: int = 0
    """How many moves it has at least."""
    most_moves: int | None = None
    """How many moves it has at most."""
    tags: tuple[tuple[str, str, str], ...] = field(default=())
    """Name, comparison, value."""

    @staticmethod
    def read_tag(text: str) -> tuple[str, str, str]:
        """Read what a tag has to be like: `Date>=2026-01-01`, `Event=Ludi`, `Players~Anna`."""
        found = TAG.fullmatch(text)
        if found is None:
            raise QuadrigaError(f"{text[:40]!r} is not of the form Tag=value, Tag!=value, Tag>=value or Tag~pattern")
        name, comparison, value = found.groups()
        if comparison == "~":
            try:
                re.compile(value)
            except re.error as error:
                raise QuadrigaError(f"{value[:40]!r} is no pattern: {error}") from error
        return name, comparison, value

    def lets(self, match: WrittenMatch) -> bool:
        """Tell whether a match goes through; one of an unknown game, of which that is unknown, raises RecordError."""
        tags = match.tags
        if self.game is not None and tags["Game"] != self.game:
            return False
        if self.player is not None and self.player not in match.players:
            return False
        if self.finished is not None and (tags.get("Result", "*") != "*") != self.finished:
            return False
        for name, comparison, value in self.tags:
            if name not in tags or not COMPARISONS[comparison](tags[name], value):
                return False
        if self.winner is not None and not self._is_won(match):
            return False
        if self.least_moves or self.most_moves is not None:
            count = len(match.texts)
            return self.least_moves <= count and (self.most_moves is None or count <= self.most_moves)
        return True

    def _is_won(self, match: WrittenMatch) -> bool:
        _, _, names = match.tags.get("Result", "*").partition(" ")
        winners = names.split(" and ") if names else []
        if self.winner in winners:
            return True
        if self.winner not in match.players:
            return False
        from quadriga import load_written

        seats = load_written(match.tags).seats
        return any(
            player == self.winner and seat in winners for seat, player in zip(seats, match.players, strict=False)
        )
