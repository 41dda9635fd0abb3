"""What a player knows of the other missions: dealt anew, those are all alike that could be there, and no others."""

from collections import Counter
from itertools import permutations

import pytest

from quadriga import State

from .table import MISSIONS, SEATS, is_fair, table

HELD = {"cleopatra": ["most-praetors", "one-of-every"], "caesar": ["three-majorities", "most-aediles"]}
Pair = tuple[str, ...]


def dealt(state: State, viewer: int | None, count: int) -> list[tuple[Pair, Pair]]:
    """Deal anew what a viewer cannot know, many times, and name the missions of both sides."""
    positions = (state.redeal(viewer, seed).position() for seed in range(count))
    return [(tuple(each["cleopatra"]["missions"]), tuple(each["caesar"]["missions"])) for each in positions]


def at(stage: str, kept: bool) -> State:
    won = {"consuls": 3} if kept or stage == "keep" else {}
    return table(
        stage=stage,
        cleopatra={"missions": HELD["cleopatra"], "kept": kept, "won": won},
        caesar={"missions": HELD["caesar"], "kept": kept},
        **({"reason": "nobody has influence cards left"} if stage == "over" else {}),
    )


@pytest.mark.clause("CC24-S1", "CC24-V7")
@pytest.mark.parametrize("kept", [False, True], ids=["both held", "one kept"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_knows_the_own_missions_and_of_the_others_only_which_they_are_not(seat: int, kept: bool) -> None:
    own = tuple(HELD[SEATS[seat]])
    found = dealt(at("turn", kept), seat, 200)
    assert {pair[seat] for pair in found} == {own}
    others = [mission for mission in MISSIONS if mission not in own]
    assert is_fair(Counter(pair[1 - seat] for pair in found), dict.fromkeys(permutations(others, 2), 1))


@pytest.mark.clause("CC24-S1")
def test_a_spectator_knows_no_mission() -> None:
    found = dealt(at("turn", kept=False), None, 150)
    for number in range(4):
        assert is_fair(Counter((one + other)[number] for one, other in found), dict.fromkeys(MISSIONS, 1))
    assert all(len({*one, *other}) == 4 for one, other in found)


@pytest.mark.clause("CC24-S1", "CC24-X3")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_at_the_end_missions_still_held_are_shown(viewer: int | None) -> None:
    found = dealt(at("over", kept=False), viewer, 20)
    assert set(found) == {(tuple(HELD["cleopatra"]), tuple(HELD["caesar"]))}


@pytest.mark.clause("CC24-S1", "CC24-V7")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_at_the_end_the_kept_mission_is_shown_and_the_discarded_one_is_not(viewer: int | None) -> None:
    found = dealt(at("over", kept=True), viewer, 80)
    for seat, name in enumerate(SEATS):
        assert {pair[seat][0] for pair in found} == {HELD[name][0]}
        seen = set(HELD["cleopatra"][:1] + HELD["caesar"][:1])
        if seat == viewer:
            assert {pair[seat][1] for pair in found} == {HELD[name][1]}
        else:
            seen |= set(HELD[SEATS[viewer]] if viewer is not None else ())
            hidden = dict.fromkeys((mission for mission in MISSIONS if mission not in seen), 1)
            assert is_fair(Counter(pair[seat][1] for pair in found), hidden)
