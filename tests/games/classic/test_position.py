"""A position tells all that the rules go by: read back, it is the same game."""

import random

import pytest

from quadriga import PositionError

from ...conftest import walk
from .table import ARRANGED, SHUFFLED, turn


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
        if chooser.random() < 0.2:
            assert ARRANGED.from_position(state.position()) == state


@pytest.mark.clause("CC97-S9")
def test_no_opening_card_lies_while_the_action_piles_are_arranged() -> None:
    with pytest.raises(PositionError, match="cursor"):
        ARRANGED.from_position({"stage": "arrange", "cursor": 3})
