"""What is in the box."""

from collections import Counter

import pytest

from .table import ACTION_CARDS, ARRANGED, CAESAR, CLEOPATRA, GROUPS, SEATS, SHUFFLED, arrange, refusal, shares

BOTH = pytest.mark.parametrize("seat", [CLEOPATRA, CAESAR])


@pytest.mark.clause("CC97-M1")
def test_21_patricians_lie_in_five_groups() -> None:
    patricians = SHUFFLED.new(1).view()["patricians"]
    assert list(patricians) == ["senators", "praetors", "quaestors", "censors", "aediles"]
    assert list(patricians.values()) == [5, 5, 5, 3, 3]
    assert sum(patricians.values()) == 21


@pytest.mark.clause("CC97-M2")
def test_vote_pile_has_a_card_for_each_group_two_orgies_and_one_to_shuffle() -> None:
    votes = SHUFFLED.new(1).view()["votes"]
    assert Counter(votes["left"]) == {**dict.fromkeys(GROUPS, 1), "orgy": 2, "orgy (shuffle)": 1}
    assert votes["out"] == []


@pytest.mark.clause("CC97-M3", "CC97-S5")
def test_six_bonus_cards_are_two_each_for_the_groups_of_five() -> None:
    positions = [SHUFFLED.new(seed).position() for seed in range(2000)]
    dealt = Counter((position["cleopatra"]["bonus"], position["caesar"]["bonus"]) for position in positions)
    groups = ("senators", "praetors", "quaestors")
    # Of 30 ways to deal two of the six cards, 2 give both the same group and 4 each two different ones.
    fair = {(a, b): 2 if a == b else 4 for a in groups for b in groups}
    assert shares(dealt, 30) == pytest.approx(fair, abs=0.8)


@pytest.mark.clause("CC97-M4")
@BOTH
def test_37_influence_cards_are_seven_of_each_value_and_two_philosophers(seat: int) -> None:
    state = SHUFFLED.new(1)
    seen = state.view(1 - seat)["sides"][SEATS[seat]]["unseen"]
    own = state.view(seat)["sides"][SEATS[seat]]
    everything = {"philosopher": 2, "1": 7, "2": 7, "3": 7, "4": 7, "5": 7}
    assert Counter(seen) == everything
    assert Counter(own["hand"]["influence"]) + Counter(own["unseen"]) == everything


@pytest.mark.clause("CC97-M5")
@BOTH
def test_13_action_cards(seat: int) -> None:
    assert Counter(SHUFFLED.new(1).position()[SEATS[seat]]["action_pile"]) == ACTION_CARDS
    state = ARRANGED.new(1)
    if seat == CAESAR:
        arrange(state, list(Counter(ACTION_CARDS).elements()))
    for card, count in ACTION_CARDS.items():
        arrange(state, [card] * (count - (card == "veto")))
        if card != "veto":
            assert refusal(state, f"pick {card}") == "CC97-M5"
    assert [move.text for move in state.legal] == ["pick veto"]
