"""Points, missions and the winner, against a second, plain reckoning."""

import random

import pytest

from quadriga import State

from ...conftest import walk
from .table import GAME, GROUPS, MISSIONS, SEATS, SIZES, play, table

Won = dict[str, int]
FIVES = GROUPS[:3]


def majorities(won: Won) -> set[str]:
    return {group for group, size in SIZES.items() if won.get(group, 0) > size / 2}


def completes(won: Won, mission: str) -> bool:
    if mission == "three-majorities":
        return len(majorities(won)) >= 3
    if mission == "two-of-each-five":
        return all(won.get(group, 0) >= 2 for group in FIVES)
    if mission == "one-of-every":
        return all(won.get(group, 0) >= 1 for group in GROUPS)
    return mission.removeprefix("most-") in majorities(won)


def points(won: Won, missions: list[str]) -> int:
    """Score one side; `missions` are those still held."""
    everything = sum(won.get(group, 0) == size for group, size in SIZES.items())
    done = 2 if any(completes(won, mission) for mission in missions) else 0
    return sum(won.values()) + len(majorities(won)) + everything + done


def over(cleopatra: Won, caesar: Won, missions: list[str], kept: bool) -> State:
    """Let Cleopatra place the last influence card of the game, and the black bust follow."""
    left = next(group for group, size in SIZES.items() if cleopatra.get(group, 0) + caesar.get(group, 0) < size)
    cards = {"pile": [], "action_pile": [], "kept": kept}
    state = table(
        votes={"left": ["black"]},
        cleopatra={"won": cleopatra, "hand": [1], "missions": missions[:2], **cards},
        caesar={"won": caesar, "hand": [], "missions": missions[2:4], **cards},
    )
    return play(state, f"1 face up at {left}")


@pytest.mark.clause("CC24-X1", "CC24-X2", "CC24-X3", "CC24-X4", "CC24-M5")
@pytest.mark.parametrize("kept", [False, True], ids=["both missions held", "one mission kept"])
def test_points_and_winner_are_as_the_clauses_say(kept: bool) -> None:
    chooser = random.Random(1)
    winners = set()
    for _ in range(500):
        won: list[Won] = [{}, {}]
        for group, size in SIZES.items():
            won[0][group] = chooser.randint(0, size)
            won[1][group] = chooser.randint(0, size - won[0][group])
        still_open = chooser.choice(GROUPS)
        won[0][still_open] = won[1][still_open] = SIZES[still_open] // 2
        missions = chooser.sample(MISSIONS, 4)
        outcome = over(won[0], won[1], missions, kept).outcome
        assert outcome is not None
        held = [missions[:1], missions[2:3]] if kept else [missions[:2], missions[2:]]
        scores = [points(won[seat], held[seat]) for seat in (0, 1)]
        assert list(outcome.scores) == scores
        ranks = [(scores[seat], sum(won[seat].values())) for seat in (0, 1)]
        expected = () if ranks[0] == ranks[1] else (ranks.index(max(ranks)),)
        assert outcome.winners == expected
        winners.add(expected)
    assert len(winners) >= 2


@pytest.mark.clause("CC24-X4")
def test_points_then_patricians_decide_else_it_is_a_draw() -> None:
    failing = ["three-majorities", "one-of-every", "most-praetors", "most-quaestors"]
    assert over({"consuls": 2}, {"praetors": 2}, failing, False).outcome.winners == (0,)
    assert over({"consuls": 2}, {"praetors": 2, "aediles": 1}, failing, False).outcome.winners == (1,)
    assert over({"aediles": 1}, {"praetors": 1}, failing, False).outcome.winners == ()


JUST_ENOUGH = {
    "most-praetors": {"praetors": 3},
    "most-quaestors": {"quaestors": 3},
    "most-aediles": {"aediles": 3},
    "most-consuls": {"consuls": 2},
    "most-censors": {"censors": 2},
    "three-majorities": {"praetors": 3, "consuls": 2, "censors": 2},
    "two-of-each-five": {"praetors": 2, "quaestors": 2, "aediles": 2},
    "one-of-every": dict.fromkeys(GROUPS, 1),
}


@pytest.mark.clause("CC24-M5", "CC24-X1")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_is_completed_by_just_enough_and_missed_by_one_patrician_less(mission: str) -> None:
    others = [other for other in MISSIONS if other != mission]
    enough = JUST_ENOUGH[mission]
    assert over(enough, {}, [mission, *others], True).outcome.scores[0] == points(enough, []) + 2
    assert over({}, enough, [*others[:2], mission, others[2]], True).outcome.scores[1] == points(enough, []) + 2
    for group in enough:
        less = {**enough, group: enough[group] - 1}
        assert over(less, {}, [mission, *others], True).outcome.scores[0] == points(less, [])


@pytest.mark.clause("CC24-X1", "CC24-E1", "CC24-E2", "CC24-E3")
def test_random_games_end_for_the_reason_that_the_table_shows() -> None:
    rules = set()
    for seed in range(40):
        *_, state = walk(GAME, seed)
        outcome, position = state.outcome, state.position()
        assert outcome is not None
        for seat, name in enumerate(SEATS):
            side = position[name]
            held = side["missions"][:1] if side["kept"] else side["missions"]
            assert outcome.scores[seat] == points(side["won"], held)
        left = {group: count for group, count in state.view()["patricians"].items() if count}
        influence = [[c for c in position[name]["hand"] if c in ("philosopher", *"12345")] for name in SEATS]
        active = SEATS.index(position["active"])
        full = all(len(position[SEATS[active]]["table"].get(group, [])) == 5 for group in left)
        if not left:
            assert outcome.rule == "CC24-E1"
        elif not any(influence):
            assert outcome.rule == "CC24-E2"
        else:
            assert outcome.rule == "CC24-E3"
            assert full
            assert influence[active]
        rules.add(outcome.rule)
    assert rules >= {"CC24-E1", "CC24-E3"}
