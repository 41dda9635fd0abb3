"""A finished game is a position like any other."""

import pytest

from ...conftest import walk
from .table import GAME


@pytest.mark.clause("CC24-E1", "CC24-E3", "CC24-X1")
@pytest.mark.parametrize("seed", range(4))
def test_the_position_of_a_finished_game_can_be_set_up_again(seed: int) -> None:
    *_, state = walk(GAME, seed)
    again = GAME.from_position(state.position())
    assert again == state
    assert again.outcome == state.outcome
    assert again.position() == state.position()
