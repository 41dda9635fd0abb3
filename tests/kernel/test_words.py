"""Views in words: JSON as others write it, interpreted and compiled; with room, and what is done without."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import numba
import numpy as np
import orjson
import pytest

import quadriga
from quadriga import Game
from quadriga.kernel import compiled_actions, drivers, words
from quadriga.kernel.compiled_actions import CompiledActions
from quadriga.kernel.link import Linker
from quadriga.kernel.rules import NEEDED, Rules
from quadriga.kernel.words import (
    DICT,
    END_DICT,
    END_LIST,
    LIST,
    LONGEST_VIEW,
    MOST_WORDS,
    NULL,
    Vocabulary,
    Words,
    flag_at,
    number_at,
    put,
    put_number,
    put_times,
    word_at,
)

from ..conftest import OURS, walk

SAYINGS = ("a,", "]", ',]"},', "", "žluť \\ \n", {"deep": [1, [2]], "empty": {}})
KINDS = len(SAYINGS)
vocabulary = Vocabulary()
SAYING = vocabulary.values(SAYINGS)
ALL = vocabulary.key("all", "[")
NONE = vocabulary.key("none", "{")
RATHER = vocabulary.keys(("yes", 'a "quoted" key', "where"))
COUNT = vocabulary.keys(("moves", "least"))
WINNER = vocabulary.values(lambda edition: [f"{name} of {edition}" for name in ("a", "b")], count=3)


def view(s: Any, seat: int, out: Any) -> None:
    """Put everything that words can say."""
    number_at(out, COUNT, s.number)
    number_at(out, COUNT + 1, -s.number)
    put(out, ALL)
    for k in range(KINDS):
        put_times(out, SAYING + k, k % 3)
    put(out, LIST)
    put(out, END_LIST)
    put(out, DICT)
    word_at(out, RATHER + 2, WINNER + seat)
    put(out, END_DICT)
    put_number(out, 7)
    put(out, END_LIST)
    put(out, NONE)
    put(out, END_DICT)
    flag_at(out, RATHER, s.number > 5)
    word_at(out, RATHER + 1, NULL)


def expected(number: int, seat: int) -> dict[str, Any]:
    """Say the same as plain data."""
    sayings = [saying for k, saying in enumerate(SAYINGS) for _ in range(k % 3)]
    return {
        "moves": number,
        "least": -number,
        "all": [*sayings, [], {"where": f"{'ab'[seat]} of 1997"}, 7],
        "none": {},
        "yes": number > 5,
        'a "quoted" key': None,
    }


class Told:
    """A record of one number."""

    def __init__(self, number: int) -> None:
        self.number = number


@pytest.fixture(scope="module")
def write_view() -> Any:
    """The compiled driver, linked with the view above."""
    return Linker(numba.njit(error_model="numpy"), {}, {"view": view}).link(drivers.write_view)


def compiled(write_view: Any, spelled: Words, number: int, seat: int, most: int, longest: int) -> bytes | None:
    """Write the view above with this much room."""
    states = np.zeros(1, np.dtype([("number", "i8")]))
    states["number"] = number
    out = np.zeros(longest, np.uint8)
    size = write_view(states, seat, np.zeros(most, np.int64), spelled.text, spelled.starts, out)
    return None if size < 0 else out[:size].tobytes()


@pytest.mark.parametrize("number", [0, 7, 10, 999, 1000, 50_060, 12_003_045, 2**62])
def test_words_say_what_plain_data_says_compiled_and_interpreted(write_view: Any, number: int) -> None:
    spelled = vocabulary.spelled("1997")
    for seat in (0, 1):
        told = spelled.interpret(view, Told(number), seat)
        assert b"{%b}" % told.removesuffix(b",") == orjson.dumps(expected(number, seat))
        assert compiled(write_view, spelled, number, seat, MOST_WORDS, LONGEST_VIEW) == told


def test_without_room_for_all_of_it_a_view_is_not_written(write_view: Any) -> None:
    spelled = vocabulary.spelled("1997")
    whole = spelled.interpret(view, Told(3), 0)
    needed = [1] + [0] * MOST_WORDS
    view(Told(3), 0, needed)
    for most in range(1, needed[0]):
        assert compiled(write_view, spelled, 3, 0, most, LONGEST_VIEW) is None
    assert compiled(write_view, spelled, 3, 0, needed[0], LONGEST_VIEW) == whole
    for longest in range(len(whole)):
        assert compiled(write_view, spelled, 3, 0, MOST_WORDS, longest) is None


def test_a_long_view_is_interpreted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    spelled = vocabulary.spelled("1997")
    whole = spelled.interpret(view, Told(3), 0)
    monkeypatch.setattr(words, "MOST_WORDS", 4)
    assert spelled.interpret(view, Told(3), 0) == whole


def test_editions_have_the_same_numbers_and_words_of_their_own() -> None:
    old, new = vocabulary.spelled("1997"), vocabulary.spelled("2024")
    assert len(old.texts) == len(new.texts) == vocabulary.size
    assert (old.texts[WINNER], new.texts[WINNER]) == (b'"a of 1997",', b'"a of 2024",')
    assert vocabulary.spelled("1997") is old
    crowded = Vocabulary()
    crowded.values(lambda edition: edition, count=2)
    with pytest.raises(AssertionError, match="3 words where 2"):
        crowded.spelled(("a", "b", "c"))


def test_a_view_without_words_is_refused() -> None:
    module = ModuleType("mute")
    for name in NEEDED:
        setattr(module, name, getattr(quadriga.load("caesar").definition.rules, name))
    assert Rules(module).view is None
    module.view = view  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="no words"):
        Rules(module)


# --- our games


@pytest.mark.parametrize("name", OURS)
def test_no_view_of_ours_comes_near_the_room_there_is(name: str) -> None:
    game = quadriga.load(name)
    for state in walk(game, 1):
        for seat in (None, 0):
            out = [1] + [0] * MOST_WORDS
            game.definition.rules.view(state.s, -1 if seat is None else seat, out)
            assert out[0] < MOST_WORDS // 2
            assert len(state.view_json(seat, b"[]")) < LONGEST_VIEW // 2


def with_compiled(name: str) -> Game:
    """Load a game that has its compiled rules at hand."""
    game = quadriga.load(name)
    game.compiled_actions = CompiledActions(game.compiled)
    return game


@pytest.mark.parametrize("room", ["MOST_WORDS", "LONGEST_VIEW"])
def test_a_view_that_is_too_long_for_compiled_code_is_interpreted(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = quadriga.load("caesar-cleopatra-2024").new(3)
    shown = state.view_json(0, b"[]")
    monkeypatch.setattr(compiled_actions, room, 50)
    game = with_compiled("caesar-cleopatra-2024")
    assert game.compiled_actions is not None
    assert game.compiled_actions.view(state.bits, 0, game.words) is None
    assert game.new(3).view_json(0, b"[]") == shown


@pytest.mark.parametrize("moves", [0, 999, 1002, 1_000_000, 12_003_045])
def test_a_number_of_any_size_is_shown(moves: int) -> None:
    for game in (quadriga.load("caesar-cleopatra-2024"), with_compiled("caesar-cleopatra-2024")):
        state = game.new(3)
        state.s.moves = moves
        assert json.loads(state.view_json(0, b"[]"))["moves"] == moves
