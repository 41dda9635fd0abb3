"""What is told of a turn, sentence by sentence: nothing happens that is not told, and nothing is told that did not."""

import pytest

from quadriga import State

from .table import ARRANGED, CAESAR, SEATS, turn


def told(state: State, *moves: str) -> list[str]:
    """Play some moves and return every sentence of what happened."""
    return [event.text for move in moves for event in state.play(move)]


@pytest.mark.clause("CC97-S2")
def test_every_card_put_on_an_action_pile_is_told_and_only_its_owner_hears_which() -> None:
    state = ARRANGED.new(0)
    assert told(state, "pick veto", "pick wrath") == [
        "Cleopatra puts a veto on the pile",
        "Cleopatra puts a wrath of the gods on the pile",
    ]
    [event] = state.play("pick spy")
    assert event.data == {"action": "spy", "count": 3}
    assert event.seen_by(SEATS[CAESAR]).text == "Cleopatra puts a card on the action pile"


@pytest.mark.clause("CC97-T3")
def test_cards_laid_face_up_are_told_with_their_values() -> None:
    state = turn(cleopatra={"hand": [1, 2, 3, 4, 5]})
    assert told(state, "4 face up at censors", "1 face up at senators") == [
        "Cleopatra lays a 4 face up at the censors",
        "Cleopatra lays a 1 face up at the senators",
    ]


@pytest.mark.clause("CC97-A1", "CC97-A2", "CC97-A9")
def test_an_assassination_is_told_as_it_is_named_and_as_it_strikes() -> None:
    state = turn(cleopatra={"hand": [1, "assassination"]}, caesar={"hand": [1, "scout"], "table": {"censors": [4]}})
    named, *others = state.play("assassinate 4 at censors")
    assert (named.text, named.data) == (
        "Cleopatra plays: assassinate 4 at censors",
        {"move": "assassinate 4 at censors", "action": "assassination"},
    )
    assert others == []
    assert told(state, "allow") == [
        "Caesar lets it happen",
        "Cleopatra's assassin strikes",
        "Caesar discards a 4 at the censors",
    ]


@pytest.mark.clause("CC97-A3")
@pytest.mark.parametrize(("card", "words"), [("5", "a 5"), ("scout", "a scout")])
def test_a_spy_is_told_with_the_card_that_goes(card: str, words: str) -> None:
    state = turn(cleopatra={"hand": [1, "spy"]}, caesar={"hand": [2, 5, "scout"]})
    assert told(state, "spy", "allow", f"discard {card}", "draw nothing") == [
        "Cleopatra plays: spy",
        "Caesar lets it happen",
        "Cleopatra looks at the opponent's hand",
        f"Caesar must discard {words}",
        "Caesar draws nothing",
    ]


@pytest.mark.clause("CC97-A6")
def test_wrath_tells_of_the_cards_that_lay_there_and_of_no_others() -> None:
    state = turn(
        cleopatra={"hand": [1, "wrath"], "table": {"aediles": [3, "(3)"], "censors": [1]}},
        caesar={"table": {"aediles": [5]}},
    )
    assert told(state, "wrath at aediles") == [
        "Cleopatra plays: wrath at aediles",
        "The wrath of the gods clears the aediles",
        "Cleopatra's face-down card at the aediles is a 3",
        "Cleopatra discards two 3s at the aediles",
        "Caesar discards a 5 at the aediles",
    ]


@pytest.mark.clause("CC97-T11")
@pytest.mark.parametrize(("card", "words"), [("3", "a 3"), ("scout", "a scout")])
def test_an_exchange_is_told_with_the_card_that_goes(card: str, words: str) -> None:
    state = turn(cleopatra={"hand": [1, 3, "scout"]})
    assert told(state, f"discard {card}") == [f"Cleopatra discards {words} to exchange it"]
    assert told(state, "done") == []
