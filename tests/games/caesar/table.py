"""What the tests of Caesar! share: the printed board written out, and quick positions that read like the game."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

import quadriga
from quadriga import Event, Game, IllegalMove, State

SIDES = ("caesar", "pompey")
MODULE_SETS = ((), ("poison",), ("centurions",), ("poison", "centurions"), ("poison", "centurions", "border-control"))
EVERY_SET = pytest.mark.parametrize("modules", MODULE_SETS, ids=lambda modules: "+".join(modules) or "base")
ALL_MODULES = MODULE_SETS[-1]

BOARD = {
    "Hispania Ulterior-Hispania Citerior": "shield",
    "Hispania Ulterior-Mauritania": "ship",
    "Hispania Citerior-Gallia": "sword",
    "Mauritania-Sardinia": "ship",
    "Mauritania-Numidia": "sword",
    "Sardinia-Gallia": "shield",
    "Sardinia-Sicilia": "ship",
    "Sardinia-Italia": "shield",
    "Gallia-Gallia Cisalpina": "sword",
    "Numidia-Sicilia": "ship",
    "Numidia-Africa": "sword",
    "Sicilia-Italia": "sword",
    "Sicilia-Africa": "ship",
    "Italia-Gallia Cisalpina": "sword",
    "Italia-Achaia": "ship",
    "Italia-Macedonia": "shield",
    "Italia-Dalmatia": "ship",
    "Gallia Cisalpina-Dalmatia": "shield",
    "Africa-Achaia": "ship",
    "Africa-Cyrene": "shield",
    "Achaia-Macedonia": "sword",
    "Achaia-Creta": "shield",
    "Macedonia-Dalmatia": "sword",
    "Cyrene-Creta": "shield",
    "Cyrene-Aegyptus": "sword",
    "Creta-Aegyptus": "ship",
    "Creta-Asia": "shield",
    "Aegyptus-Asia": "ship",
    "Aegyptus-Syria": "sword",
    "Asia-Syria": "shield",
}
"""The border spaces and their symbols."""
CHECKPOINTS = ("Sardinia-Gallia", "Numidia-Africa", "Aegyptus-Asia")
ENDS = {border: tuple(border.split("-")) for border in BOARD}
PROVINCES = tuple(dict.fromkeys(end for ends in ENDS.values() for end in ends))
BORDERS_OF = {province: [border for border in BOARD if province in ENDS[border]] for province in PROVINCES}

BAG = [f"{symbol} {numbers}" for symbol in ("sword", "shield", "ship") for numbers in ("6/0", "5/1", "4/2", "3/3")]
BAG += ["wild 4/0", "wild 3/1", "wild 2/2", "wild 2/2"]
"""A side's 16 tokens."""
CENTURIONS = ["sword 7/0", "wild 3/3", "ship-shield 4/4"]
BONUSES = Counter(tactics=4, wealth=4, might=4, senate=6)

SYRIA = {"Aegyptus-Syria": "caesar sword 0/6"}
"""One border space short of closing Syria."""
CLOSE_SYRIA = "shield 5 Syria 1 Asia"


@cache
def caesar(*modules: str, **options: Any) -> Game:
    return quadriga.load("caesar", modules=modules, **options)


def setting(
    caesar_has: list[str] | None = None,
    pompey_has: list[str] | None = None,
    modules: tuple[str, ...] = (),
    **position: Any,
) -> State:
    """Set up a position: the two supplies, and any other part by its name."""
    for side, supply in zip(SIDES, (caesar_has, pompey_has), strict=True):
        if supply is not None:
            position[side] = {**position.get(side, {}), "supply": supply}
    return caesar(*modules).from_position(position)


def closing_syria(bonus: str, modules: tuple[str, ...] = (), pompey_has: list[str] | None = None, **more: Any) -> State:
    """Set up Caesar one shield short of closing Syria for himself."""
    start = {"borders": SYRIA, "bonuses": {"Syria": bonus}, **more}
    return setting(["shield 5/1", "ship 3/3"], pompey_has or ["ship 5/1", "ship 4/2"], modules, **start)


def texts(state: State) -> set[str]:
    return {move.text for move in state.legal}


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def refusal(state: State, move: str) -> str | None:
    """Name the clause that refuses a move."""
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    return refused.value.rule


def without(tokens: list[str], *gone: str) -> list[str]:
    """List tokens without some of them."""
    rest = list(tokens)
    for token in gone:
        rest.remove(token)
    return rest


def full_but_one() -> dict[str, str]:
    """Fill the board but for Asia-Syria; Caesar has two wild 2/2 left and Pompey one."""
    wilds = {"caesar": ["wild 4/0", "wild 3/1"], "pompey": ["wild 4/0", "wild 3/1", "wild 2/2"]}
    borders = {}
    for symbol in ("sword", "ship", "shield"):
        tokens = [f"{side} {token}" for side in SIDES for token in BAG if token.startswith(symbol)]
        tokens += [f"{side} {wilds[side].pop()}" for side in SIDES if wilds[side]]
        spaces = [border for border in BOARD if BOARD[border] == symbol and border != "Asia-Syria"]
        borders |= dict(zip(spaces, tokens, strict=True))
    return borders
