"""Reviews as they grow: what is looked at when, how moves are graded, and what speaks for the better ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

import quadriga
from quadriga import Game, State
from quadriga.players import Budget, survey
from quadriga.players.grades import GRADES, LEAST, grade
from quadriga.players.judging import Judged, steps
from quadriga.players.parallel_search import ParallelSearch
from quadriga.players.reasons import LEAST_DIFFERENCE, MOST, gain, reasons
from quadriga.players.review import Review, review
from quadriga.players.survey import FEWEST, SECOND, THIRD, Survey, Task, look, plan_for, plan_of
from tests.conftest import EDITIONS, walk

BRIEF = Budget(playouts=64)


@pytest.fixture(scope="module", autouse=True)
def hasty() -> Iterator[None]:
    """Looks that are a sixteenth as long as people get: how they follow each other and are graded is the same."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LOOK", "LONGER", "LONGEST", "CLOSE"):
            patch.setattr(survey, name, max(FEWEST, getattr(survey, name) // 16))
        yield


@cache
def over(name: str) -> State:
    """A match of random moves."""
    *_, end = walk(quadriga.load(name), 2)
    return end


@cache
def reviewed(name: str) -> Review:
    """That match as it is looked at where nobody says how long."""
    return review(over(name))


@pytest.mark.parametrize(
    ("cost", "margin", "expected"),
    [
        (0.30, 0.1, "blunder"), (0.20, 0.1, "blunder"), (0.199, 0.1, "mistake"), (0.10, 0.0, "mistake"),
        (0.05, 0.04, "inaccuracy"), (0.049, 0.0, None), (0.0, 0.0, None), (0.30, 0.30, None), (0.30, 0.31, None),
    ],
)  # fmt: skip
def test_a_grade_is_for_a_loss_beyond_its_margin(cost: float, margin: float, expected: str | None) -> None:
    assert grade(cost, margin) == expected


def test_only_what_is_graded_counts_as_costly(edition: Game) -> None:
    found = reviewed(edition.name)
    costly = found.costly()
    assert costly, "random play has its price"
    for judged in found.moves:
        assert (judged in costly) == (judged.grade is not None)
        assert (judged.grade is None) == (judged.cost <= judged.margin or judged.cost < LEAST["inaccuracy"])
        assert judged.grade is None or judged.cost >= LEAST[judged.grade]
    assert found.data()["costly"] == [judged.number for judged in costly]
    assert {judged.grade for judged in costly} <= set(GRADES)


def test_a_graded_move_has_the_better_line_and_what_speaks_for_it(edition: Game) -> None:
    found, match = reviewed(edition.name), steps(over(edition.name))
    speaking = 0
    for judged in found.moves:
        if judged.grade is None:
            assert judged.line == ()
            continue
        first = judged.line[0]
        assert (first.seat, first.id, first.kind) == (judged.seat, judged.best.id, judged.best.kind)
        assert first.parts == judged.best.parts and judged.best in match[judged.number - 1].before.legal
        assert judged.facts is not None and len(judged.facts) <= MOST
        for fact in judged.facts:
            assert -1e-9 <= fact.best <= 1 + 1e-9 and -1e-9 <= fact.played <= 1 + 1e-9
            assert gain(fact, judged.seat) >= LEAST_DIFFERENCE
        speaking += bool(judged.facts)
    has_reasons = edition.definition.part("players.reasons") is not None
    assert bool(speaking) == has_reasons


def test_what_is_hidden_changes_no_reason(edition: Game) -> None:
    for step in steps(over(edition.name))[3:40:9]:
        state, seat = step.before, step.before.to_move
        assert seat is not None
        if len(state.legal) > 1:
            best, played = state.legal[0], state.legal[-1]
            assert reasons(state, best, played, 5) == reasons(state.redeal(seat, 77), best, played, 5)


def test_everything_survives_being_written_down(edition: Game) -> None:
    for judged in reviewed(edition.name).moves:
        assert Judged.read(edition, json.loads(json.dumps(judged.data(edition)))) == judged


def test_all_moves_are_looked_at_first_and_then_those_that_seem_to_have_cost_most() -> None:
    match = over("caesar-cleopatra-2024")
    moves, trees, plan = steps(match), ParallelSearch(match.game), plan_for(match)
    survey = Survey(match.game, len(moves), plan)
    looked: list[list[Task]] = [[]]
    costs: dict[int, list[float]] = {}
    while (task := survey.next()) is not None:
        if len(survey.chosen) > len(looked):
            looked.append([])
            costs[len(survey.chosen) - 1] = [survey.moves[number].cost for number in survey.chosen[-1]]
        looked[-1].append(task)
        survey.take(task, look(match, moves, task, 0, trees))
        assert survey.done <= survey.planned
    assert [task.number for task in looked[0]] == list(range(len(moves) + 1)), "the course fills from left to right"
    assert len(looked[1]) == SECOND and len(looked[2]) == THIRD
    assert {task.number for task in looked[2]} <= {task.number for task in looked[1]}
    for number in (1, 2, 3):
        assert costs[number] == sorted(costs[number], reverse=True)
    assert [task.number for task in looked[4]] == list(range(1, len(moves) + 1))
    assert survey.done == survey.planned == sum(map(len, looked))


def test_a_survey_goes_on_where_it_was_written_down() -> None:
    match = over("caesar")
    moves, trees = steps(match), ParallelSearch(match.game)
    survey = Survey(match.game, len(moves), plan_of(BRIEF))
    while (task := survey.next()) is not None:
        survey.take(task, look(match, moves, task, 0, trees))
        again = Survey(match.game, len(moves), plan_of(BRIEF))
        again.read(json.loads(json.dumps(survey.write())))
        assert again.next() == survey.next()
        assert (again.start, again.moves, again.done) == (survey.start, survey.moves, survey.done)
    stale = Survey(match.game, len(moves), plan_of(BRIEF))
    stale.read({**survey.write(), "format": 0})
    assert stale.start is None and not stale.moves


@pytest.mark.parametrize("moves", [0, 1, 30, 250, 600, 10_000])
def test_a_longer_match_is_not_looked_at_for_longer(moves: int) -> None:
    match = EDITIONS[0].new(1)
    match.history = [0] * moves
    playouts = sum(
        (each.search.playouts or 0 if each.search else 0) + (each.course.playouts or 0 if each.course else 0)
        for each in plan_for(match)
        if each.most is None
    ) * moves  # fmt: skip
    assert playouts <= max(330_000, 3 * FEWEST * moves)
