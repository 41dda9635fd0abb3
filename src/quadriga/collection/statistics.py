"""What a collection holds, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from quadriga import WrittenMatch
from quadriga.intervals import wilson


@dataclass
class OfOneGame:
    """The counts of one game's matches."""

    matches: int = 0
    finished: int = 0
    moves: int = 0
    shortest: int = 0
    longest: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)

    def add(self, match: WrittenMatch) -> None:
        """Count a match."""
        moves = len(match.texts)
        self.shortest = moves if self.matches == 0 else min(self.shortest, moves)
        self.longest = max(self.longest, moves)
        self.matches += 1
        self.moves += moves
        _, _, winner = match.tags.get("Result", "*").partition(" ")
        if winner:
            self.finished += 1
            self.winners[winner] += 1
        self.players.update(match.players)
        self.options[match.tags.get("Options", "")] += 1

    def data(self) -> dict[str, Any]:
        """Return all numbers, JSON-ready; shares have a 95 % interval (Wilson)."""
        shares = {}
        for winner, count in self.winners.most_common():
            low, high = wilson(count, self.finished)
            shares[winner] = {"won": count, "share": count / self.finished, "low": low, "high": high}
        return {
            "matches": self.matches,
            "finished": self.finished,
            "moves": self.moves,
            "mean_moves": self.moves / self.matches if self.matches else None,
            "shortest": self.shortest,
            "longest": self.longest,
            "winners": shares,
            "players": dict(self.players.most_common()),
            "options": dict(self.options.most_common()),
        }


class Statistics:
    """The counts of a collection, by game."""

    def __init__(self) -> None:
        self.games: dict[str, OfOneGame] = {}
        """The counts of every game."""
        self.broken: int = 0
        """How many matches were not right."""

    def add(self, match: WrittenMatch) -> None:
        """Count a match."""
        self.games.setdefault(match.tags["Game"], OfOneGame()).add(match)

    def data(self) -> dict[str, Any]:
        """Return all numbers, JSON-ready."""
        return {"broken": self.broken, "games": {name: counts.data() for name, counts in sorted(self.games.items())}}
