"""Positions: written, read back, and refused when they are impossible."""

import copy
import random
import re
from typing import Any

import pytest

from quadriga import Game
from quadriga.errors import PositionError, QuadrigaError
from quadriga.games.caesar.invariants import broken

from .table import ALL_MODULES, BAG, CENTURIONS, EVERY_SET, caesar, setting

BASE: tuple[str, ...] = ()
FULL_SYRIA = {"Aegyptus-Syria": "pompey sword 6/0", "Asia-Syria": "pompey shield 3/3"}


@pytest.mark.long
@EVERY_SET
def test_every_position_of_a_game_can_be_written_and_read_back(modules) -> None:
    stages = set()
    for seed in range(10):
        chooser = random.Random(seed)
        state = caesar(*modules).new(seed)
        while True:
            position = state.position()
            again = state.game.from_position(position)
            assert again == state
            assert again.position() == position
            assert again.legal == state.legal
            assert again.outcome == state.outcome
            stages.add(position["stage"])
            if state.to_move is None:
                break
            move = chooser.choice(state.legal)
            assert again.play(move) == state.play(move)
            assert again == state
            assert broken(state.s) == 0
    assert {"place", "order", "bonus", "over"} <= stages
    assert ("take" in stages, "bank" in stages) == ("centurions" in modules, "border-control" in modules)


def test_what_is_left_out_takes_its_start_value() -> None:
    start = caesar().new(5)
    assert caesar().from_position({"seed": 5}).position() == start.position()
    state = caesar().from_position({"seed": 5, "active": "pompey"})
    assert state.to_move == 1
    assert state.position()["pompey"] == start.position()["pompey"]


def test_tokens_on_the_board_leave_the_supply_and_the_bag() -> None:
    held = caesar().new(5).position()["caesar"]["supply"]
    fits = {"sword": "Aegyptus-Syria", "shield": "Asia-Syria", "ship": "Italia-Achaia", "wild": "Italia-Achaia"}
    on_board = {fits[held[0].split(" ")[0]]: f"caesar {held[0]}"}
    part = caesar().from_position({"seed": 5, "borders": on_board}).position()["caesar"]
    assert part["supply"] == held[1:]
    assert sorted([*part["supply"], *part["bag"], held[0]]) == sorted(BAG)


def test_a_border_space_may_be_named_either_way() -> None:
    one = setting(borders={"Asia-Syria": "caesar shield 5/1"})
    other = setting(borders={"Syria-Asia": "caesar shield 1/5"})
    assert one == other


def test_bonuses_named_change_places_so_that_every_kind_keeps_its_number() -> None:
    for seed in range(8):
        bonuses = setting(seed=seed, bonuses={"Syria": "might", "Asia": "might", "Creta": "might"}).position()[
            "bonuses"
        ]
        assert sorted(bonuses.values()) == sorted(caesar().new(seed).position()["bonuses"].values())
        assert bonuses["Syria"] == bonuses["Asia"] == bonuses["Creta"] == "might"
        state = setting(modules=ALL_MODULES, seed=seed, bonuses={"Syria": "might", "Asia": "might", "Creta": "might"})
        base = [*state.position()["bonuses"].values(), *state.position()["bank"]]
        assert sorted(bonus for bonus in base if bonus not in ("poison", "centurion")) == sorted(
            ["tactics"] * 4 + ["wealth"] * 4 + ["might"] * 4 + ["senate"] * 6
        )


@EVERY_SET
def test_senate_tokens_that_are_owned_come_from_provinces_that_are_closed(modules) -> None:
    closed = {"Asia-Syria": "caesar shield 3/3", "Aegyptus-Syria": "caesar sword 3/3"}
    closed |= {
        "Hispania Ulterior-Hispania Citerior": "caesar shield 5/1",
        "Hispania Ulterior-Mauritania": "pompey ship 6/0",
    }
    for seed in range(40):
        owns = {"senate": 1, "supply": ["wild 2/2", "wild 3/1"]}
        state = setting(None, None, modules, seed=seed, borders=closed, caesar=owns, pompey=owns)
        position = state.position()
        tokens = [*position["bonuses"].values(), *position.get("bank", ())]
        assert tokens.count("senate") <= 4
        assert len(position["bonuses"]) == 16 and position["bonuses"]["Italia"] == "senate"
        assert caesar(*modules).from_position(position).position() == position


