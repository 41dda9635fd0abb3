"""What is scored at the end, and what is known of bonus cards before and after it."""

from collections import Counter

import pytest

from quadriga import State

from .table import CAESAR, CLEOPATRA, GROUPS, SEATS, SHUFFLED, shares, turn

FIVES = GROUPS[:3]


def over(**sides: dict[str, object]) -> State:
    return SHUFFLED.from_position({"stage": "over", "reason": "nobody has influence cards left", **sides})


@pytest.mark.clause("CC97-X1", "CC97-X4")
def test_one_patrician_of_every_group_is_worth_five_points_and_no_mission() -> None:
    state = over(cleopatra={"won": dict.fromkeys(GROUPS, 1)})
    assert state.outcome is not None
    assert state.outcome.scores == (5, 0)


@pytest.mark.clause("CC97-X6")
def test_on_equal_points_the_sheet_counts_the_patricians_of_both_sides() -> None:
    state = over(cleopatra={"won": {"praetors": 3}}, caesar={"won": {"senators": 2, "quaestors": 1, "censors": 1}})
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.winners) == ((4, 4), (CAESAR,))
    [count] = [line for line in state.game.definition.sheet(state.game, state.s) if line["key"] == "count"]
    assert count["patricians"] == [3, 4]


def bonuses(state: State, viewer: int | None, count: int) -> Counter[tuple[str, str]]:
    """Deal anew what a viewer cannot know, many times, and count the bonus cards of both sides."""
    dealt = (state.redeal(viewer, seed).position() for seed in range(count))
    return Counter((position["cleopatra"]["bonus"], position["caesar"]["bonus"]) for position in dealt)


@pytest.mark.clause("CC97-S5")
@pytest.mark.parametrize("own", FIVES)
@pytest.mark.parametrize("seat", [CLEOPATRA, CAESAR])
def test_of_the_opponents_bonus_a_player_knows_only_that_it_is_one_of_five_cards(seat: int, own: str) -> None:
    dealt = bonuses(turn(**{SEATS[seat]: {"bonus": own}, SEATS[1 - seat]: {"bonus": "praetors"}}), seat, 80)
    assert {pair[seat] for pair in dealt} == {own}
    found = shares(Counter({pair[1 - seat]: n for pair, n in dealt.items()}), 5)
    assert found == pytest.approx({group: 2 - (group == own) for group in FIVES}, abs=1)


@pytest.mark.clause("CC97-S5", "CC97-M3")
def test_a_spectator_knows_nothing_of_either_bonus() -> None:
    dealt = bonuses(turn(), None, 200)
    pairs = {(one, other): 2 * (2 - (one == other)) for one in FIVES for other in FIVES}
    assert shares(Counter({" ".join(pair): n for pair, n in dealt.items()}), 30) == pytest.approx(
        {" ".join(pair): share for pair, share in pairs.items()}, abs=2.5
    )


@pytest.mark.clause("CC97-S5", "CC97-X4")
@pytest.mark.parametrize("viewer", [CLEOPATRA, CAESAR, None])
def test_at_the_end_both_bonus_cards_are_shown(viewer: int | None) -> None:
    state = over(cleopatra={"bonus": "quaestors"}, caesar={"bonus": "senators"})
    assert set(bonuses(state, viewer, 20)) == {("quaestors", "senators")}
