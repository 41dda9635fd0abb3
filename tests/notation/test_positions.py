"""A position in one line."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadriga
from quadriga import Game, PositionError
from quadriga.notation import read_position, write_position

from ..conftest import walk


def test_positions_of_every_game_go_round_in_one_line(game: Game) -> None:
    for number, state in enumerate(walk(game, 7)):
        if number % 25 == 0:
            line = state.position_line()
            assert "\n" not in line and '"' not in line
            assert read_position(line) == json.loads(json.dumps(state.position()))
            assert game.from_position(line) == state


def test_a_position_is_pleasant_to_type() -> None:
    game = quadriga.load("caesar-cleopatra-2024")
    state = game.from_position("cleopatra: {hand: [2*1, veto], table: {aediles: [(3), 5]}}, seed: 4")
    shown = state.position()["cleopatra"]
    assert shown["hand"] == ["1", "1", "veto"] and shown["table"] == {"aediles": ["5", "(3)"]}
    assert state == game.from_position(
        {"cleopatra": {"hand": [1, 1, "veto"], "table": {"aediles": ["(3)", 5]}}, "seed": 4}
    )


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("", {}),
        ("{}", {}),
        ("a: 1, b: -2,", {"a": 1, "b": -2}),
        ("{a : [ x y , 3*z,[] ], 'b c' : {d: null}}", {"a": ["x y", "z", "z", "z", []], "b c": {"d": None}}),
        ("a: '1', b: 'it''s', c: \"q\\\"\\u0041\", d: true", {"a": "1", "b": "it's", "c": 'q"A', "d": True}),
        ('{"a": [1, "2*x"], "b": {"c": false}}', {"a": [1, "2*x"], "b": {"c": False}}),
        ("a: 3/3 S4.2.1 (2 opening)", {"a": "3/3 S4.2.1 (2 opening)"}),
    ],
)
def test_what_a_line_means(line: str, means: object) -> None:
    assert read_position(line) == means


@pytest.mark.parametrize(
    "line",
    ["a", "a:", "a: 1 b: 2", ": 1", "a: [1", "a: {b: 1", "a: 1}", "{a: 1} b", "a: [1 2]]", "a: ]", "a: 'x", 'a: "\\x"',
     "a: 1, a: 2", "a: 3*b", "a: [2*[1]]", "[1]", "a: " + "[" * 60],
)  # fmt: skip
def test_what_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(PositionError, match="position"):
        read_position(line)


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.recursive(
            st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=8),
            lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=12,
        ),
        max_size=4,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_data_goes_round(data: dict[str, object]) -> None:
    line = write_position(data)
    assert "\n" not in line and read_position(line) == data


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(line: str) -> None:
    with contextlib.suppress(PositionError):
        assert isinstance(read_position(line), dict)
