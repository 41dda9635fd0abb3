"""The score sheet of Caesar & Cleopatra: group by group and the secret task, and the sum is the score."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadriga
from quadriga import State

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("caesar-cleopatra-1997", {"action_pile": "shuffled"}),
    ("caesar-cleopatra-1997", {"orgies": "fading"}),
    ("caesar-cleopatra-2024", {}),
    ("caesar-cleopatra-2024", {"opening": "veterans", "starter": "caesar"}),
)


def sheet_of(state: State) -> list[dict[str, Any]]:
    """Ask the room for the sheet of a state, as the server does."""
    return state.game.definition.sheet(state.game, state.s)


def lines_of(state: State, key: str) -> list[dict[str, Any]]:
    """Pick the lines that count one thing."""
    return [line for line in sheet_of(state) if line["key"] == key]


def standing(edition: str, cleopatra: dict[str, Any], caesar: dict[str, Any]) -> State:
    """Set up a position in which the two sides have won what is said."""
    game = quadriga.load(f"caesar-cleopatra-{edition}")
    return game.from_position({"stage": "turn", "cleopatra": cleopatra, "caesar": caesar})


def played_out(seed: int, name: str, options: dict[str, Any]) -> State:
    """Play a game at random to its end."""
    state = quadriga.load(name, **options).new(seed=seed)
    dice = random.Random(seed)
    while state.to_move is not None:
        state.play(dice.choice([move for move in state.legal if move.kind != "pass"] or state.legal))
    return state


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lines_add_up_to_the_score(seed: int, name: str, options: dict[str, Any]) -> None:
    state = played_out(seed, name, options)
    *lines, total = sheet_of(state)
    assert state.outcome is not None
    assert total == {"key": "total", "points": list(state.outcome.scores)}
    for seat in range(2):
        assert sum(line["points"][seat] for line in lines) == total["points"][seat]


def test_every_group_has_a_line_with_what_nobody_won() -> None:
    state = standing("2024", {"won": {"praetors": 2}}, {"won": {"censors": 1}})
    lines = lines_of(state, "patricians")
    assert [line["group"] for line in lines] == ["praetors", "quaestors", "aediles", "consuls", "censors"]
    assert lines[0] == {"key": "patricians", "points": [2, 0], "group": "praetors", "of": 5, "left": 3}
    assert lines[4] == {"key": "patricians", "points": [0, 1], "group": "censors", "of": 3, "left": 2}
    assert lines_of(state, "majority") == [] and lines_of(state, "all") == []


def test_majority_and_all_of_a_group_are_lines_of_their_own() -> None:
    state = standing("1997", {"won": {"quaestors": 5, "aediles": 1}}, {"won": {"aediles": 2}})
    assert lines_of(state, "majority") == [
        {"key": "majority", "points": [1, 0], "group": "quaestors", "of": 5},
        {"key": "majority", "points": [0, 1], "group": "aediles", "of": 3},
    ]
    assert lines_of(state, "all") == [{"key": "all", "points": [1, 0], "group": "quaestors", "of": 5}]


def test_bonus_line_names_both_cards_and_scores_the_majority() -> None:
    state = standing(
        "1997", {"won": {"quaestors": 3}, "bonus": "quaestors"}, {"won": {"senators": 2}, "bonus": "senators"}
    )
    assert lines_of(state, "bonus") == [{"key": "bonus", "points": [2, 0], "groups": ["quaestors", "senators"]}]
    assert lines_of(state, "mission") == []


def test_mission_line_names_the_kept_mission() -> None:
    state = standing(
        "2024",
        {"won": {"consuls": 3}, "missions": ["most-consuls", "one-of-every"], "kept": True},
        {"won": {"praetors": 3}, "missions": ["most-censors", "most-praetors"], "kept": True},
    )
    assert lines_of(state, "mission") == [
        {"key": "mission", "points": [2, 0], "missions": ["most-consuls", "most-censors"]}
    ]


def test_of_two_missions_still_held_the_completed_one_counts() -> None:
    state = standing(
        "2024",
        {"won": {"praetors": 3}, "missions": ["most-censors", "most-praetors"]},
        {"missions": ["most-consuls", "one-of-every"]},
    )
    assert lines_of(state, "mission") == [
        {"key": "mission", "points": [2, 0], "missions": ["most-praetors", "most-consuls"]}
    ]


def test_patricians_are_counted_for_a_tie_but_bring_nothing_twice() -> None:
    state = standing("1997", {"won": {"senators": 2, "praetors": 1}}, {"won": {"censors": 2}})
    assert lines_of(state, "count") == [{"key": "count", "points": [0, 0], "patricians": [3, 2]}]
    assert sheet_of(state)[-1]["points"] == [3, 3]
