"""What must hold in every position is noticed when it does not."""

import pytest

from quadriga.games.caesar.invariants import broken

from .table import setting

FIELDS = [
    ("free", 17, 1, 1),
    ("influence", (0, 15), 9, 2),
    ("closed", 16, 1, 3),
    ("control", 16, 1, 4),
    ("markers_down", 17, 2, 5),
    ("markers", 17, 0, 5),
    ("bonus", 16, 0, 6),
    ("bonus", 17, 1, 6),
    ("markers", 17, 2, 7),
    ("owner", 0, 1, 8),
    ("over", 29, 1, 9),
    ("supply", (0, 0), -1, 10),
    ("bag", (1, 0), 2, 12),
    ("stock", (0, 0), 1, 12),
    ("left", 0, 12, 13),
    ("seen", (1, 0), 1, 14),
    ("to_move", None, -1, 20),
    ("bonus_now", None, 1, 21),
    ("waiting", None, 1, 23),
    ("first", None, 1, 23),
    ("at_closing", None, 1, 25),
]


@pytest.mark.parametrize(("field", "place", "value", "number"), FIELDS)
def test_a_broken_position_is_noticed(field: str, place: int | tuple[int, int] | None, value: int, number: int) -> None:
    state = setting(
        ["ship 3/3"], ["ship 5/1"], control={"Syria": "caesar"},
        borders={"Aegyptus-Syria": "caesar sword 0/6", "Asia-Syria": "pompey shield 1/5"},
    )  # fmt: skip
    assert broken(state.s) == 0
    if place is None:
        setattr(state.s, field, value)
    else:
        getattr(state.s, field)[place] = value
    assert broken(state.s) == number


def test_a_player_to_place_who_cannot_is_noticed() -> None:
    state = setting(["ship 3/3"], ["ship 5/1"])
    state.s.supply[0, 11] -= 1
    state.s.bag[0, 11] += 1
    assert broken(state.s) == 24
