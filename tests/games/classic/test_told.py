"""What is told of a turn, sentence by sentence: nothing happens that is not told, and nothing is told that did not."""

from typing import Any

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
        {
            "move": {
                "id": 83,
                "kind": "assassinate",
                "parts": {"card": "4", "face": "up", "group": "censors"},
            },
            "action": "assassination",
        },
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


VOTES = {
    "won": (
        {"cleopatra": [5, 5], "caesar": [1, "(2)"]},
        [
            "Caesar's face-down card at the aediles is a 2",
            "Vote at the aediles, Cleopatra 10 to Caesar 3: Cleopatra wins a patrician",
            "Cleopatra discards a 5 at the aediles",
            "Caesar discards a 1 at the aediles",
        ],
        {"tally": [1, 0, 0, 0], "left": 2},
    ),
    "tie": (
        {"cleopatra": [2, 3], "caesar": [5]},
        ["Vote at the aediles, 5 to 5: a tie"],
        {"tally": [1, 1, 0, 0], "left": 3},
    ),
    "turned": (
        {"cleopatra": ["philosopher", 1], "caesar": [5]},
        [
            "Vote at the aediles, Cleopatra 1 to Caesar 5, turned round by philosophers (CC97-P2): "
            "Cleopatra wins a patrician",
            "Caesar discards a 5 at the aediles",
            "Cleopatra discards a 1 at the aediles",
            "Cleopatra discards a philosopher at the aediles",
        ],
        {"tally": [1, 0, 0, 1], "left": 2},
    ),
}


@pytest.mark.clause("CC97-V1", "CC97-V2", "CC97-V4", "CC97-P2")
@pytest.mark.parametrize(("cards", "words", "then"), VOTES.values(), ids=VOTES)
def test_a_vote_is_told_and_counted(cards: dict[str, Any], words: list[str], then: dict[str, Any]) -> None:
    state = turn(
        seed=1,
        votes={"left": ["aediles", "orgy (shuffle)"]},
        cleopatra={"hand": [1, 2], "pile": [], "action_pile": [], "table": {"aediles": cards["cleopatra"]}},
        caesar={"hand": [1, 2], "table": {"aediles": cards["caesar"]}},
    )
    _, turned, *vote, next_turn = told(state, "1 face down at senators")
    assert (turned, next_turn) == ("Cleopatra turns up the vote card of the aediles", "Turn 3: Caesar")
    assert vote == words
    assert state.position()["tally"] == then["tally"]
    assert state.view()["patricians"]["aediles"] == then["left"]


@pytest.mark.clause("CC97-V11")
def test_a_special_vote_is_told_and_counted() -> None:
    state = turn(
        cleopatra={"hand": [1, 2, 3], "table": {"aediles": [5, 5, 5]}},
        caesar={"hand": [1, 2], "table": {"aediles": [1, 1, 1, 1]}},
    )
    assert told(state, "1 face up at senators", "2 face up at aediles")[2:5] == [
        "8 cards lie at the aediles: a special vote is held there (CC97-V11)",
        "Vote at the aediles, Cleopatra 17 to Caesar 4: Cleopatra wins a patrician",
        "Cleopatra discards a 5 at the aediles",
    ]
    assert state.position()["tally"] == [1, 0, 1, 0]
