"""What the games of an arena add up to: every pair's counts and every player's total, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from quadriga.intervals import wilson

from .matches import Played
from .ratings import Rating


@dataclass
class Score:
    """Games counted from one player's side; a victory shared with the other side counts as a share of it."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    shared: int = 0
    draws: int = 0
    points: float = 0.0

    def add(self, share: float, *, decided: bool) -> None:
        """Count a game."""
        self.games += 1
        self.wins += decided and share == 1.0
        self.losses += decided and share == 0.0
        self.shared += decided and 0.0 < share < 1.0
        self.draws += not decided
        self.points += share

    @property
    def decided(self) -> int:
        """How many games somebody won."""
        return self.games - self.draws

    @property
    def share(self) -> float | None:
        """The share of the decided games."""
        return self.points / self.decided if self.decided else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(min(self.points, self.decided), self.decided)

    def statistics(self) -> dict[str, Any]:
        """Return all counts, JSON-ready."""
        low, high = self.interval
        return {
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "shared": self.shared,
            "draws": self.draws,
            "decided": self.decided,
            "points": self.points,
            "share": self.share,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True)
class Standing:
    """A player's place after all its games."""

    player: int
    score: Score
    rating: Rating


def score_of(games: Iterable[Played], player: int, other: int | None = None) -> Score:
    """Count a player's games, against everybody or against one other. Whoever plays alone and does not win has lost."""
    score = Score()
    for played in games:
        among = played.pairing.players
        if player in among and (other is None or other in among):
            score.add(played.share(player), decided=played.is_decided or len(among) == 1)
    return score


def standings(games: Sequence[Played], ratings: Sequence[Rating], entrants: int) -> list[Standing]:
    """Sort the players by rating; equal ones keep the order in which they were entered."""
    found = [Standing(player, score_of(games, player), ratings[player]) for player in range(entrants)]
    return sorted(found, key=lambda standing: -standing.rating.mu)
