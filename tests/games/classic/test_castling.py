"""What a castling hides. What it may do is in the scenarios."""

from collections import Counter
from typing import Any

import pytest

from quadriga import State

from .table import CAESAR, play, shares, turn

OTHERS = pytest.mark.parametrize("viewer", [CAESAR, None], ids=["opponent", "spectator"])


def ready_to_castle(seed: int = 0, **table: list[Any]) -> State:
    return turn(seed, cleopatra={"hand": [1, 2, "castling"], "table": table})


def castled(state: State, viewer: int | None, *moves: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Castle; return all that a viewer was told and saw on the way."""
    seat = None if viewer is None else "caesar"
    told, seen = [], []
    for move in moves:
        told += [event.seen_by(seat).text for event in state.play(move)]
        seen.append(state.view(viewer))
    return told, seen


@pytest.mark.clause("CC97-A12")
@OTHERS
def test_others_cannot_tell_which_castled_card_went_where(viewer: int | None) -> None:
    """Two arrangements with the same number of cards at each group look the same, also while the cards are laid."""
    name = "castle senators and censors"
    one = ready_to_castle(senators=[1], censors=[5])
    other = ready_to_castle(senators=[1], censors=[5])
    stays = castled(one, viewer, name, "1 face down at senators", "5 face down at censors")
    swaps = castled(other, viewer, name, "1 face down at censors", "5 face down at senators")
    assert stays[0] == swaps[0]
    assert stays[1] == swaps[1]


@pytest.mark.clause("CC97-A12")
@OTHERS
def test_after_a_castling_others_see_only_how_many_cards_lie_where(viewer: int | None) -> None:
    one = ready_to_castle(senators=[1, "(3)"], censors=[5])
    other = ready_to_castle(senators=[1, "(3)"], censors=[5])
    name = "castle senators and censors"
    play(one, name, "1 face down at senators", "3 face down at senators", "5 face down at censors")
    play(other, name, "1 face down at senators", "3 face down at censors", "5 face down at senators")
    assert one.position()["cleopatra"]["table"] != other.position()["cleopatra"]["table"]
    assert one.view(viewer) == other.view(viewer)


@pytest.mark.clause("CC97-A12")
def test_castled_cards_get_new_places() -> None:
    rows: Counter[str] = Counter()
    for seed in range(400):
        state = ready_to_castle(seed, senators=["(1)", "(2)"], censors=["(5)"])
        play(state, "castle senators and censors")
        play(state, "1 face down at censors", "2 face down at censors", "5 face down at censors")
        rows[" ".join(card[1] for card in state.position()["cleopatra"]["table"]["censors"])] += 1
    orders = ("1 2 5", "1 5 2", "2 1 5", "2 5 1", "5 1 2", "5 2 1")
    assert shares(rows, 6) == pytest.approx(dict.fromkeys(orders, 1), abs=0.3)


@pytest.mark.clause("CC97-A4", "CC97-A12")
@pytest.mark.parametrize("group", ["senators", "censors"])
def test_castled_cards_get_new_places_at_either_group(group: str) -> None:
    rows = set()
    for seed in range(40):
        state = ready_to_castle(seed, senators=["(1)", "(2)"], censors=[5])
        play(state, "castle senators and censors", *(f"{card} face down at {group}" for card in (1, 2, 5)))
        rows.add(" ".join(card[1] for card in state.position()["cleopatra"]["table"][group]))
    assert rows == {"1 2 5", "1 5 2", "2 1 5", "2 5 1", "5 1 2", "5 2 1"}


@pytest.mark.clause("CC97-A12")
@OTHERS
def test_set_picked_up_stays_known_as_far_as_it_was_public(viewer: int | None) -> None:
    state = ready_to_castle(senators=[5, 5, "(4)"], censors=[2], aediles=["(3)"])
    play(state, "castle senators and censors", "2 face down at senators", "4 face down at senators")
    play(state, "5 face down at censors", "5 face down at censors")
    assert state.view(viewer)["sides"]["cleopatra"]["known"]["castled"] == ["2", "5", "5"]
    found = set()
    for seed in range(200):
        table = state.redeal(viewer, seed).position()["cleopatra"]["table"]
        lying = Counter(card[1] for group in ("senators", "censors") for card in table[group])
        assert lying >= Counter("255")
        found |= {card[1] for card in table["senators"]}
    assert found >= {"1", "2", "3", "4", "5"}
