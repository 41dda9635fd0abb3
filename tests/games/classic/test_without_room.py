"""A player without a free place, with an empty hand, or alone: what is left to do then, and what it shows."""

from typing import Any

import pytest

from quadriga import State

from .table import CAESAR, SHUFFLED, play, turn

EIGHT = {"cleopatra": [1, 2, 4], "caesar": ["philosopher", 3, "(4)", "(5)", "(5)"]}


def without_room(hand: list[Any], caesar_holds: str = "scout", **parts: Any) -> State:
    """Set up a turn of Cleopatra without a free place: eight cards at the senators, five of hers at the praetors."""
    return turn(
        cleopatra={
            "hand": hand,
            "won": {"quaestors": 5, "censors": 3, "aediles": 3},
            "table": {"senators": EIGHT["cleopatra"], "praetors": [1, 1, 2, 2, 3]},
        },
        caesar={"hand": [1, caesar_holds], "table": {"senators": EIGHT["caesar"], "praetors": [4, "(5)"]}},
        **parts,
    )


@pytest.mark.clause("CC97-T12", "CC97-A2")
def test_without_a_place_an_assassin_strikes_only_face_up_cards_at_a_group_of_eight() -> None:
    state = without_room([1, "assassination"])
    assert [move.text for move in state.legal] == [
        "assassinate philosopher at senators", "assassinate 3 at senators",
        "discard 1", "discard assassination", "pass",
    ]  # fmt: skip


@pytest.mark.clause("CC97-T12")
def test_without_a_place_wrath_makes_room_at_every_open_group() -> None:
    state = without_room([1, "wrath", "scout", "castling"])
    assert [move.text for move in state.legal if move.kind not in ("discard", "pass")] == [
        "wrath at senators",
        "wrath at praetors",
    ]


@pytest.mark.clause("CC97-T13", "CC97-T12")
def test_an_action_card_ends_a_run_of_passes_even_if_it_is_vetoed_and_no_card_is_placed() -> None:
    state = without_room([1, "assassination"], caesar_holds="veto", empty_passes=3)
    play(state, "assassinate 3 at senators", "veto", "draw nothing")
    assert state.view()["stage"] == "refill"
    play(state, *["draw influence"] * 4)
    play(state, "pass")
    assert state.position()["empty_passes"] == 1


@pytest.mark.clause("CC97-A2", "CC97-T2")
@pytest.mark.parametrize("first", [[], ["1 face up at aediles"]], ids=["before", "between"])
def test_a_philosopher_at_the_first_group_is_assassinated_like_any_card(first: list[str]) -> None:
    state = turn(
        cleopatra={"hand": [1, 2, "assassination"]},
        caesar={"hand": [1], "table": {"senators": ["philosopher"], "praetors": [1]}},
    )
    play(state, *first, "assassinate philosopher at senators")
    caesar = state.position()["caesar"]
    assert (caesar["table"], caesar["discard"]) == ({"praetors": ["1"]}, ["philosopher"])
    assert state.position()["cleopatra"]["discard"] == ["assassination"]


@pytest.mark.clause("CC97-T3")
def test_one_card_is_placed_between_two_face_up_ones() -> None:
    state = turn()
    placed = []
    for move in ("1 face up at aediles", "2 face up at aediles"):
        play(state, move)
        placed.append(state.position()["placed"])
    assert placed == [1, 2]


@pytest.mark.clause("CC97-A3", "CC97-A7")
@pytest.mark.parametrize(("stage", "named"), [("veto-draw", "scout aediles"), ("spy-draw", "spy")])
@pytest.mark.parametrize(
    ("hand", "pile", "may_do_without"),
    [
        ([], [4], False),
        ([2], [4], True),
        (["wrath"], [4], True),
        ([2, "wrath"], [4], True),
        ([], [], True),
    ],
    ids=["nothing", "influence", "action", "one of each", "out"],
)
def test_a_replacement_is_drawn_or_not_but_nobody_with_turns_to_come_is_left_without_a_card(
    stage: str, named: str, hand: list[Any], pile: list[int], may_do_without: bool
) -> None:
    state = SHUFFLED.from_position(
        {
            "stage": stage,
            "named": named,
            "acted": True,
            "cleopatra": {"hand": [1, 2]},
            "caesar": {"hand": hand, "pile": pile, "action_pile": ["castling"]},
        }
    )
    draws = ["draw influence"] * len(pile) + ["draw action"]
    assert [move.text for move in state.legal] == [*draws, *["draw nothing"] * may_do_without]


@pytest.mark.clause("CC97-E4")
def test_a_lone_player_who_goes_on_with_five_cards_everywhere_shows_that_wrath_is_in_hand() -> None:
    won = {"senators": 5, "praetors": 5, "quaestors": 5, "censors": 3}
    state = turn(
        alone=True,
        cleopatra={"won": won, "hand": [1, 2, "wrath", "scout"], "table": {"aediles": [1, 1, 2, 2]}},
        caesar={"hand": [], "pile": []},
    )
    play(state, "1 face down at aediles", "done")
    assert state.view()["stage"] == "refill"
    for viewer in (CAESAR, None):
        assert state.view(viewer)["sides"]["cleopatra"]["known"]["hand_actions"] == ["wrath"]
