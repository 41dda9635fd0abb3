"""A round robin of players: every pair plays the same seeds with seats swapped, on all cores or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quadriga.errors import QuadrigaError
from quadriga.extras import need
from quadriga.kernel.batch import default_threads
from quadriga.model import Game, as_seed
from quadriga.players import UNLIMITED, Budget

from .cluster import play_on_ray, ray_for
from .entrants import Entrant, entrants
from .journal import Journal, heading, usual_place
from .matches import Contest, Played, to_line
from .pairing import Pairing, groups, pairings
from .ratings import Rating, rate
from .scores import Score, Standing, score_of, standings
from .workers import play_here, play_in_processes

UNCOMPILED = {"random"}
"""Players that compiled rules make no faster."""


@dataclass(frozen=True)
class Arena:
    """The games of an arena in their fixed order, and what they add up to."""

    game: Game
    entrants: tuple[Entrant, ...]
    asked: int
    seed: int
    played: tuple[Played, ...]
    journal: Path
    before: int
    """How many of the games were in the journal already."""
    seconds: float
    interrupted: bool = False

    @property
    def title(self) -> str:
        """Name the game and the sample."""
        each = "each" if self.is_solo else "each pair"
        played = "" if self.is_whole else f", {len(self.played):,} of {self.total:,} played"
        return f"{self.game.title}: {self.asked:,} games {each}{played}, seeds from {self.seed}"

    @property
    def opponent(self) -> str:
        """Who a single seat plays against."""
        return self.game.definition.solo_opponent or "the game"

    @property
    def is_solo(self) -> bool:
        """Tell whether everybody plays alone, against the game."""
        return len(self.game.seats) == 1

    @property
    def total(self) -> int:
        """How many games the whole arena has."""
        return self.asked * len(self.groups)

    @property
    def is_whole(self) -> bool:
        """Tell whether every game was played."""
        return len(self.played) == self.total

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Who meets: every pair, or in a game for one everybody alone."""
        return groups(len(self.entrants), len(self.game.seats))

    def score(self, player: int, other: int | None = None) -> Score:
        """Count a player's games, against everybody or against one other."""
        return score_of(self.played, player, other)

    def ratings(self) -> list[Rating]:
        """Rate the players in the order in which they were entered; in a game for one, the game comes last."""
        return rate(self.played, len(self.entrants))

    def standings(self) -> list[Standing]:
        """Sort the players by rating."""
        return standings(self.played, self.ratings(), len(self.entrants))

    def statistics(self) -> dict[str, Any]:
        """Return all numbers, JSON-ready."""
        labels = [entrant.label for entrant in self.entrants]
        ratings = self.ratings()
        return {
            **heading(self.game, self.entrants, self.seed),
            "games": self.asked,
            "complete": self.is_whole,
            "seconds": self.seconds,
            "journal": str(self.journal),
            "confidence": 0.95,
            "pairs": [
                {"players": [labels[player] for player in group], **self.score(*group).statistics()}
                for group in self.groups
            ],
            "standings": [
                {"player": labels[standing.player], **standing.score.statistics(), **described(standing.rating)}
                for standing in self.standings()
            ],
            **({"opponent": {"player": self.opponent, **described(ratings[-1])}} if self.is_solo else {}),
            "played": [to_line(played, self.entrants) for played in self.played],
        }


def described(rating: Rating) -> dict[str, float]:
    """Describe a rating with its interval."""
    low, high = rating.mu - rating.half, rating.mu + rating.half
    return {"rating": rating.mu, "sigma": rating.sigma, "rating_low": low, "rating_high": high}


def play_arena(
    game: Game,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    budget: Budget = UNLIMITED,
    processes: int | None = None,
    journal: Path | str | None = None,
    cluster: str | None = None,
    progress: Callable[[Sequence[Played]], None] | None = None,
) -> Arena:
    """Let every pair of players play `games` games, on the seeds from `seed` on, each with seats swapped.

    Players are names or import paths, with `@5000` (playouts) or `@0.5s` where one has a budget of its own. Games run
    in worker processes, by default one for every core; `processes=0` plays them in this process, to debug a player.
    `cluster` plays them on Ray instead: "local", or the address of a cluster.

    Finished games are kept in a journal, by default in the user's cache folder; the same call goes on where an earlier
    one stopped. Ctrl-C ends the arena early: what was played is returned, marked as interrupted. `progress` is called
    with all finished games, first with those of the journal and then after each.
    """
    entered = checked(game, players, games, seed, budget, processes)
    need("openskill.models", "arena")
    if cluster is not None:
        ray_for(cluster)
    for entrant in entered:
        entrant.begin()  # a program that cannot be started is told now
    listed = pairings(len(entered), len(game.seats), games, seed)
    path = Path(journal) if journal is not None else usual_place(heading(game, entered, seed))
    book = Journal(path, game, entered, seed)
    begun, interrupted = time.perf_counter(), False
    with closing(book):
        known = book.read(listed)
        finished = list(known.values())
        missing = [pairing for pairing in listed if pairing not in known]
        try:
            if progress is not None:
                progress(finished)
            with closing(results(game, Contest.of(game, entered), missing, processes, cluster)) as coming:
                for played in coming:
                    book.write(played)
                    finished.append(played)
                    if progress is not None:
                        progress(finished)
        except KeyboardInterrupt:
            interrupted = True
    by_pairing = {played.pairing: played for played in finished}
    in_order = tuple(by_pairing[pairing] for pairing in listed if pairing in by_pairing)
    seconds = round(time.perf_counter() - begun, 3)
    return Arena(game, entered, games, seed, in_order, path, len(known), seconds, interrupted)


def checked(
    game: Game, players: Sequence[str], games: int, seed: int, budget: Budget, processes: int | None
) -> tuple[Entrant, ...]:
    """Refuse what no arena can be made of, before anything is played."""
    if games < 1:
        raise QuadrigaError(f"games must be at least 1, not {games}")
    if processes is not None and processes < 0:
        raise QuadrigaError(f"processes must be at least 1, or 0 for none, not {processes}")
    as_seed(seed)
    as_seed(seed + games)
    entered = entrants(players, budget)
    least = 1 if len(game.seats) == 1 else 2
    if len(entered) < least:
        raise QuadrigaError(f"an arena needs at least {least} player{'s' * (least - 1)}, not {len(entered)}")
    return entered


def results(
    game: Game, contest: Contest, missing: Sequence[Pairing], processes: int | None, cluster: str | None
) -> Generator[Played, None, None]:
    """Play games where they were asked for; closing this ends whatever was started for them."""
    if not missing:
        return
    if cluster is not None:
        yield from play_on_ray(contest, missing, cluster, processes or None)
        return
    if needs_compiling(game, contest.entrants):
        for _ in game.compiled.warm():  # once here, not in every worker
            pass
    if processes == 0:
        yield from play_here(contest, missing)
    else:
        yield from play_in_processes(contest, missing, min(processes or default_threads(), len(missing)))


def needs_compiling(game: Game, entered: Sequence[Entrant]) -> bool:
    """Tell whether somebody will wait for a compiler."""
    return any(entrant.name not in UNCOMPILED for entrant in entered) and not game.compiled.is_warm
