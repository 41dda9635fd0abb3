"""What everybody knows of a hand after a skip, and how it fades as cards are played."""

from __future__ import annotations

import pytest

from quadriga import State

from .table import at, chariot, drive, setting


def told(state: State, colour: str, viewer: int | None = None) -> tuple[list[int], int]:
    """Give the values that are known not to be among some cards of a hand, and among how many."""
    shown = state.view(viewer)["chariots"][colour]
    return shown.get("hand_without", []), shown.get("hand_without_count", 0)


@pytest.mark.clause("AVE-T6", "AVE-T1")
@pytest.mark.parametrize(
    ("limited", "card", "space", "left"),
    [
        (2, 1, "S5.1.1", ([1, 3], 2)),  # no limited card is a 1: it is the one drawn since
        (2, 4, "S7.1.1", ([1, 3], 1)),
        (1, 4, "S7.1.1", ([], 0)),
        (1, 1, "S5.1.1", ([1, 3], 1)),
        (0, 4, "S7.1.1", ([], 0)),
    ],
)
def test_a_played_card_may_be_one_of_the_limited_ones_unless_it_is_excluded(
    limited: int, card: int, space: str, left: tuple[list[int], int]
) -> None:
    known = {"limited": limited, "excluded": [1, 3]} if limited else {}
    state = setting("red", red=at("S4.1.2", [1, 4, 5], **known), blue=at("S12.1.1", [1, 2, 3]))
    state.play(drive(card, space))
    assert told(state, "red") == left
    assert "excluded" not in chariot(state, "red") or left[1]
    assert state == state.game.from_position(state.position())


@pytest.mark.clause("AVE-T6")
@pytest.mark.parametrize(
    ("limited", "excluded", "after"),
    [
        (0, [], ([1], 3)),
        (3, [2, 6], ([1, 2, 6], 3)),
        (3, [1], ([1], 3)),
        (2, [2, 6], ([1], 3)),  # of three cards no 1: that is kept, and what was known of only two is not
    ],
)
def test_a_second_skip_adds_to_what_is_known_of_the_same_cards(
    limited: int, excluded: list[int], after: tuple[list[int], int]
) -> None:
    """Blue stands on the neck two steps ahead of red: only a 1 could be driven."""
    known = {"limited": limited, "excluded": excluded} if limited else {}
    red = at("S2.1.1", [3, 4, 5], 2, paid=True, **known)
    state = setting("green", red=red, blue=at("S3.1", [1, 2, 3]), green=at("S9.1.1", [1, 1, 1]))
    state.play(drive(1, "S9.1.2"))
    assert state.position()["turn"] == "blue"
    assert told(state, "red") == after


@pytest.mark.clause("AVE-C3", "AVE-T6")
@pytest.mark.parametrize("hand", [[4, 5, 5], [6, 6, 6]])
def test_of_a_chariot_that_may_wait_for_the_lane_nothing_becomes_known(hand: list[int]) -> None:
    state = setting(
        "red", red=at("S5.1.1", [1, 1, 1]), blue=at("S12.1.2", hand, 2), green=at("K.1", [1, 1, 1], paid=True)
    )
    state.play(drive(1, "S6.1.1"))
    assert state.position()["turn"] == "green"
    assert told(state, "blue") == ([], 0)


@pytest.mark.clause("AVE-T6", "AVE-L8")
def test_in_a_jam_all_know_that_nobody_holds_a_card_that_fits() -> None:
    """Red leads and holds only sixes; green before the chariot in the lane can drive nothing at all."""
    state = setting("blue", red=at("K.5", [6, 6, 6], 2, paid=True), blue=at("K.3", [1, 4, 5], 1, paid=True))
    state.play(drive(1, "K.4"))
    assert state.position()["must_six"]
    assert told(state, "red") == ([1, 2, 3, 4, 5], 3)
    assert told(state, "blue") == ([], 0)