@pytest.mark.clause("ROME-S1")
def test_italia_keeps_its_senate_token_when_others_change_places() -> None:
    for seed in range(8):
        senates = dict.fromkeys(["Syria", "Asia", "Aegyptus", "Creta", "Cyrene"], "senate")
        bonuses = setting(seed=seed, bonuses=senates).position()["bonuses"]
        assert {name for name, bonus in bonuses.items() if bonus == "senate"} == {*senates, "Italia"}


def test_centurions_not_named_lie_before_the_player() -> None:
    state = setting(["sword 7/0", "ship 3/3"], modules=("centurions",))
    assert state.position()["caesar"]["centurions"] == CENTURIONS[1:]
    state = setting(borders={"Asia-Syria": "caesar ship-shield 4/4"}, modules=("centurions",))
    assert state.position()["caesar"]["centurions"] == CENTURIONS[:2]


def test_control_tokens_not_on_the_board_are_left() -> None:
    state = setting(borders=FULL_SYRIA, control={"Syria": "pompey"}, seed=2)
    assert state.position()["pompey"]["control_tokens"] == 11
    assert state.position()["caesar"]["control_tokens"] == 12


CENTURION_GAME, POISON_GAME = ("centurions",), ("poison",)
BAD: list[tuple[tuple[str, ...], Any, str]] = [
    (BASE, [], "position: a mapping of names is due, not list"),
    (BASE, {"boards": {}}, "position: unknown field 'boards'"),
    (BASE, {"move": -1}, "position.move: '-1' is not a number"),
    (BASE, {"turn": 201}, "position.turn: '201' is not a number from 0 to 200"),
    (BASE, {"stage": "lunch"}, "position.stage: 'lunch' is not one of place, bank, order"),
    (BASE, {"active": "crassus"}, "position.active: 'crassus' is not one of caesar, pompey"),
    (BASE, {"to_move": "pompey"}, "position.to_move: 'pompey' does not fit the turn"),
    (BASE, {"extra_turn": 1}, "position.extra_turn: '1' is neither true nor false"),
    (BASE, {"at_closing": 3}, "position.at_closing: '3' is not a number from 0 to 2"),
    (BASE, {"at_closing": 1}, "at_closing: only while provinces close"),
    (BASE, {"borders": ["Asia-Syria"]}, "position.borders: a mapping of names is due, not list"),
    (BASE, {"borders": {"Syria-Roma": "caesar ship 5/1"}}, "borders.Syria-Roma: 'Syria-Roma' is not one of"),
    (BASE, {"borders": {7: "caesar ship 5/1"}}, "borders.7: '7' is not one of"),
    (BASE, {"borders": {"Asia-Syria": "caesar shield"}}, "borders.Asia-Syria: 'caesar shield' is not a token like"),
    (BASE, {"borders": {"Asia-Syria": "(caesar shield 5/1"}}, "borders.Asia-Syria: '(caesar shield 5/1' is not a token"),
    (BASE, {"borders": {"Asia-Syria": 5}}, "borders.Asia-Syria: '5' is not a token like"),
    (BASE, {"borders": {"Asia-Syria": "caesar shield 9/1"}}, "borders.Asia-Syria: 'shield 9/1' is not one of sword 6/0"),
    (BASE, {"borders": {"Asia-Syria": "caesar sword 5/1"}}, "borders.Asia-Syria: sword 5/1 does not fit a shield (ROME-T1)"),
    (BASE, {"borders": {"Asia-Syria": "caesar shield 5/1", "Syria-Asia": "caesar shield 6/0"}}, "this border space is named twice"),
    (BASE, {"borders": {"Asia-Syria": "caesar shield 5/1", "Sardinia-Italia": "caesar shield 5/1"}}, "caesar: shield 5/1 does not add up"),
    (BASE, {"borders": {"Asia-Syria": "caesar ship-shield 4/4"}}, "caesar: ship-shield 4/4 does not add up"),
    (BASE, {"control": {"Syria": "caesar"}}, "control: that province is not closed"),
    (BASE, {"control": {"Roma": "caesar"}}, "control: unknown field 'Roma'"),
    (BASE, {"control": {"Syria": "crassus"}}, "control.Syria: 'crassus' is not one of caesar, pompey"),
    (BASE, {"control": "Syria"}, "position.control: a mapping of names is due, not str"),
    (BASE, {"control_face_down": {"Syria": 1}}, "control_face_down.Syria: '1' is not a number from 0 to 0"),
    (BASE, {"border_control_tokens": {"Asia-Syria": "caesar"}}, "border_control_tokens: both provinces must be theirs"),
    (BASE, {"border_control_tokens": {"Asia-Syria": "(caesar"}}, "border_control_tokens.Asia-Syria: '(caesar' is not one of"),
    (BASE, {"border_control_tokens": {"Asia-Syria": None}}, "border_control_tokens.Asia-Syria: 'None' is not one of"),
    (BASE, {"bonuses": {"Syria": "gold"}}, "bonuses.Syria: 'gold' is not one of tactics"),
    (BASE, {"bonuses": {"Roma": "might"}}, "bonuses: unknown field 'Roma'"),
    (BASE, {"bonuses": dict.fromkeys(["Syria", "Asia", "Creta", "Africa", "Gallia"], "might")}, "bonuses: 5 might tokens, there are 4 (ROME-M3)"),
    (BASE, {"bonuses": {"Syria": "poison"}}, "bonuses: 1 poison tokens, there are 0 (ROME-M3)"),
    (POISON_GAME, {"bonuses": {"Syria": "centurion"}}, "bonuses: 1 centurion tokens, there are 0 (ROME-M3)"),
    (BASE, {"borders": FULL_SYRIA, "bonuses": {"Syria": "might"}}, "bonuses: a closed province has none, an open one has one"),
    (BASE, {"influence": {"Syria": [1, 2]}}, "influence.Syria: two sums of a closed province are due"),
    (BASE, {"borders": FULL_SYRIA, "influence": {"Syria": [1]}}, "influence.Syria: two sums of a closed province are due"),
    (BASE, {"borders": FULL_SYRIA, "influence": {"Syria": [1, 99]}}, "influence.Syria: '99' is not a number from 0 to 40"),
    (BASE, {"closing": ["Syria", "Syria"]}, "position.closing: at most two provinces, each once"),
    (BASE, {"closing": ["Syria", "Asia", "Creta"]}, "position.closing: at most two provinces, each once"),
    (BASE, {"stage": "bonus", "bonus": "wealth", "at_closing": 1, "closing": ["Syria"]}, "position.closing: Syria is not full"),
    (BASE, {"stage": "order"}, "position.stage: an order is chosen for two closing provinces, at_closing 2"),
    (BASE, {"stage": "bonus"}, "position.bonus: which bonus is to be used?"),
    (BASE, {"bonus": "might"}, "bonus: only at that stage"),
    (BASE, {"stage": "take"}, "position.stage: there is no centurion to take"),
    (BASE, {"stage": "crassus"}, "position.stage: in Crassus's turn his tile is turned, and only then"),
    (BASE, {"stage": "over"}, "position.winner: 'None' is not one of caesar, pompey"),
    (BASE, {"stage": "over", "winner": "caesar"}, "position.reason: 'None' is not one of"),
    (BASE, {"waiting": ["Asia-Syria"]}, "closing, waiting: only while provinces close"),
    (BASE, {"waiting": ["Roma"]}, "position.waiting: 'Roma' is not one of"),
    (ALL_MODULES, {"stage": "bank"}, "position.stage: the bank needs the module and a token face down"),
    (("poison", "centurions"), {"stage": "bank", "borders": {"Aegyptus-Asia": "(caesar ship 5/1)"}}, "position.stage: the bank needs the module"),
    (ALL_MODULES, {"stage": "bank", "borders": {"Asia-Syria": "(caesar shield 5/1)"}}, "position.stage: the bank needs the module and a token face down"),
    (ALL_MODULES, {"bank": ["tactics"] * 5}, "tactics tokens, there are 4 (ROME-M3)"),
    (ALL_MODULES, {"bank": ["poison"]}, "position.bank: 'poison' is not one of tactics, wealth, might, senate"),
    (BASE, {"caesar": []}, "caesar: a mapping of names is due, not list"),
    (BASE, {"caesar": {"hand": []}}, "caesar: unknown field 'hand'"),
    (BASE, {"caesar": {"supply": ["sword"]}}, "caesar.supply: 'sword' is not one of sword 6/0"),
    (BASE, {"caesar": {"supply": "sword 6/0"}}, "caesar.supply: a list of cards is due, not str"),
    (BASE, {"caesar": {"supply": []}}, "position.active: caesar cannot place any token and has lost (ROME-E1)"),
    (BASE, {"caesar": {"supply": ["sword 6/0", "sword 6/0"]}}, "caesar: sword 6/0 does not add up"),
    (BASE, {"caesar": {"supply": ["sword 7/0"]}}, "caesar: sword 7/0 does not add up"),
    (BASE, {"pompey": {"supply": ["sword 6/0"], "bag": ["sword 5/1"]}}, "pompey: sword 4/2 does not add up: 0 where a side has 1"),
    (BASE, {"caesar": {"control_tokens": 13}}, "caesar.control_tokens: '13' is not a number from 0 to 12"),
    (BASE, {"caesar": {"control_tokens": 12, "under_senate": 1}}, "caesar.control_tokens: with 0 on the board they are not 12"),
    (BASE, {"borders": FULL_SYRIA, "control": {"Syria": "pompey"}, "pompey": {"control_tokens": 12}}, "pompey.control_tokens: with 1 on the board they are not 12"),
    (BASE, {"caesar": {"control_tokens": 11}}, "caesar.under_senate: 1 are too many for 0 senate tokens"),
    (BASE, {"caesar": {"senate": 2, "under_senate": 4}}, "caesar.under_senate: 4 are too many for 2 senate tokens"),
    (BASE, {"caesar": {"senate": 1}}, "bonuses: 7 senate tokens, there are 6 (ROME-M3)"),
    (BASE, {"caesar": {"senate": 7}}, "caesar.senate: '7' is not a number from 0 to 6"),
    (BASE, {"caesar": {"gained": ["gold"]}}, "caesar.gained: 'gold' is not one of tactics"),
    (BASE, {"caesar": {"seen": ["sword 7/0"]}}, "caesar.seen: not with these options"),
    (CENTURION_GAME, {"caesar": {"supply": ["sword 6/0"], "seen": ["sword 7/0"]}}, "returned, seen: more is known than is there"),
    (CENTURION_GAME, {"caesar": {"supply": ["sword 7/0"], "centurions": CENTURIONS}}, "caesar: sword 7/0 does not add up"),
    (CENTURION_GAME, {"caesar": {"supply": ["sword 6/0"], "bag": [*BAG[1:], "sword 7/0"], "centurions": CENTURIONS}}, "caesar: sword 7/0 does not add up: 1 where a side has 0"),
    (POISON_GAME, {"caesar": {"returned": "ship 6/0"}}, "caesar.returned: a list of at most 3 tokens with draws is due"),
    (POISON_GAME, {"caesar": {"returned": [["ship 6/0", 0]] * 4}}, "caesar.returned: a list of at most 3 tokens"),
    (POISON_GAME, {"caesar": {"returned": ["ship 6/0"]}}, "caesar.returned: an entry is a token and the number of draws since"),
    (POISON_GAME, {"caesar": {"returned": [["boat", 0]]}}, "caesar.returned: 'boat' is not one of"),
    (POISON_GAME, {"caesar": {"returned": [["ship 6/0", -1]]}}, "caesar.returned.draws: '-1' is not a number from 0 to 40"),
    (POISON_GAME, {"caesar": {"supply": ["ship 6/0"], "returned": [["ship 6/0", 0]]}}, "returned, seen: more is known than is there"),
    (POISON_GAME, {"caesar": {"supply": ["ship 6/0", "ship 5/1"], "returned": [["ship 6/0", 1], ["ship 5/1", 1]]}}, "returned, seen: more is known"),
]  # fmt: skip


