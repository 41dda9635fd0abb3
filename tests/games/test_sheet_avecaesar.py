"""The score sheet of Ave Caesar: place by place, and the sum is the score."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadriga
from quadriga import State

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 4},
    {"players": 6, "track": "circus-b", "direction": "counter-clockwise"},
    {"players": 2, "chariots": 3},
    {"players": 3, "uncrewed": 2},
    {"players": 3, "tournament": True, "grid": "by-result"},
)


def sheet_of(state: State) -> list[dict[str, Any]]:
    """Ask the room for the sheet of a state, as the server does."""
    return state.game.definition.sheet(state.game, state.s)


def played_out(seed: int, **options: Any) -> State:
    """Play a game at random to its end."""
    state = quadriga.load("ave-caesar", **options).new(seed=seed)
    dice = random.Random(seed)
    while state.to_move is not None:
        state.play(dice.choice(state.legal))
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lines_add_up_to_the_score(seed: int, options: dict[str, Any]) -> None:
    state = played_out(seed, **options)
    *lines, total = sheet_of(state)
    assert state.outcome is not None
    assert total == {"key": "total", "points": list(state.outcome.scores)}
    assert [sum(line["points"][seat] for line in lines) for seat in range(len(state.game.seats))] == total["points"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_chariot_of_every_race_is_counted_once(options: dict[str, Any]) -> None:
    state = played_out(4, **options)
    *lines, _ = sheet_of(state)
    races = 4 if options.get("tournament") else 1
    counted = [sum(line["counts"][seat] for line in lines) for seat in range(options["players"])]
    assert counted == [races * options.get("chariots", 1)] * options["players"]


def home(space: str, **more: Any) -> dict[str, Any]:
    """Put a chariot on the last lap, its denarius paid, one card from the line."""
    return {"space": space, "crossings": 3, "hand": [1], **({"paid": True} | more)}


def test_places_bring_six_four_three_two_one_and_none() -> None:
    hands = {
        "red": "S15.0.3",
        "blue": "S15.1.3",
        "green": "S15.2.3",
        "yellow": "S15.0.2",
        "white": "S15.1.2",
        "purple": "S15.2.2",
    }
    chariots = {name: home(space, hand=[2]) for name, space in hands.items()}
    game = quadriga.load("ave-caesar")
    state = game.from_position({"turn": "red", "starter": "red", "opened": True, "chariots": chariots})
    for _ in hands:
        state.play("2 over the line")
    *lines, total = sheet_of(state)
    assert [(line["place"], line["laurels"]) for line in lines] == [(1, 6), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)]
    assert [line["points"][seat] for seat, line in enumerate(lines)] == total["points"] == [6, 4, 3, 2, 1, 0]


def test_a_disqualified_chariot_has_no_place() -> None:
    chariots = {"red": home("S15.0.3", paid=False, disqualified=True), "blue": home("S15.1.3")}
    game = quadriga.load("ave-caesar", players=2)
    state = game.from_position({"turn": "red", "starter": "red", "opened": True, "chariots": chariots})
    state.play("1 over the line")
    state.play("1 over the line")
    assert sheet_of(state) == [
        {"key": "place", "place": 1, "laurels": 6, "counts": [0, 1], "points": [0, 6]},
        {"key": "unplaced", "counts": [1, 0], "points": [0, 0]},
        {"key": "total", "points": [0, 6]},
    ]


def test_a_team_adds_up_its_chariots() -> None:
    chariots = {
        "red 1": home("S15.0.3"),
        "blue 1": home("S15.1.3"),
        "red 2": home("S15.2.3"),
        "blue 2": home("S15.1.2", hand=[2]),
    }
    game = quadriga.load("ave-caesar", players=2, chariots=2)
    state = game.from_position({"turn": "red 1", "starter": "red", "opened": True, "chariots": chariots})
    for move in ("1 over the line", "1 over the line", "1 over the line", "2 over the line"):
        state.play(move)
    *lines, total = sheet_of(state)
    assert [line["points"] for line in lines] == [[6, 0], [0, 4], [3, 0], [0, 2]]
    assert total["points"] == [9, 6]
