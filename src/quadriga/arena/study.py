"""A study: many games with the same players on every seat, what they show, and what each option changes.

Players that follow a simple rule, or a network without search, play by the compiled rules; players that think play in
worker processes. What is counted is the same: the game's own `measure`. The result does not depend on the number of
threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quadriga.errors import QuadrigaError
from quadriga.players import UNLIMITED, Budget
from quadriga.players.levels import fast_network

from .sample import Sample, check_numbers, sample
from .study_effects import effects
from .study_numbers import decisive, ratio
from .study_players import FAST, SAMPLED, play_all, seated

if TYPE_CHECKING:
    from quadriga.model import Game

BLOCKS = 25
"""A sample is counted in this many blocks: how they differ tells how far a sum can be trusted."""
FEW_CHOICES = 6
"""Options with at most this many choices are compared when all are asked for."""


@dataclass(frozen=True)
class Counted:
    """A sample and the blocks it was counted in."""

    sample: Sample
    blocks: tuple[npt.NDArray[np.int64], ...]

    def statistics(self) -> dict[str, Any]:
        """Return every share, mean and sum with its 95 % interval, JSON-ready, and what went to the winner."""
        game, statistics = self.sample.game, self.sample.statistics()
        parts = [game.definition.summary(game, block) for block in self.blocks]
        games = [part["games"] for part in parts]
        for title, rows in statistics["totals"].items():
            for row, cells in rows.items():
                for name, cell in cells.items():
                    counts = [part["totals"].get(title, {}).get(row, {}).get(name, 0) for part in parts]
                    cell.update(ratio(counts, games, "mean"))
        statistics["decisive"] = decisive(parts, self.sample.summary())
        return statistics


@dataclass(frozen=True)
class Study:
    """What a study counted: the game as asked for, and every choice of the options that are compared."""

    game: Game
    players: tuple[str, ...]
    budget: Budget
    games: int
    seed: int
    base: Counted
    by: Mapping[str, tuple[Counted, ...]]

    @property
    def samples(self) -> list[Sample]:
        """All samples: of the game as asked for, then of the choices."""
        return [self.base.sample, *(counted.sample for several in self.by.values() for counted in several)]

    @property
    def is_whole(self) -> bool:
        """Tell whether every game was played to its end."""
        return all(one.is_whole for one in self.samples)

    def data(self) -> dict[str, Any]:
        """Return everything as JSON-ready data."""
        import quadriga

        base = self.base.statistics()
        by = {
            name: {counted.sample.game.option_texts[name]: counted.statistics() for counted in several}
            for name, several in self.by.items()
        }
        return {
            "quadriga": quadriga.__version__,
            "game": self.game.name,
            "game_version": self.game.version,
            "title": self.game.title,
            "options": self.game.option_texts,
            "seats": list(self.game.seats),
            "players": list(self.players),
            "playouts": self.budget.playouts,
            "seconds_a_move": self.budget.seconds,
            "asked": self.games,
            "seed": self.seed,
            "complete": self.is_whole,
            "seconds": sum(one.seconds for one in self.samples),
            "confidence": 0.95,
            **base,
            "by": by,
            "effects": {name: effects(choices, self.game.option_texts[name], base) for name, choices in by.items()},
        }


def options_to_compare(
    game: Game, by: Sequence[str] | None, set_by_hand: Sequence[str] = (), players: Sequence[str] = ()
) -> tuple[str, ...]:
    """Name the options that a study compares: those asked for, `all` that have few choices, or what the room says.

    Where every seat has a player of its own, an option that changes the seats is compared only if it is asked for.
    """
    if by is not None and "all" not in by:
        return tuple(dict.fromkeys(by))
    few = [option.name for option in game.definition.options if len(option.choices) <= FEW_CHOICES]
    names = [name for name in game.definition.compared if name not in set_by_hand] if by is None else few
    variants = {name: game.variants(name) for name in names}
    return tuple(
        name
        for name, several in variants.items()
        if len(several) > 1 and (len(players) < 2 or all(len(one.seats) == len(players) for one in several))
    )


def checked_variants(game: Game, players: Sequence[str], budget: Budget, by: Sequence[str]) -> dict[str, list[Game]]:
    """Find the games that a study compares; refuse options that are not there and players that cannot sit down."""
    variants = {name: game.variants(name) for name in by}
    for one in (game, *(one for several in variants.values() for one in several)):
        seated(players, one, budget)
    return variants


def study(
    game: Game,
    games: int,
    players: Sequence[str] = ("random",),
    *,
    seed: int = 0,
    threads: int | None = None,
    budget: Budget = UNLIMITED,
    by: Sequence[str] = (),
    beforehand: Mapping[str, str] | None = None,
    progress: Callable[[Game, int], None] | None = None,
) -> Study:
    """Play games with the seeds `seed` to `seed + games - 1`, and as many for every choice of the options in `by`.

    `players` are one for all seats or one for each. Players that think get the budget, or the playouts of their level.
    `beforehand` are options that a worker process has to load first (a track of your own). `progress` is called with
    the game that is being played and the number of games played. Ctrl-C ends the study early; what was counted is
    returned, marked as interrupted.
    """
    check_numbers(games, seed, threads)
    variants = checked_variants(game, players, budget, by)
    done: dict[Game, Counted] = {}
    for one in (game, *(one for several in variants.values() for one in several)):
        if one not in done and all(counted.sample.is_whole for counted in done.values()):
            done[one] = count(one, games, players, seed, threads, budget, beforehand, progress)
    compared = {name: tuple(done[one] for one in several if one in done) for name, several in variants.items()}
    return Study(game, tuple(players), budget, games, seed, done[game], compared)


def count(
    game: Game,
    games: int,
    players: Sequence[str],
    seed: int,
    threads: int | None,
    budget: Budget,
    beforehand: Mapping[str, str] | None,
    progress: Callable[[Game, int], None] | None,
) -> Counted:
    """Play one sample, block by block."""
    seats = seated(players, game, budget)
    size = -(-games // BLOCKS)
    starts = range(0, games, size)
    begun = time.perf_counter()

    def report(played: int) -> None:
        if progress is not None:
            progress(game, played)

    if len(set(seats)) == 1 and (name := seats[0].name) in SAMPLED:
        parts: list[Sample] = []
        network = fast_network(game) if name == FAST else ""
        for start in starts:
            parts.append(
                sample(
                    game, min(size, games - start), seed=seed + start, threads=threads,
                    greedy=name == "preferred", network=network, progress=partial(report_from, report, start),
                )
            )  # fmt: skip
            if not parts[-1].is_whole:
                break
        blocks = [part.sums for part in parts]
        broken = None if parts[-1].broken is None else starts[len(parts) - 1] + parts[-1].broken
        interrupted = parts[-1].interrupted
    else:
        sums, broken, interrupted = play_all(game, seats, seed, games, threads, beforehand, report)
        rules = game.definition.rules
        blocks = [np.zeros(rules.MEASURES, np.int64) for _ in starts]
        for number, counts in sums.items():
            blocks[number // size] += counts
    whole = np.stack(blocks).sum(axis=0)
    found = Sample(game, seed, games, whole, time.perf_counter() - begun, broken, interrupted)
    return Counted(found, tuple(block for block in blocks if block[0]))


def report_from(report: Callable[[int], None], start: int, played: int) -> None:
    """Report the games of a block as games of the whole."""
    report(start + played)


def must_be_sound(found: Study) -> None:
    """Refuse a study in which no game was played to its end."""
    if not found.base.sample.sums[0]:
        raise QuadrigaError("no game was played to its end: there is nothing to report")
