"""What is in the box."""

from collections import Counter
from importlib.resources import files

import pytest
import yaml

from quadriga.games.cleopatra.material import MISSION_TEXTS, MISSIONS_RECONSTRUCTED

from .table import BUSTS, GAME, GROUPS, SEATS, SIZES, VETERANS, is_fair, table
from .table import MISSIONS as EIGHT

INFLUENCE = {"philosopher": 2, "1": 7, "2": 7, "3": 7, "4": 7, "5": 7}
ACTIONS = {"assassination": 3, "scout": 3, "wrath": 1, "castling": 1, "veto": 2}


@pytest.mark.clause("CC24-M1")
def test_there_are_21_patricians_in_five_groups() -> None:
    patricians = GAME.new(0).view()["patricians"]
    assert patricians == SIZES
    assert tuple(patricians) == GROUPS
    assert sum(patricians.values()) == 21


@pytest.mark.clause("CC24-M2")
def test_the_bag_holds_a_bust_for_each_group_a_grey_and_a_black_one() -> None:
    assert GAME.new(0).view()["votes"] == {"left": list(BUSTS), "out": []}


@pytest.mark.clause("CC24-M2")
def test_every_group_has_the_colour_of_its_bust() -> None:
    book = files("quadriga.games.cleopatra") / "clauses" / "en" / "caesar-cleopatra-2024.yaml"
    colours = yaml.safe_load(book.read_text(encoding="utf-8"))["colours"]
    assert colours == {
        "praetors": "blue", "quaestors": "yellow", "aediles": "green", "consuls": "white", "censors": "pink"
    }  # fmt: skip
    assert tuple(colours) == GROUPS


@pytest.mark.clause("CC24-M2", "CC24-T6")
def test_every_bust_in_the_bag_is_drawn_alike() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(700):
        state = table(seed, cleopatra={"hand": [1]})
        drawn.update(event.data["call"] for event in state.play("1 face up at praetors") if event.kind == "called")
    assert sum(drawn.values()) == 700
    assert is_fair(drawn, dict.fromkeys(BUSTS, 1))


@pytest.mark.clause("CC24-M3")
@pytest.mark.parametrize("seat", SEATS)
def test_each_side_owns_37_influence_cards(seat: str) -> None:
    side = GAME.new(0).position()[seat]
    cards = Counter(card for card in side["hand"] + side["pile"] if card in INFLUENCE)
    assert cards == INFLUENCE
    assert cards.total() == 37


@pytest.mark.clause("CC24-M4")
@pytest.mark.parametrize("game", [GAME, VETERANS], ids=["veto", "veterans"])
@pytest.mark.parametrize("seat", SEATS)
def test_each_side_owns_ten_action_cards(game, seat: str) -> None:
    side = game.new(0).position()[seat]
    cards = Counter(card for card in side["hand"] + side["action_pile"] if card in ACTIONS)
    assert cards == ACTIONS
    assert cards.total() == 10


@pytest.mark.clause("CC24-M4")
def test_there_are_no_spies() -> None:
    state = VETERANS.new(0)
    assert "spy" not in state.position()["cleopatra"]["action_pile"]


@pytest.mark.clause("CC24-M5")
def test_there_are_eight_missions_and_they_are_marked_as_reconstructed() -> None:
    assert [move.parts["mission"] for move in GAME.moves if move.kind == "keep"] == list(EIGHT)
    assert len(set(MISSION_TEXTS)) == 8
    assert MISSIONS_RECONSTRUCTED
