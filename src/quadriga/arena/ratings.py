"""Ratings by openskill: what each player's results, taken together, say about its strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quadriga.extras import need
from quadriga.intervals import Z

from .matches import Played


@dataclass(frozen=True)
class Rating:
    """A player's strength and how sure it is, on openskill's scale: everybody begins at 25 with 25/3."""

    mu: float
    sigma: float

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval."""
        return Z * self.sigma


def rate(games: Sequence[Played], entrants: int) -> list[Rating]:
    """Rate the entrants by their games, taken in the order given; in a game for one, the game itself is rated last.

    Each game is a free-for-all of its players, ranked by their shares of the victory; equal shares are a draw.
    """
    # Players do not learn between games, so nothing is added to what is unsure about them (tau).
    model: Any = need("openskill.models", "arena").PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(entrants + 1)]
    for played in games:
        players = list(played.pairing.players)
        shares = [played.share(player) for player in players]
        if len(players) == 1:  # whoever plays alone plays against the game
            players.append(entrants)
            shares.append(1.0 - shares[0])
        ranks = [float(-share) for share in shares]
        rated = model.rate([[ratings[player]] for player in players], ranks=ranks)
        for player, team in zip(players, rated, strict=True):
            ratings[player] = team[0]
    return [Rating(rating.mu, rating.sigma) for rating in ratings]
