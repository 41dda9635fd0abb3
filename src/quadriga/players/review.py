"""A match gone through move by move: what each was worth to who made it, and every seat's chances after it.

What a move cost is judged by what its seat knew then, not by what came of it: luck is no mistake. The course of the
match, every seat's chances after every move, is told as a spectator sees it, who knows nobody's hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

import quadriga
from quadriga.errors import QuadrigaError

from . import derive
from .analysis import analyse
from .budget import Budget
from .dealing import chances_of, from_deals
from .parallel_search import ParallelSearch, must_end

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

    from .search_tree import Candidate

DEFAULT = Budget(playouts=1024)
LEAST_COST = 0.01
"""A move that costs less than a hundredth of a victory is as good as the best."""


@dataclass(frozen=True)
class Judged:
    """One move of a match, judged.

    `before` is the mover's chance with the best move and `after` with the move played, both from one search on what the
    mover knew; `cost` is the difference, never below 0, and `margin` half its 95 % interval. `chances` are every seat's
    after the move, as a spectator sees them.
    """

    number: int
    turn: int
    seat: int
    move: Move
    choices: int
    best: Move
    before: float
    after: float
    cost: float
    margin: float
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """A whole match: every move judged, and every seat's chances before the first."""

    game: Game
    start: tuple[float, ...]
    moves: tuple[Judged, ...]
    is_over: bool

    def costly(self, count: int = 5, least: float = LEAST_COST) -> list[Judged]:
        """Return the moves that cost most."""
        wrong = [judged for judged in self.moves if judged.cost >= least]
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
            "moves": [
                {
                    "number": judged.number,
                    "turn": judged.turn,
                    "seat": seats[judged.seat],
                    "move": judged.move.text,
                    "choices": judged.choices,
                    "best": judged.best.text,
                    "before": judged.before,
                    "after": judged.after,
                    "cost": judged.cost,
                    "margin": judged.margin,
                    "chances": dict(zip(seats, judged.chances, strict=True)),
                }
                for judged in self.moves
            ],
            "costly": [judged.number for judged in self.costly(10)],
        }


def beginning(state: State) -> State:
    """Return the position that a match started from."""
    return state.game.new(state.seed) if state.start is None else state.game.from_position(state.start)


def position_before(match: State, number: int) -> State:
    """Rebuild the position before a move of a match, counted from 1; one more than its moves is where it stands."""
    if not 1 <= number <= len(match.history) + 1:
        raise QuadrigaError(f"move must be from 1 to {len(match.history) + 1}, not {number}")
    state = beginning(match)
    for action in match.history[: number - 1]:
        state.play(action)
    return state


@dataclass(frozen=True)
class Step:
    """One move of a match: its number and its turn, counted from 1, and the position before it."""

    number: int
    turn: int
    before: State
    move: Move


def steps(match: State) -> list[Step]:
    """List the moves of a match, each with the position before it."""
    found: list[Step] = []
    state, turn = beginning(match), 0
    last: Any = None
    for number, action in enumerate(match.history, 1):
        now = getattr(state.s, "turns", (number, state.to_move))  # where the rules count no turns, every move is one
        turn += now != last
        last = now
        found.append(Step(number, turn, state.copy(), match.game.moves[action]))
        state.play(action)
    return found


def review(
    match: State | str,
    budget: Budget = DEFAULT,
    seed: int = 0,
    threads: int = 1,
    *,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review a finished or running match, given as a state or as the text of its record.

    The budget is for each move: the playouts once for what the mover knew and once for the spectator, the seconds for
    both together. `progress` is called after every move with the number of moves reviewed.
    """
    must_end(budget)
    if isinstance(match, str):
        match = quadriga.replay(match)
    trees = ParallelSearch(match.game, threads)
    start = chances_at_start(match, budget, seed, trees)
    moves: list[Judged] = []
    for step in steps(match):
        moves.append(judge(step, budget, seed, trees))
        if progress is not None:
            progress(step.number)
    return Review(match.game, start, tuple(moves), match.to_move is None)


def chances_at_start(match: State, budget: Budget, seed: int, trees: ParallelSearch) -> tuple[float, ...]:
    """Return every seat's chance to win before the first move of a match, as a spectator sees it."""
    return spectated(beginning(match), part_of(budget), derive(seed, "start"), trees)


def judge(step: Step, budget: Budget, seed: int, trees: ParallelSearch) -> Judged:
    """Judge one move of a match; what is found does not depend on which moves were judged before."""
    part, state, played = part_of(budget), step.before.copy(), step.move
    seat = state.to_move
    assert seat is not None
    found = analyse(state, seat, part, derive(seed, "move", step.number), also=[played], trees=trees)
    best, chosen = found.best, found.about(played)
    assert best is not None and chosen is not None
    choices = len(state.legal)
    state.play(played)
    chances = spectated(state, part, derive(seed, "course", step.number), trees)
    cost = max(0.0, best.value - chosen.value)
    # Whichever of the two is worth more is what the mover could have had.
    better = best if cost else chosen
    margin = 0.0 if best is chosen else hypot(half(best), half(chosen))
    return Judged(
        step.number, step.turn, seat, played, choices, better.move, better.value, chosen.value, cost, margin, chances
    )


def part_of(budget: Budget) -> Budget:
    """Share the seconds of a move's budget: it is searched twice, for the mover and for a spectator."""
    return Budget(budget.seconds and budget.seconds / 2, budget.playouts)


def half(candidate: Candidate) -> float:
    """Return the larger half of a candidate's interval."""
    return max(candidate.high - candidate.value, candidate.value - candidate.low)


def spectated(state: State, budget: Budget, seed: int, trees: ParallelSearch) -> tuple[float, ...]:
    """Return every seat's chance to win as a spectator sees it."""
    if state.to_move is None:
        return chances_of(state)
    return from_deals(state, None, budget, seed, trees).chances
