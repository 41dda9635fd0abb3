import pytest

from quadriga.rulebook.scenarios import Scenario, ScenarioError, find_seed, run, scenarios

from ..conftest import ALL_OPTIONS

SCENARIOS = [scenario for name in ALL_OPTIONS for scenario in scenarios(name)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario_holds(scenario: Scenario) -> None:
    run(scenario)


def test_ids_are_unique() -> None:
    ids = [scenario.id for scenario in SCENARIOS]
    assert len(set(ids)) == len(ids)


def test_a_wrong_expectation_fails() -> None:
    right = next(scenario for scenario in SCENARIOS if scenario.id == "cc97-ex1")
    wrong = Scenario(**{**vars(right), "steps": (*right.steps, {"expect": {"cleopatra.won.aediles": 2}})})
    with pytest.raises(ScenarioError, match=r"cleopatra\.won\.aediles is 1, expected 2"):
        run(wrong)


def test_find_seed_finds_the_seed_of_an_example() -> None:
    scenario = next(scenario for scenario in SCENARIOS if scenario.id == "cc97-ex1")
    assert find_seed(scenario, 100) <= scenario.position["seed"]
