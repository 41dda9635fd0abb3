"""Which options there are, and how wrong ones are refused."""

import re

import pytest

import quadriga
from quadriga.errors import OptionError

from .table import MODULE_SETS, caesar


@pytest.mark.clause("ROME-K3")
@pytest.mark.parametrize("modules", MODULE_SETS)
def test_modules_combine_freely_with_border_control_only_on_top_of_both(modules) -> None:
    assert quadriga.load("caesar", modules=modules).options["modules"] == modules


@pytest.mark.clause("ROME-K3", "ROME-K1")
@pytest.mark.parametrize(
    "modules", [("border-control",), ("poison", "border-control"), ("border-control", "centurions")]
)
def test_border_control_alone_is_refused(modules) -> None:
    with pytest.raises(OptionError, match=r"border-control needs poison and centurions \(ROME-K3\)"):
        quadriga.load("caesar", modules=modules)


@pytest.mark.parametrize(
    "given",
    [
        ("border-control", "centurions", "poison"),
        ["poison", "border-control", "centurions"],
        {"centurions", "border-control", "poison"},
        frozenset(("centurions", "border-control", "poison")),
        "poison+centurions+border-control",
        "centurions,poison,border-control",
        ("poison", "poison", "centurions", "border-control"),
    ],
)
def test_modules_may_come_in_any_order_and_form(given) -> None:
    assert quadriga.load("caesar", modules=given) == caesar("poison", "centurions", "border-control")


@pytest.mark.parametrize("given", ["", "none", (), [], set()])
def test_no_modules_is_the_base_game(given) -> None:
    assert quadriga.load("caesar", modules=given) == quadriga.load("caesar")
    assert quadriga.load("caesar").options == {"modules": (), "solo": None, "side": "caesar", "ruthless": False}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modules": ("gold",)}, "there is no module 'gold'; the modules are poison, centurions, border-control"),
        ({"modules": "poison+gold"}, "there is no module 'gold'"),
        ({"modules": 3}, "option modules=3 is not allowed; give any of poison, centurions, border-control"),
        ({"modules": None}, "option modules=None is not allowed"),
        ({"modules": {"poison": True}}, "is not allowed; give any of"),
        ({"modules": ("Poison",)}, "there is no module 'Poison'"),
        ({"solo": "easy"}, "option solo='easy' is not allowed; choose one of None, 'low', 'medium', 'high'"),
        ({"solo": "low", "side": "crassus"}, "option side='crassus' is not allowed; choose one of 'caesar', 'pompey'"),
        ({"ruthless": 1, "solo": "low"}, "option ruthless=1 is not allowed; choose one of False, True"),
        ({"side": "pompey"}, "side='pompey' is for solo='low', 'medium' or 'high' (ROME-Z1)"),
        ({"ruthless": True}, "ruthless=True is for solo='low', 'medium' or 'high' (ROME-Z1)"),
        ({"players": 2}, "caesar has no option 'players'; its options are: modules, solo, side, ruthless"),
    ],
)
def test_a_wrong_option_says_which_and_what_is_allowed(options, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        quadriga.load("caesar", **options)


def test_options_travel_with_a_record() -> None:
    state = caesar("poison", "centurions").new(3)
    state.play(state.legal[0])
    assert caesar("poison", "centurions").replay(state.record()) == state
