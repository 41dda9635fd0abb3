"""A match gone through move by move: what each was worth to who made it, and every seat's chances after it.

What a move cost is judged by what its seat knew then (judging.py). The course of the match, every seat's chances after
every move, is told as a spectator sees it, who knows nobody's hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import quadriga

from .judging import Judged, steps
from .parallel_search import ParallelSearch, must_end
from .survey import Survey, look, plan_for, plan_of

if TYPE_CHECKING:
    from quadriga.model import Game, State

    from .budget import Budget


@dataclass(frozen=True)
class Review:
    """A whole match: every move judged, and every seat's chances before the first."""

    game: Game
    start: tuple[float, ...]
    moves: tuple[Judged, ...]
    is_over: bool

    def costly(self, count: int | None = None) -> list[Judged]:
        """Return the moves that have a grade, the costliest first."""
        wrong = [judged for judged in self.moves if judged.grade]
        return sorted(wrong, key=lambda judged: (-judged.cost, judged.number))[:count]

    def course(self, seat: int) -> list[float]:
        """Return a seat's chance to win before the first move and after every move."""
        return [self.start[seat], *(judged.chances[seat] for judged in self.moves)]

    def data(self) -> dict[str, Any]:
        """Return everything as JSON-ready data."""
        seats = self.game.seats
        return {
            "game": self.game.name,
            "options": self.game.option_texts,
            "seats": list(seats),
            "over": self.is_over,
            "start": dict(zip(seats, self.start, strict=True)),
            "moves": [judged.data(self.game) for judged in self.moves],
            "costly": [judged.number for judged in self.costly()],
        }


def so_far(survey: Survey, is_over: bool) -> Review | None:
    """Return what is known of a match; None before anything is."""
    if survey.start is None:
        return None
    moves = tuple(survey.moves[number] for number in sorted(survey.moves))
    return Review(survey.game, survey.start, moves, is_over)


def review(
    match: State | str,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished or running match, given as a state or as the text of its record.

    The budget is for each move: the playouts once for what the mover knew and once for the spectator, the seconds for
    both together. Without one every move is looked at quickly, and those that seem to have cost most for longer.
    `progress` is called after every look with how many there were and how many there will be at most.
    """
    if budget is not None:
        must_end(budget)
    if isinstance(match, str):
        match = quadriga.replay(match)
    trees, moves = ParallelSearch(match.game, threads), steps(match)
    survey = Survey(match.game, len(moves), plan_for(match) if budget is None else plan_of(budget))
    while (task := survey.next()) is not None:
        survey.take(task, look(match, moves, task, seed, trees))
        if progress is not None:
            progress(survey.done, survey.planned)
    found = so_far(survey, match.to_move is None)
    assert found is not None
    return found
