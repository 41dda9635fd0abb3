"""A castling hides which card is which, and no more than that."""

from collections import Counter
from itertools import permutations

import pytest

from .table import is_fair, play, table, value


def castled(seed: int, order: tuple[int, ...] = (1, 2, 3)) -> list[str]:
    """Castle three cards into one group and name them by their places."""
    cards = [f"({card})" for card in order]
    state = table(seed, cleopatra={"hand": [1, "castling"], "table": {"praetors": cards}}, caesar={"hand": []})
    play(state, "castle praetors and censors", *(f"{card} face down at censors" for card in (1, 2, 3)))
    return [value(card) for card in state.position()["cleopatra"]["table"]["censors"]]


@pytest.mark.clause("CC24-A9")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
@pytest.mark.long
def test_castled_cards_get_new_places_all_alike(order: tuple[int, ...]) -> None:
    places = Counter(tuple(castled(seed, order)) for seed in range(600))
    assert is_fair(places, dict.fromkeys(permutations("123"), 1))


@pytest.mark.clause("CC24-A9", "CC24-A5")
def test_the_opponent_sees_the_same_whatever_the_new_arrangement() -> None:
    views = []
    for first, second in (("praetors", "censors"), ("censors", "praetors")):
        state = table(
            cleopatra={"hand": [1, "castling"], "table": {"praetors": [2, "(4)"]}, "discard": []}, caesar={"hand": []}
        )
        play(state, "castle praetors and censors", f"2 face down at {first}", f"4 face down at {second}")
        views.append((state.view(1), state.view(None)))
    assert views[0] == views[1]


@pytest.mark.clause("CC24-A9", "CC24-I1")
def test_until_the_last_castled_card_lies_nobody_else_sees_where_they_go() -> None:
    seen = []
    for first in ("praetors", "censors"):
        state = table(
            cleopatra={"hand": [1, "castling"], "table": {"praetors": [2, "(4)", "(4)"]}}, caesar={"hand": []}
        )
        state.play("castle praetors and censors")
        (event,) = state.play(f"2 face down at {first}")
        assert state.view(1)["lifted"] == state.view(None)["lifted"] == ["?", "?", "?"]
        assert state.view(0)["lifted"] == ["4", "4"]
        seen.append((event.seen_by("caesar"), event.seen_by(None), state.view(1), state.view(None)))
    assert seen[0] == seen[1]


@pytest.mark.clause("CC24-A9")
def test_the_opponent_still_knows_that_a_face_up_card_is_among_the_castled_ones_but_not_where() -> None:
    state = table(
        cleopatra={"hand": [1, "castling"], "table": {"praetors": [5], "censors": ["(2)"]}}, caesar={"hand": []}
    )
    play(state, "castle praetors and censors", "2 face down at praetors", "5 face down at censors")
    where: Counter[str] = Counter()
    for seed in range(300):
        laid = state.redeal(1, seed).position()["cleopatra"]["table"]
        fives = [group for group in ("praetors", "censors") if value(laid[group][0]) == "5"]
        assert fives, f"the 5 that lay face up is not among the castled cards: {laid}"
        where.update([" and ".join(fives)])
    assert where["praetors"] > 50
    assert where["censors"] > 50


@pytest.mark.clause("CC24-A9")
def test_the_opponent_still_knows_an_only_opening_card_that_was_castled() -> None:
    """Four opening cards have been shown: the fifth was known to be the 2, so the picked-up card is known to be it."""
    state = table(
        cleopatra={"hand": [1, "castling"], "table": {"praetors": ["(2 opening)"]}, "discard": [1, 3, 4, 5]},
        caesar={"hand": []},
    )
    assert {value(state.redeal(1, seed).position()["cleopatra"]["table"]["praetors"][0]) for seed in range(50)} == {"2"}
    play(state, "castle praetors and censors", "2 face down at censors")
    assert {value(state.redeal(1, seed).position()["cleopatra"]["table"]["censors"][0]) for seed in range(50)} == {"2"}


@pytest.mark.clause("CC24-A9")
def test_a_castled_opening_card_may_be_any_of_the_hidden_ones() -> None:
    opening = {"praetors": ["(2 opening)"], "quaestors": ["(3 opening)"], "aediles": ["(4 opening)"]}
    state = table(cleopatra={"hand": [1, "castling"], "table": opening}, caesar={"hand": []})
    play(state, "castle praetors and censors", "2 face down at censors")
    dealt = {value(state.redeal(1, seed).position()["cleopatra"]["table"]["censors"][0]) for seed in range(200)}
    assert {"2", "3", "4"} <= dealt
