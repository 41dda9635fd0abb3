"""The moves of a match, each judged by what its seat knew then, not by what came of it: luck is no mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError
from quadriga.model.turns import Turns

from . import derive
from .analysis import analyse
from .dealing import chances_of, from_deals
from .expected import Expected
from .grades import Grade, grade
from .reasons import Fact

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

    from .budget import Budget
    from .parallel_search import ParallelSearch
    from .search_tree import Candidate


@dataclass(frozen=True)
class Judged:
    """One move of a match, judged.

    `before` is the mover's chance with the best move and `after` with the move played, both from one search on what the
    mover knew; `cost` is the difference, never below 0, and `margin` half its 95 % interval. `chances` are every seat's
    after the move, as a spectator sees them. A move that has a grade has a `line`, the best move and what is expected
    to follow it, and `facts`, which say what that would have brought.
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
    line: tuple[Expected, ...] = ()
    facts: tuple[Fact, ...] | None = None
    """None: they were not looked for yet."""

    @property
    def grade(self) -> Grade | None:
        """How bad the move was; None if it was good, or may have been."""
        return grade(self.cost, self.margin)

    def data(self, game: Game) -> dict[str, Any]:
        """Return everything as JSON-ready data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "seat": game.seats[self.seat],
            "move": self.move.text,
            "move_id": self.move.id,
            "choices": self.choices,
            "best": self.best.text,
            "best_id": self.best.id,
            "before": self.before,
            "after": self.after,
            "cost": self.cost,
            "margin": self.margin,
            "grade": self.grade,
            "chances": dict(zip(game.seats, self.chances, strict=True)),
            "line": [step.data(game) for step in self.line],
            "facts": None if self.facts is None else [fact.data(game) for fact in self.facts],
        }

    @classmethod
    def read(cls, game: Game, data: Mapping[str, Any]) -> Judged:
        """Read it back."""
        facts = data["facts"]
        return cls(
            data["number"], data["turn"], game.seats.index(data["seat"]), game.moves[data["move_id"]], data["choices"],
            game.moves[data["best_id"]], data["before"], data["after"], data["cost"], data["margin"],
            tuple(data["chances"][seat] for seat in game.seats),
            tuple(Expected.read(game, step) for step in data["line"]),
            None if facts is None else tuple(Fact.read(game, fact) for fact in facts),
        )  # fmt: skip


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

    @property
    def after(self) -> State:
        """The position after it."""
        state = self.before.copy()
        state.play(self.move)
        return state


def steps(match: State) -> list[Step]:
    """List the moves of a match, each with the position before it."""
    found: list[Step] = []
    state, turns = beginning(match), Turns()
    for number, action in enumerate(match.history, 1):
        found.append(Step(number, turns.at(state), state.copy(), match.game.moves[action]))
        state.play(action)
    return found


def judge(step: Step, budget: Budget, seed: int, trees: ParallelSearch) -> Judged:
    """Judge one move of a match; what is found does not depend on which moves were judged before.

    The chances of a spectator are not looked for.
    """
    state, played = step.before, step.move
    seat = state.to_move
    assert seat is not None
    # Another number of playouts is another search: who looks deeper is not misled by the same luck again.
    found = analyse(state, seat, budget, derive(seed, "move", step.number, budget.playouts), also=[played], trees=trees)
    best, chosen = found.best, found.about(played)
    assert best is not None and chosen is not None
    cost = max(0.0, best.value - chosen.value)
    # Whichever of the two is worth more is what the mover could have had.
    better = best if cost else chosen
    margin = 0.0 if best is chosen else hypot(half(best), half(chosen))
    return Judged(
        step.number, step.turn, seat, played, len(state.legal), better.move, better.value, chosen.value, cost, margin,
        (), found.line if grade(cost, margin) else (),
    )  # fmt: skip


def half(candidate: Candidate) -> float:
    """Return the larger half of a candidate's interval."""
    return max(candidate.high - candidate.value, candidate.value - candidate.low)


def spectated(state: State, budget: Budget, seed: int, trees: ParallelSearch) -> tuple[float, ...]:
    """Return every seat's chance to win as a spectator sees it."""
    if state.to_move is None:
        return chances_of(state)
    return from_deals(state, None, budget, seed, trees).chances
