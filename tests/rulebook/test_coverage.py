"""Every clause is named by a test or a scenario, and every name is a clause."""

import re
from pathlib import Path

import pytest

from quadriga import rulebook
from quadriga.rulebook.scenarios import scenarios

from ..conftest import ALL_OPTIONS

TESTS = Path(__file__).parents[1]
MARK = re.compile(r"pytest\.mark\.clause\(([^)]*)\)")


def named_by_tests() -> set[str]:
    marks = (mark for path in TESTS.rglob("test_*.py") for mark in MARK.findall(path.read_text(encoding="utf-8")))
    return {name for mark in marks for name in re.findall(r'"([A-Z0-9-]+)"', mark)}


def named_by_scenarios(game: str) -> set[str]:
    return {name for scenario in scenarios(game) for name in scenario.shows}


@pytest.mark.parametrize("game", ALL_OPTIONS)
def test_every_clause_is_named(game: str) -> None:
    book = rulebook(game)
    named = named_by_tests() | named_by_scenarios(game)
    unnamed = [clause for clause in book if clause not in named]
    assert not unnamed, f"clauses that no test and no scenario names: {', '.join(unnamed)}"


@pytest.mark.parametrize("game", ALL_OPTIONS)
def test_every_printed_example_is_a_scenario(game: str) -> None:
    shown = named_by_scenarios(game)
    missing = [example.id for example in rulebook(game).examples if example.id not in shown]
    assert not missing, f"printed examples without a scenario: {', '.join(missing)}"


def test_every_name_is_a_clause() -> None:
    known = {name for game in ALL_OPTIONS for name in rulebook(game)}
    known |= {example.id for game in ALL_OPTIONS for example in rulebook(game).examples}
    named = named_by_tests() | {name for game in ALL_OPTIONS for name in named_by_scenarios(game)}
    assert named <= known, f"unknown clauses: {', '.join(sorted(named - known))}"
