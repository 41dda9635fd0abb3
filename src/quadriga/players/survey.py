"""A review as it grows: first a quick look at every move, then longer ones at those that seem to have cost most.

A survey knows what is to be looked at next and keeps what was found; who looks, and when, is not its business. What is
found about one move does not depend on any other, so a survey can be written down, read back and gone on with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import derive
from .budget import Budget
from .grades import LEAST
from .judging import Judged, Step, beginning, judge, spectated
from .reasons import Fact, reasons

if TYPE_CHECKING:
    from quadriga.model import Game, State

    from .parallel_search import ParallelSearch

FORMAT = 2
"""Raised when a survey looks at matches in another way: those written down before are made again."""
USUAL = 250
"""A match of more moves than this is looked at less closely, so that it does not take longer."""
FEWEST = 64
LOOK, LONGER, LONGEST, CLOSE = 256, 1024, 8192, 768
"""Playouts of the first look, of the second and third, and of the course when it is looked at again."""
SECOND, THIRD = 64, 24
"""This many moves get a second look, and a third."""


@dataclass(frozen=True)
class Pass:
    """One way through a match: how long each move is searched for its mover, and the position after it for a spectator.

    Of the moves that may have cost something the `most` costly ones are looked at, costliest first; None: all moves,
    one after the other. A pass that `explains` looks for what speaks for the better moves.
    """

    search: Budget | None = None
    course: Budget | None = None
    most: int | None = None
    explains: bool = False


Plan = tuple[Pass, ...]


def plan_for(match: State) -> Plan:
    """Plan how a match is looked at where nobody says how long: some seconds of a processor's time, however long it is.

    `python -m benchmarks.review` measures them.
    """
    part = min(1.0, USUAL / max(1, len(match.history)))
    look, close = (Budget(playouts=max(FEWEST, int(count * part**2))) for count in (LOOK, CLOSE))
    return (
        Pass(search=look, course=look),
        Pass(search=Budget(playouts=LONGER), most=SECOND),
        Pass(search=Budget(playouts=LONGEST), most=THIRD),
        Pass(explains=True),
        Pass(course=close),
    )


def plan_of(budget: Budget) -> Plan:
    """Plan one look at every move: the playouts once for the mover and once for a spectator, the seconds for both."""
    part = Budget(budget.seconds and budget.seconds / 2, budget.playouts)
    return (Pass(search=part, course=part), Pass(explains=True))


@dataclass(frozen=True)
class Task:
    """Something to look at: a move by its number, 0 for the position before the first."""

    number: int
    search: Budget | None = None
    course: Budget | None = None
    better: int | None = None
    """The better move by its number, if what speaks for it is asked for."""


@dataclass(frozen=True)
class Found:
    """What a look at a move found, as far as it was asked for."""

    judged: Judged | None = None
    chances: tuple[float, ...] | None = None
    facts: tuple[Fact, ...] | None = None


def look(match: State, moves: list[Step], task: Task, seed: int, trees: ParallelSearch) -> Found:
    """Look at a move of a match."""
    if task.number == 0:
        assert task.course is not None
        return Found(chances=spectated(beginning(match), task.course, derive(seed, "start"), trees))
    step = moves[task.number - 1]
    judged = chances = facts = None
    if task.search is not None:
        judged = judge(step, task.search, seed, trees)
    if task.course is not None:
        chances = spectated(step.after, task.course, derive(seed, "course", step.number), trees)
    if task.better is not None:
        facts = reasons(step.before, match.game.moves[task.better], step.move, derive(seed, "reasons", step.number))
    return Found(judged, chances, facts)


class Survey:
    """What is known of a match so far, and what comes next."""

    def __init__(self, game: Game, length: int, plan: Plan) -> None:
        self.game = game
        self.length = length
        self.plan = plan
        self.start: tuple[float, ...] | None = None
        self.moves: dict[int, Judged] = {}
        self.chosen: list[list[int]] = []
        """The moves that each pass looks at, in order, for the passes that have begun."""
        self.looked = 0
        """How many of them the last of these passes has looked at."""

    @property
    def done(self) -> int:
        """How many looks there were."""
        return (self.start is not None) + sum(map(len, self.chosen[:-1])) + self.looked

    @property
    def planned(self) -> int:
        """How many looks there will be at most."""
        begun = sum(map(len, self.chosen))
        to_come = self.plan[len(self.chosen) :]
        return 1 + begun + sum(min(self.length, each.most or self.length) for each in to_come)

    def next(self) -> Task | None:
        """Say what to look at next; None when all was seen."""
        if self.start is None:
            return Task(0, course=self.plan[0].course)
        while not self.chosen or self.looked == len(self.chosen[-1]):
            if len(self.chosen) == len(self.plan):
                return None
            self.chosen.append(self._choose(self.plan[len(self.chosen)]))
            self.looked = 0
        each, number = self.plan[len(self.chosen) - 1], self.chosen[-1][self.looked]
        return Task(number, each.search, each.course, self.moves[number].best.id if each.explains else None)

    def _choose(self, each: Pass) -> list[int]:
        """Choose the moves that a pass looks at."""
        everything = list(range(1, self.length + 1))
        if each.most is None and not each.explains:
            return everything
        before = next((chosen for chosen in reversed(self.chosen) if chosen), everything)
        if each.explains:
            before = [number for number in everything if self.moves[number].grade]
        else:
            before = [number for number in before if self._may_have_cost(self.moves[number])]
        return sorted(before, key=lambda number: (-self.moves[number].cost, number))[: each.most]

    def _may_have_cost(self, judged: Judged) -> bool:
        return judged.choices > 1 and judged.cost > 0 and judged.cost + judged.margin >= LEAST["inaccuracy"]

    def take(self, task: Task, found: Found) -> None:
        """Keep what was found."""
        if task.number == 0:
            self.start = found.chances
            return
        before = self.moves.get(task.number)
        judged = found.judged or before
        assert judged is not None
        if found.chances is not None:
            judged = replace(judged, chances=found.chances)
        elif before is not None:
            judged = replace(judged, chances=before.chances)
        if found.facts is not None:
            judged = replace(judged, facts=found.facts)
        self.moves[task.number] = judged
        self.looked += 1

    # --- to be kept

    def write(self) -> dict[str, Any]:
        """Write down what is known, as JSON-ready data."""
        return {
            "format": FORMAT,
            "rules": self.game.version,
            "start": self.start,
            "moves": [self.moves[number].data(self.game) for number in sorted(self.moves)],
            "chosen": [list(chosen) for chosen in self.chosen],
            "looked": self.looked,
        }

    def read(self, written: Mapping[str, Any]) -> None:
        """Go on from what was written down; what was made in another way counts for nothing."""
        if written.get("format") != FORMAT or written.get("rules") != self.game.version:
            return
        self.start = None if written["start"] is None else tuple(written["start"])
        judged = (Judged.read(self.game, data) for data in written["moves"])
        self.moves = {each.number: each for each in judged}
        self.chosen = [list(chosen) for chosen in written["chosen"]]
        self.looked = written["looked"]
