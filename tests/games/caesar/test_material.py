"""The material, written out here and not read from the data file."""

from collections import Counter

import pytest

from quadriga.games.caesar.components import components
from quadriga.games.caesar.moves import BORDER_NAMES

from .table import BAG, BOARD, BONUSES, BORDERS_OF, CENTURIONS, CHECKPOINTS, MODULE_SETS, PROVINCES, caesar

BOX = components()


@pytest.mark.clause("ROME-M1")
def test_the_board_has_eighteen_provinces_and_thirty_border_spaces_of_three_symbols() -> None:
    assert [province.name for province in BOX.provinces] == [
        "Hispania Ulterior", "Hispania Citerior", "Mauritania", "Gallia", "Gallia Cisalpina", "Numidia", "Sardinia",
        "Sicilia", "Italia", "Dalmatia", "Africa", "Achaia", "Macedonia", "Cyrene", "Creta", "Asia", "Aegyptus", "Syria",
    ]  # fmt: skip
    assert {name: border.symbol for name, border in zip(BORDER_NAMES, BOX.borders, strict=True)} == BOARD
    assert Counter(BOARD.values()) == {"sword": 10, "shield": 10, "ship": 10}
    assert len(BOARD) == 30
    assert len(PROVINCES) == 18


@pytest.mark.clause("ROME-M1")
def test_a_border_space_belongs_to_both_its_provinces() -> None:
    spaces = {
        "Hispania Ulterior": 2, "Hispania Citerior": 2, "Mauritania": 3, "Gallia": 3, "Gallia Cisalpina": 3,
        "Numidia": 3, "Sardinia": 4, "Sicilia": 4, "Italia": 6, "Dalmatia": 3, "Africa": 4, "Achaia": 4,
        "Macedonia": 3, "Cyrene": 3, "Creta": 4, "Asia": 3, "Aegyptus": 4, "Syria": 2,
    }  # fmt: skip
    assert {name: len(borders) for name, borders in BORDERS_OF.items()} == spaces
    view = caesar().new(1).view(None)
    for name, count in spaces.items():
        assert (view["provinces"][name]["spaces"], view["provinces"][name]["spaces_left"]) == (count, count)
    assert {name: border["symbol"] for name, border in view["borders"].items()} == BOARD


@pytest.mark.clause("ROME-K2")
def test_three_border_spaces_one_of_each_symbol_are_border_control_spaces() -> None:
    view = caesar().new(1).view(None)
    assert tuple(name for name, border in view["borders"].items() if border["border_control"]) == CHECKPOINTS
    assert sorted(BOARD[name] for name in CHECKPOINTS) == ["shield", "ship", "sword"]


@pytest.mark.clause("ROME-M2", "ROME-S4")
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_each_side_owns_sixteen_tokens(modules: tuple[str, ...]) -> None:
    assert Counter(BAG) == {
        **{f"{symbol} {numbers}": 1 for symbol in ("sword", "shield", "ship") for numbers in ("6/0", "5/1", "4/2", "3/3")},
        "wild 4/0": 1, "wild 3/1": 1, "wild 2/2": 2,
    }  # fmt: skip
    for seed in range(5):
        game = caesar(*modules)
        position = game.new(seed).position()
        assert game.seats == ("caesar", "pompey")
        for side in game.seats:
            assert Counter(position[side]["supply"]) + Counter(position[side]["bag"]) == Counter(BAG)


@pytest.mark.clause("ROME-M3")
def test_there_are_eighteen_bonus_tokens_and_twelve_control_tokens_a_side() -> None:
    assert sum(BONUSES.values()) == 18
    for seed in range(5):
        position = caesar().new(seed).position()
        assert Counter(position["bonuses"].values()) == BONUSES
        for side in ("caesar", "pompey"):
            assert position[side]["control_tokens"] == 12
            assert (position[side]["senate"], position[side]["under_senate"]) == (0, 0)


@pytest.mark.clause("ROME-C1")
def test_each_side_has_three_centurions_lying_open() -> None:
    for modules in MODULE_SETS:
        state = caesar(*modules).new(4)
        for viewer in (0, 1, None):
            for side in state.view(viewer)["sides"].values():
                assert side.get("centurions") == (CENTURIONS if "centurions" in modules else None)


@pytest.mark.clause("ROME-M1", "ROME-C1")
def test_the_five_central_provinces_are_marked() -> None:
    provinces = caesar().new(1).view(None)["provinces"]
    central = {name for name, province in provinces.items() if province["central"]}
    assert central == {"Sardinia", "Sicilia", "Italia", "Achaia", "Creta"}
