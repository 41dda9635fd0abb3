"""What everybody sees, and what only one player does."""

import random
from typing import Any

import pytest

from quadriga import Game, State

from ...conftest import walk
from .table import ARRANGED, CAESAR, CLEOPATRA, SEATS, SHUFFLED, play, turn

VIEWERS = (CLEOPATRA, CAESAR, None)
INFLUENCE = ("philosopher", "1", "2", "3", "4", "5")


def split(cards: list[str]) -> tuple[list[str], list[str]]:
    """Part influence cards from action cards."""
    return [card for card in cards if card in INFLUENCE], [card for card in cards if card not in INFLUENCE]


def faces(cards: list[dict[str, Any]]) -> list[str]:
    """Write the cards at a group as a position does, without where they came from."""
    return [card["card"] if card["up"] else f"({card['card']})" for card in cards]


@pytest.mark.clause("CC97-I1")
@pytest.mark.parametrize("game", [SHUFFLED, ARRANGED], ids=["shuffled", "arranged"])
@pytest.mark.parametrize("seed", range(4))
def test_everybody_sees_all_that_is_public_and_nothing_else(game: Game, seed: int) -> None:
    for state in walk(game, seed):
        position = state.position()
        if position["stage"] == "castle":
            continue  # cards in the air: test_castling.py
        for viewer in VIEWERS:
            view = state.view(viewer)
            assert view["votes"] == position["votes"]
            for seat, name in enumerate(SEATS):
                if viewer != seat:
                    check_public_part(state, name, view["sides"][name], position[name], viewer)


def check_public_part(state: State, name: str, shown: dict[str, Any], side: dict[str, Any], viewer: int | None) -> None:
    influence, actions = split(side["hand"])
    spying = state.view()["stage"] == "spying" and viewer == state.to_move
    assert shown["hand"]["influence"] == (influence if spying else ["?"] * len(influence))
    assert shown["hand"]["actions"] == (actions if spying else ["?"] * len(actions))
    assert shown["pile"]["influence"] == len(side["pile"])
    if state.view()["stage"] != "arrange":
        assert shown["pile"]["actions"] == len(side["action_pile"])
    assert (shown["discard"]["influence"], shown["discard"]["actions"]) == split(side["discard"])
    assert {group: count for group, count in shown["won"].items() if count} == side["won"]
    for group, cards in shown["table"].items():
        lying = side["table"].get(group, [])
        assert faces(cards) == [card if card in INFLUENCE else "(?)" for card in lying]


@pytest.mark.clause("CC97-I1")
def test_which_pile_a_card_comes_from_is_public_but_not_which_card() -> None:
    state = turn(cleopatra={"hand": [1, 2, 3, 4]})
    play(state, "1 face down at senators")
    (influence,) = state.play("draw influence")
    action = state.play("draw action")[0]
    for viewer in ("caesar", None):
        assert influence.seen_by(viewer).text == "Cleopatra draws an influence card"
        assert influence.seen_by(viewer).data == {"card": "?"}
        assert action.seen_by(viewer).text == "Cleopatra draws an action card"
        assert action.seen_by(viewer).data == {"action": "?"}
    assert influence.seen_by("cleopatra").data["card"] in INFLUENCE
    sides = state.view(CAESAR)["sides"]["cleopatra"]
    assert (len(sides["hand"]["influence"]), len(sides["hand"]["actions"])) == (4, 1)


@pytest.mark.clause("CC97-I1", "CC97-T3")
def test_a_card_laid_face_down_is_hidden_in_what_happened() -> None:
    laid = turn().play("4 face down at censors")[0]
    assert laid.seen_by("caesar").text == "Cleopatra lays a card face down at the censors"
    assert laid.seen_by("caesar").data["card"] == laid.seen_by(None).data["card"] == "?"
    assert laid.seen_by("cleopatra").data["card"] == "4"


@pytest.mark.clause("CC97-I1")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_face_down_cards_that_wrath_or_a_finished_group_removes_are_public(viewer: int | None) -> None:
    state = turn(
        cleopatra={"hand": [1, 2, "wrath"], "table": {"aediles": ["(3)"]}},
        caesar={"table": {"aediles": ["(4)"]}},
    )
    play(state, "wrath at aediles")
    sides = state.view(viewer)["sides"]
    assert sides["cleopatra"]["discard"]["influence"] == ["3"]
    assert sides["caesar"]["discard"]["influence"] == ["4"]
    finishing = turn(
        cleopatra={"won": {"aediles": 2}, "table": {"aediles": [1, 1, "(2)", "(2)"]}},
        caesar={"table": {"aediles": ["(4)", "(4)", "(4)"]}},
    )
    play(finishing, "1 face down at aediles")
    sides = finishing.view(viewer)["sides"]
    assert sides["cleopatra"]["discard"]["influence"] == ["1", "1", "1", "2", "2"]
    assert sides["caesar"]["discard"]["influence"] == ["4", "4", "4"]


@pytest.mark.clause("CC97-I1", "CC97-S4", "CC97-S5", "CC97-S6")
@pytest.mark.parametrize("seed", range(4))
def test_a_view_does_not_depend_on_what_the_viewer_cannot_know(seed: int) -> None:
    chooser = random.Random(seed)
    for state in walk(ARRANGED, seed):
        if chooser.random() < 0.2:
            for viewer in VIEWERS:
                other = state.redeal(viewer, chooser.getrandbits(64))
                assert other.view(viewer) == state.view(viewer)


@pytest.mark.clause("CC97-T8")
@pytest.mark.parametrize("seed", range(4))
def test_own_face_down_cards_may_be_looked_at_at_any_time(seed: int) -> None:
    for state in walk(SHUFFLED, seed):
        for seat, name in enumerate(SEATS):
            shown = state.view(seat)["sides"][name]["table"]
            table = state.position()[name]["table"]
            for group, cards in shown.items():
                lying = [card if card in INFLUENCE else f"({card[1:-1].split()[0]})" for card in table.get(group, [])]
                assert faces(cards) == lying
