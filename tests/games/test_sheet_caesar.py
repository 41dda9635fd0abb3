"""The score sheet of Caesar!: every control token is counted once, and the last line is the score."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadriga
from quadriga import State

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"modules": ("poison", "centurions")},
    {"modules": ("poison", "centurions", "border-control")},
    {"solo": "high"},
    {"solo": "medium", "side": "pompey", "ruthless": True},
)
EAST: dict[str, Any] = {
    "borders": {
        "Africa-Cyrene": "caesar wild 2/2",
        "Achaia-Creta": "caesar wild 2/2",
        "Cyrene-Creta": "caesar shield 3/3",
        "Cyrene-Aegyptus": "caesar sword 5/1",
        "Creta-Aegyptus": "caesar wild 4/0",
        "Creta-Asia": "caesar shield 5/1",
        "Aegyptus-Asia": "caesar ship 4/2",
        "Aegyptus-Syria": "caesar sword 3/3",
        "Asia-Syria": "caesar shield 6/0",
        "Hispania Ulterior-Mauritania": "pompey ship 3/3",
    },
    "control": dict.fromkeys(("Cyrene", "Creta", "Aegyptus", "Asia", "Syria"), "caesar"),
    "border_control_tokens": {"Cyrene-Creta": "caesar", "Cyrene-Aegyptus": "caesar"},
    "bonuses": {
        "Hispania Ulterior": "senate", "Hispania Citerior": "tactics", "Mauritania": "tactics", "Gallia": "tactics",
        "Gallia Cisalpina": "tactics", "Numidia": "wealth", "Sardinia": "wealth", "Sicilia": "wealth",
        "Dalmatia": "wealth", "Africa": "might", "Achaia": "might", "Macedonia": "might",
    },
    "caesar": {"senate": 2, "under_senate": 2, "supply": ["shield 4/2", "ship 6/0"]},
    "pompey": {"supply": ["ship 5/1"]},
}  # fmt: skip
"""Caesar has five provinces, two borders and two tokens under the senate: three are left."""


def sheet_of(state: State) -> dict[str, dict[str, Any]]:
    """Ask the room for the sheet of a state, as the server does; by the keys of its lines."""
    return {line["key"]: line for line in state.game.definition.sheet(state.game, state.s)}


def played_out(seed: int, **options: Any) -> State:
    """Play a game at random to its end."""
    state = quadriga.load("caesar", **options).new(seed=seed)
    dice = random.Random(seed)
    while state.to_move is not None:
        state.play(dice.choice(state.legal))
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_control_token_is_counted_once_and_the_total_is_the_score(seed: int, options: dict[str, Any]) -> None:
    state = played_out(seed, **options)
    lines = sheet_of(state)
    total = lines.pop("total")
    assert state.outcome is not None
    assert total["points"] == list(state.outcome.scores)
    assert sum(total["sides"].values()) == 1
    for side in ("caesar", "pompey"):
        assert sum(line["sides"][side] for line in lines.values()) == 12
    for line in lines.values():
        assert line["points"] == [line["sides"][seat] for seat in state.game.seats]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_game_won_by_control_tokens_leaves_the_winner_none(options: dict[str, Any]) -> None:
    state = played_out(4, **options)
    left = sheet_of(state)["left"]["sides"]
    assert state.outcome is not None
    if state.outcome.rule != "ROME-E1":
        assert left[state.view(None)["winner"]] == 0


def test_provinces_borders_and_senate_are_told_apart() -> None:
    state = quadriga.load("caesar").from_position(EAST)
    state.play("shield 4 Hispania Ulterior 2 Hispania Citerior")
    lines = sheet_of(state)
    assert list(lines) == ["provinces", "borders", "senate", "left", "total"]
    assert [line["points"] for line in lines.values()] == [[6, 0], [2, 0], [4, 0], [0, 12], [1, 0]]


def test_italia_counts_two() -> None:
    state = quadriga.load("caesar").from_position(
        {
            "borders": {
                "Sardinia-Italia": "caesar shield 0/6",
                "Sicilia-Italia": "caesar sword 0/6",
                "Italia-Gallia Cisalpina": "pompey sword 1/5",
                "Italia-Achaia": "pompey ship 1/5",
                "Italia-Macedonia": "pompey shield 1/5",
            },
            "caesar": {"supply": ["ship 6/0"]},
        }
    )
    state.play("ship 6 Italia 0 Dalmatia")
    assert sheet_of(state)["provinces"]["points"] == [2, 0]


def test_what_ruthless_crassus_discards_has_a_line_of_its_own() -> None:
    solo = quadriga.load("caesar", solo="low", side="pompey", ruthless=True)
    lines = sheet_of(solo.from_position({"caesar": {"discarded": 2, "control_tokens": 10}}))
    assert lines["discarded"]["sides"] == {"caesar": 2, "pompey": 0}
    assert lines["discarded"]["points"] == [0]
    assert lines["left"]["sides"] == {"caesar": 10, "pompey": 12}
    assert "discarded" not in sheet_of(quadriga.load("caesar", solo="low").new(seed=1))
