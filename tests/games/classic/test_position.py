"""A position tells all that the rules go by: read back, it is the same game."""

import random

import pytest

from quadriga import PositionError

from ...conftest import walk
from .table import ARRANGED, CAESAR, SHUFFLED, turn


@pytest.mark.clause("CC97-A1", "CC97-T2", "CC97-T3", "CC97-A9")
def test_a_turn_half_played_is_written_whole() -> None:
    state = turn(cleopatra={"hand": [1, 2, "scout"]}, caesar={"hand": [1, "spy"], "table": {"aediles": ["(3)"]}})
    for move in ("1 face up at aediles", "scout aediles", "allow", "2 face up at aediles"):
        state.play(move)
        assert SHUFFLED.from_position(state.position()) == state


@pytest.mark.parametrize("seed", range(3))
def test_a_position_read_back_is_the_same_game(seed: int) -> None:
    chooser = random.Random(seed)
    for state in walk(ARRANGED, seed):
        if state.to_move is None or chooser.random() < 0.2:
            assert ARRANGED.from_position(state.position()) == state


@pytest.mark.clause("CC97-S9")
def test_no_opening_card_lies_while_the_action_piles_are_arranged() -> None:
    with pytest.raises(PositionError, match="cursor"):
        ARRANGED.from_position({"stage": "arrange", "cursor": 3})


@pytest.mark.clause("CC97-T11")
def test_cards_wait_to_be_exchanged_only_while_a_passive_player_exchanges() -> None:
    with pytest.raises(PositionError, match="exchanged: at the stage turn"):
        turn(exchanged=2)


LEFT_OVER = ("placed", "first_up", "acted", "named", "resume", "exchanged", "must_hold", "cursor")


@pytest.mark.clause("CC97-T2", "CC97-T3")
def test_nothing_is_left_over_from_an_active_turn() -> None:
    state = turn(
        votes={"left": ["orgy", "orgy (shuffle)"]},
        cleopatra={"hand": [1, 2, "scout"], "pile": [4], "action_pile": []},
        caesar={"table": {"aediles": ["(3)"]}},
    )
    for move in ("scout aediles", "1 face down at aediles", "draw influence"):
        state.play(move)
    assert (state.to_move, state.view()["stage"]) == (CAESAR, "turn")
    assert not set(LEFT_OVER) & set(state.position())


@pytest.mark.clause("CC97-T7", "CC97-T11")
def test_nothing_is_left_over_from_an_exchange() -> None:
    state = turn(cleopatra={"hand": ["scout"]})
    for move in ("discard scout", "draw influence"):
        state.play(move)
    assert (state.to_move, state.view()["stage"]) == (CAESAR, "turn")
    assert not set(LEFT_OVER) & set(state.position())
