"""A new deal respects what a turn tells of a hand."""

import pytest

import quadriga

LEVEL = {
    "turn": "red", "opened": True,
    "chariots": {
        "red": {"space": "S5.1.1", "crossings": 1, "hand": [6, 6, 6]},
        "blue": {"space": "S5.2.1", "crossings": 1, "hand": [6, 6, 6]},
        "green": {"space": "S3.1", "crossings": 1, "hand": [1, 2, 3]},
    },
}  # fmt: skip


@pytest.mark.clause("AVE-L5")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_whoever_plays_a_six_beside_another_knows_that_the_other_holds_only_sixes(seat: int | None) -> None:
    state = quadriga.load("ave-caesar", players=3).from_position(LEVEL)
    assert {move.parts["card"] for move in state.legal} == {"6"}
    for seed in range(60):
        dealt = state.redeal(seat, seed)
        assert dealt.view(seat) == state.view(seat)
        assert dealt.legal
        if seat == 0:
            assert dealt.position()["chariots"]["blue"]["hand"] == [6, 6, 6]


@pytest.mark.clause("AVE-L4")
def test_a_leader_on_a_neck_with_only_sixes_may_be_dealt_other_hands_that_can_play() -> None:
    chariots = {"red": {"space": "S8.1", "crossings": 1, "hand": [6, 6, 6]}, "blue": {"space": "S3.1", "crossings": 1}}
    state = quadriga.load("ave-caesar", players=2).from_position({"turn": "red", "opened": True, "chariots": chariots})
    hands = {tuple(state.redeal(1, seed).position()["chariots"]["red"]["hand"]) for seed in range(200)}
    assert len(hands) > 20
    for seed in range(200):
        assert state.redeal(1, seed).legal