@pytest.mark.parametrize(("modules", "position", "message"), BAD, ids=[message[:60] for _, _, message in BAD])
def test_an_impossible_position_is_refused_by_name(modules, position, message: str) -> None:
    game = caesar(*modules)
    given, template = copy.deepcopy(position), game.template.tobytes()
    with pytest.raises(PositionError, match=re.escape(message)):
        game.from_position(position)
    assert position == given
    assert game.template.tobytes() == template


def accepted(game: Game, position: dict[str, Any]) -> bool:
    try:
        game.from_position(position)
    except QuadrigaError:
        return False
    return True


FACE_DOWN = {"Aegyptus-Asia": "(caesar ship 5/1)"}
WON = "the last control token is on a province"
IMPOSSIBLE: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "Italia has no senate token (S1)": (BASE, {"bonuses": {"Italia": "might"}}),
    "a senate token to be used (B6)": (BASE, {"stage": "bonus", "bonus": "senate", "at_closing": 1}),
    "poison to be used without the module": (BASE, {"stage": "bonus", "bonus": "poison", "at_closing": 1}),
    "a centurion to be called without the module": (BASE, {"stage": "bonus", "bonus": "centurion", "at_closing": 1}),
    "might to be used with no target (B7)": (BASE, {"stage": "bonus", "bonus": "might", "at_closing": 1}),
    "tactics to be used twice (B1)": (BASE, {"stage": "bonus", "bonus": "tactics", "at_closing": 1, "extra_turn": True}),
    "wealth to be used on an empty bag (B7)": (BASE, {"stage": "bonus", "bonus": "wealth", "at_closing": 1, "caesar": {"supply": BAG}}),
    "poison on an empty supply (P2)": (POISON_GAME, {"stage": "bonus", "bonus": "poison", "at_closing": 1, "pompey": {"supply": []}}),
    "a bank phase without the module (K2)": (BASE, {"stage": "bonus", "bonus": "wealth", "at_closing": 0}),
    "an empty bank to be drawn from (K2)": (ALL_MODULES, {"stage": "bank", "borders": FACE_DOWN, "bank": []}),
    "the bank for the other's token (K2)": (ALL_MODULES, {"stage": "bank", "borders": {"Aegyptus-Asia": "(pompey ship 5/1)"}}),
    "an extra turn gained before placing (B1)": (BASE, {"extra_turn": True}),
    "a centurion called before placing (C2)": (CENTURION_GAME, {"centurion_due": True}),
    "a centurion to be taken that was not called (C2)": (CENTURION_GAME, {"stage": "take"}),
    "a winner with control tokens left (E2)": (BASE, {"stage": "over", "winner": "caesar", "reason": WON}),
    "a loser who can place (E1)": (BASE, {"stage": "over", "winner": "caesar", "reason": "the opponent cannot place any token"}),
    "a discarded control token without Crassus (Z8)": (BASE, {"caesar": {"discarded": 2}}),
    "a bank without the module (K1)": (BASE, {"bank": ["might"]}),
    "centurions without the module (C1)": (BASE, {"caesar": {"centurions": ["sword 7/0"]}}),
    "command tiles without Crassus": (BASE, {"tiles": ["A"]}),
    "a poisoned token without the module": (BASE, {"caesar": {"supply": ["sword 5/1"], "returned": [["sword 6/0", 0]]}}),
    "a centurion put back without the module": (POISON_GAME, {"caesar": {"supply": ["sword 5/1"], "returned": [["sword 7/0", 0]]}}),
    "a border token waiting for nothing (T8)": (BASE, {"stage": "bonus", "bonus": "wealth", "at_closing": 1, "waiting": ["Asia-Syria"]}),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_no_game_can_reach_is_refused(name: str) -> None:
    modules, position = IMPOSSIBLE[name]
    assert not accepted(caesar(*modules), position)


def test_too_many_tokens_of_a_kind_are_counted_right() -> None:
    with pytest.raises(PositionError, match="caesar: sword 6/0 does not add up: 2 where a side has 1"):
        setting(["sword 6/0", "sword 6/0"])
