"""What a player may choose from, and what others learn from a choice, in positions that decide between two readings."""

from typing import Any

import pytest

from quadriga import State

from .table import GROUPS, play, table


def choices(state: State) -> list[str]:
    return [move.text for move in state.legal]


@pytest.mark.clause("CC24-T2")
def test_one_card_is_placed_between_the_two() -> None:
    state = table(cleopatra={"hand": [1, 2, 3]})
    placed = []
    for move in ("1 face up at aediles", "2 face down at aediles"):
        play(state, move)
        placed.append(state.position()["placed"])
    assert placed == [1, 2]


@pytest.mark.clause("CC24-T1", "CC24-A2")
@pytest.mark.parametrize("first", [[], ["1 face up at censors", "done"]], ids=["before", "after"])
def test_an_assassin_finds_face_down_cards_before_and_after_the_influence_cards(first: list[str]) -> None:
    state = table(
        cleopatra={"hand": [1, 2, "assassination"]}, caesar={"hand": [], "table": {"consuls": ["(4)", "(5)"]}}
    )
    play(state, *first)
    victims = [move for move in choices(state) if move.startswith("assassinate")]
    assert victims == ["assassinate face-down 1 at consuls", "assassinate face-down 2 at consuls"]


@pytest.mark.clause("CC24-T1", "CC24-A2")
def test_a_philosopher_at_the_first_group_is_assassinated_like_any_card() -> None:
    state = table(
        cleopatra={"hand": [1, "assassination"]},
        caesar={"hand": [], "table": {"praetors": ["philosopher"], "quaestors": [1]}},
    )
    play(state, "assassinate philosopher at praetors")
    caesar = state.position()["caesar"]
    assert (caesar["table"], caesar["discard"]) == ({"quaestors": ["1"]}, ["philosopher"])
    assert state.view()["stage"] == "turn"


@pytest.mark.clause("CC24-A2", "CC24-I1")
def test_face_down_cards_behind_a_victim_close_up_and_it_stays_known_where_they_came_from() -> None:
    laid = {"consuls": ["(4 opening)", "(5)", "(3 castled)"]}
    state = table(cleopatra={"hand": [1, "assassination"]}, caesar={"hand": [], "table": laid})
    play(state, "assassinate face-down 1 at consuls")
    assert state.position()["caesar"]["table"] == {"consuls": ["(5)", "(3 castled)"]}


@pytest.mark.clause("CC24-T2", "CC24-E3")
@pytest.mark.parametrize(("lying", "second"), [(3, True), (4, False)], ids=["one place left", "no place left"])
def test_a_second_card_is_asked_for_exactly_if_there_is_a_place_for_it(lying: int, second: bool) -> None:
    won = {"praetors": 5, "quaestors": 5, "aediles": 5, "consuls": 3}
    state = table(cleopatra={"won": won, "hand": [1, 2, "scout"], "table": {"censors": [3] * lying}})
    play(state, "1 face up at censors")
    assert choices(state) == ["2 face down at censors"] * second + ["done"]
    assert state.view()["stage"] == ("second" if second else "after")


@pytest.mark.clause("CC24-T11")
def test_the_last_draw_is_forced_while_one_influence_card_is_left() -> None:
    hand = ["assassination"] * 3 + ["scout"] * 2
    state = table(stage="refill", cleopatra={"hand": hand, "pile": [4]})
    assert choices(state) == ["draw influence"]


@pytest.mark.clause("CC24-V7")
@pytest.mark.parametrize("missions", [["most-aediles", "one-of-every"], ["one-of-every", "most-aediles"]])
def test_either_mission_may_be_kept_in_whichever_order_they_were_dealt(missions: list[str]) -> None:
    state = table(stage="keep", cleopatra={"won": {"consuls": 3}, "missions": missions})
    assert choices(state) == ["keep most-aediles", "keep one-of-every"]


def full(hand: list[Any]) -> dict[str, Any]:
    """Give a side five cards at each of the two groups that are still open."""
    return {"hand": hand, "table": {"consuls": [1, 1, 2, 2, 3], "censors": [3, 3, 4, 4, 5]}}


@pytest.mark.clause("CC24-E3")
def test_a_player_without_a_place_who_goes_on_shows_that_wrath_is_in_hand() -> None:
    won = dict.fromkeys(GROUPS[:3], 5)
    state = table(
        votes={"left": ["black"]},
        cleopatra={"won": won, "hand": [1, 2], "pile": [], "action_pile": []},
        caesar=full([1, "wrath", "scout"]),
    )
    play(state, "1 face up at censors", "done")
    assert choices(state) == ["wrath at consuls", "wrath at censors", "done"]
    for viewer in (0, None):
        assert state.view(viewer)["sides"]["caesar"]["known"]["hand_actions"] == ["wrath"]
