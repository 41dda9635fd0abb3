"""A position tells all that the rules go by."""

import random

import pytest

from quadriga import PositionError

from ...conftest import walk
from .table import VETERANS, play, table


@pytest.mark.parametrize("seed", range(3))
def test_a_position_read_back_is_the_same_game(seed: int) -> None:
    chooser = random.Random(seed)
    for state in walk(VETERANS, seed):
        if state.to_move is None or chooser.random() < 0.2:
            assert VETERANS.from_position(state.position()) == state


LEFT_OVER = ("placed", "first_up", "acted", "named", "resume", "cursor")


@pytest.mark.clause("CC24-T1", "CC24-T2", "CC24-A1")
def test_nothing_is_left_over_from_a_turn() -> None:
    state = table(
        cleopatra={"hand": [1, 2, "scout"], "pile": [], "action_pile": []}, caesar={"table": {"aediles": ["(3)"]}}
    )
    play(state, "scout aediles", "allow", "1 face up at censors")
    assert {"placed", "first_up", "acted", "named", "resume"} <= set(state.position())
    play(state, "done")
    assert (state.to_move, state.view()["stage"]) == (1, "turn")
    assert not set(LEFT_OVER) & set(state.position())


@pytest.mark.clause("CC24-V7")
def test_both_players_have_kept_a_mission_or_neither() -> None:
    with pytest.raises(PositionError, match="kept"):
        table(cleopatra={"kept": True}, caesar={"kept": False})


@pytest.mark.clause("CC24-V6", "CC24-V7")
@pytest.mark.parametrize("kept", [False, True])
def test_missions_are_chosen_at_the_first_group_unless_they_are_chosen(kept: bool) -> None:
    state = table(
        votes={"left": ["consuls", "black"]},
        cleopatra={"won": {"consuls": 2}, "hand": [1, 2], "table": {"consuls": [5, 5, 5]}, "kept": kept},
        caesar={"hand": [1, 2], "table": {"consuls": [1, 1, 1, 1]}, "kept": kept},
    )
    play(state, "1 face up at consuls", "done")
    assert state.view()["patricians"]["consuls"] == 0
    assert state.view()["stage"] == ("refill" if kept else "keep")
