"""Rules of the turn that need many positions, and the clauses named when something is refused."""

import random

import pytest

from quadriga import Game, State

from ...conftest import walk
from .table import ARRANGED, CLEOPATRA, GROUPS, SEATS, SHUFFLED, play, refusal, turn


def ready_to_close() -> State:
    return turn(cleopatra={"hand": [1, 2, 3, "scout"]}, caesar={"table": {"senators": ["(3)"]}})


@pytest.mark.clause("CC97-T3")
@pytest.mark.parametrize("move", ["2 face down at senators", "2 face up at senators"])
def test_after_one_card_face_down_no_other_is_laid(move: str) -> None:
    state = ready_to_close()
    play(state, "1 face down at senators")
    assert [move.text for move in state.legal] == ["scout senators", "done"]
    assert refusal(state, move) == "CC97-T3"


@pytest.mark.clause("CC97-T3")
def test_after_two_cards_face_up_no_third_is_laid() -> None:
    state = ready_to_close()
    play(state, "1 face up at senators", "2 face up at praetors")
    assert [move.text for move in state.legal] == ["scout senators", "done"]
    assert refusal(state, "3 face up at senators") == "CC97-T3"


@pytest.mark.clause("CC97-T1", "CC97-T11")
@pytest.mark.parametrize("move", ["pass", "discard 2", "discard scout"])
def test_after_placing_nobody_turns_passive(move: str) -> None:
    state = ready_to_close()
    play(state, "1 face down at senators")
    assert refusal(state, move) == "CC97-T11"


@pytest.mark.clause("CC97-T4", "CC97-T5", "CC97-T6")
@pytest.mark.parametrize("game", [SHUFFLED, ARRANGED], ids=["shuffled", "arranged"])
@pytest.mark.parametrize("seed", range(5))
def test_no_group_ever_holds_too_many_cards(game: Game, seed: int) -> None:
    for state in walk(game, seed):
        view = state.view()
        for group in GROUPS:
            lying = [len(view["sides"][name]["table"][group]) for name in SEATS]
            assert max(lying) <= 5
            assert sum(lying) <= 8
            assert view["patricians"][group] or not sum(lying)


@pytest.mark.clause("CC97-T3", "CC97-T4", "CC97-T5", "CC97-T6")
@pytest.mark.parametrize("own", range(6))
@pytest.mark.parametrize("others", range(6))
def test_a_card_is_laid_exactly_where_there_is_room(own: int, others: int) -> None:
    if own + others > 8:
        own = 8 - others
    state = turn(
        cleopatra={"won": {"senators": 5}, "table": {"aediles": [1] * own}}, caesar={"table": {"aediles": [2] * others}}
    )
    offered = {move.parts["group"] for move in state.legal if move.kind == "place"}
    free = own < 5 and own + others < 8
    assert offered == {"praetors", "quaestors", "censors", *(["aediles"] if free else [])}
    if not free:
        assert refusal(state, "3 face down at aediles") == ("CC97-T4" if own == 5 else "CC97-T5")
    assert refusal(state, "3 face down at senators") == "CC97-T6"


@pytest.mark.clause("CC97-T9", "CC97-T10")
@pytest.mark.parametrize("seed", range(5))
def test_after_every_active_turn_the_hand_is_full_and_one_vote_card_was_turned(seed: int) -> None:
    """A vote card is turned when the hand holds five cards or both piles are empty, and only then."""
    state = SHUFFLED.new(seed)
    chooser = random.Random(seed)
    while state.to_move is not None:
        active = state.view()["active"]
        events = state.play(chooser.choice(state.legal))
        calls = [event for event in events if event.kind == "called"]
        left = [event for event in events if event.kind == "call-left" and event.data["call"] != "orgy"]
        if calls:
            assert len(calls) == len(left) + 1
            side = state.position()[active]
            assert len(side["hand"]) == 5 or not side["pile"] + side["action_pile"]


@pytest.mark.clause("CC97-T9")
def test_every_card_of_the_refill_is_a_choice_of_its_own() -> None:
    for choices in (["influence"] * 3, ["action"] * 3, ["action", "influence", "action"]):
        state = turn(cleopatra={"hand": [2, 3, 4]})
        play(state, "2 face down at aediles")
        for pile in choices:
            assert [move.text for move in state.legal] == ["draw influence", "draw action"]
            play(state, f"draw {pile}")
        hand = state.view(CLEOPATRA)["sides"]["cleopatra"]["hand"]
        assert len(hand["actions"]) == choices.count("action")
        assert len(hand["influence"]) == 2 + choices.count("influence")
