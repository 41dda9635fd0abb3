"""Liar's Dice, the game of somebody else: its own clauses. Everything else is asked of it by the tests of all games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from liarsdice import rules
from liarsdice.game import COLOURS

import quadriga
from quadriga import Game, IllegalMove, PositionError, State
from quadriga.kernel.rules import Rules
from quadriga.model import HIDDEN

from ..conftest import walk

GAME = quadriga.load("liars-dice", dice=3)
NOTHING = [0] * 6


def faces(*dice: int) -> list[int]:
    """Count dice by face."""
    return [dice.count(face) for face in range(1, 7)]


def table(red: Sequence[int], blue: Sequence[int], **more: Any) -> State:
    """Set up two players with these dice, red to begin."""
    game = quadriga.load("liars-dice", dice=3, wild=more.pop("wild", False))
    rolled = [faces(*red), faces(*blue), NOTHING, NOTHING]
    return game.from_position({"rolled": rolled, "dice_left": [len(red), len(blue), 0, 0], "to_move": 0, **more})


def dice_of(state: State, seat: int) -> int:
    return int(state.s.dice_left[seat])


@pytest.mark.clause("LIAR-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("dice", [1, 5])
def test_everybody_begins_with_the_same_number_of_dice(players: int, dice: int) -> None:
    view = quadriga.load("liars-dice", players=players, dice=dice).new(1).view(None)
    assert [len(side["dice"]) for side in view["players"].values()] == [dice] * players


@pytest.mark.clause("LIAR-2")
def test_everybody_sees_their_own_dice_only() -> None:
    state = table([1, 2, 3], [4, 5, 6])
    assert state.view(0)["players"] == {"red": {"dice": [1, 2, 3]}, "blue": {"dice": ["?"] * 3}}
    assert state.view(1)["players"] == {"red": {"dice": ["?"] * 3}, "blue": {"dice": [4, 5, 6]}}
    assert state.view(None)["players"] == {"red": {"dice": ["?"] * 3}, "blue": {"dice": ["?"] * 3}}


@pytest.mark.clause("LIAR-2", "LIAR-4")
def test_a_new_round_rolls_all_dice_and_the_loser_begins_it() -> None:
    state = table([1, 1, 1], [1, 1, 1])
    state.play("6 of 1")
    events = state.play("liar")
    assert [event.kind for event in events] == ["called", "showed", "showed", "lost", "rolled"]
    assert (dice_of(state, 0), dice_of(state, 1), state.to_move, state.view(None)["bid"]) == (3, 2, 1, None)
    assert state.s.rolled.tolist()[:2] != [faces(1, 1, 1), faces(1, 1)]


@pytest.mark.clause("LIAR-3")
def test_a_bid_is_higher_and_of_no_more_dice_than_there_are() -> None:
    state = table([1, 2], [3])
    state.play("2 of 4")
    texts = [move.text for move in state.legal]
    assert texts == ["2 of 5", "2 of 6", *(f"3 of {face}" for face in range(1, 7)), "liar"]
    for wrong in ("2 of 4", "1 of 6", "4 of 1"):
        with pytest.raises(IllegalMove, match="LIAR-3"):
            state.play(wrong)


@pytest.mark.clause("LIAR-4")
@pytest.mark.parametrize(("bid", "loser"), [("2 of 3", 1), ("1 of 3", 1), ("3 of 3", 0), ("1 of 6", 0)])
def test_who_was_wrong_loses_a_die(bid: str, loser: int) -> None:
    state = table([3, 1, 1], [3, 2, 2])
    state.play(bid)
    state.play("liar")
    assert [dice_of(state, seat) for seat in (0, 1)] == [3 - (loser == 0), 3 - (loser == 1)]
    assert state.to_move == loser


@pytest.mark.clause("LIAR-4")
def test_the_first_move_of_a_round_is_a_bid() -> None:
    with pytest.raises(IllegalMove, match="LIAR-4") as refused:
        GAME.new(1).play("liar")
    assert refused.value.rule == "LIAR-4"


@pytest.mark.clause("LIAR-5")
@pytest.mark.parametrize(("wild", "bid", "loser"), [(False, "3 of 2", 0), (True, "3 of 2", 1), (True, "2 of 1", 0)])
def test_wild_ones_count_as_any_face_but_other_faces_not_as_ones(wild: bool, bid: str, loser: int) -> None:
    state = table([1, 2, 3], [2, 4, 4], wild=wild)
    state.play(bid)
    state.play("liar")
    assert dice_of(state, loser) == 2


@pytest.mark.clause("LIAR-6")
def test_the_last_with_dice_wins_and_all_is_open_then() -> None:
    state = table([6], [5, 5])
    state.play("2 of 6")
    events = state.play("liar")
    assert events[-1].text == "Blue is the last with dice"
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.scores, state.outcome.rule) == ((1,), (0, 2), "LIAR-6")
    assert state.view(0)["players"]["blue"]["dice"] == [5, 5]


@pytest.mark.clause("LIAR-6")
def test_who_is_out_is_passed_over() -> None:
    game = quadriga.load("liars-dice", players=3, dice=1)
    rolled = [faces(1), faces(2), faces(3), NOTHING]
    state = game.from_position({"rolled": rolled, "dice_left": [1, 1, 1, 0], "to_move": 0})
    state.play("1 of 6")
    state.play("liar")  # red is out, blue begins
    assert (state.to_move, dice_of(state, 0)) == (1, 0)
    state.play("1 of 1")
    assert state.to_move == 2
    state.play("1 of 2")
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"dice_left": [4, 3, 0, 0]}, "the rules do not allow it"),
        ({"rolled": 3}, "position.rolled: numbers, 4 by 6 of them, are due"),
        ({"to_move": 3}, "the rules do not allow it"),
        ({"bid": 1000}, "position.bid: numbers from -128 to 127 are due"),
        ({"bid": True}, "position.bid: a number is due, not 'True'"),
        ({"hand": 1}, "unknown field 'hand'; fields are seed, moves, round, to_move"),
        ([], "a mapping of names is due, not list"),
    ],
)
def test_a_wrong_position_is_refused_by_name(position: Any, words: str) -> None:
    with pytest.raises(PositionError, match=words.replace("(", r"\(")):
        GAME.from_position(position)


MOVE = {"id": 9, "kind": "bid", "parts": {"count": "2", "face": "4"}}


def test_a_game_that_says_nothing_of_its_own_has_events_by_its_moves() -> None:
    from quadriga.model import GameDefinition

    state = GAME.new(1)
    told = GameDefinition.events(GAME.definition, state.s, [], 1, GAME.move("2 of 4"))
    assert [(event.seat, event.text, event.data) for event in told] == [("blue", "Blue: 2 of 4", {"move": MOVE})]
    assert GameDefinition.events(GAME.definition, state.s, [], -1, None) == ()
    assert GameDefinition.refusal(GAME.definition, state.s, 0)[:2] == ("", "it is not among the legal moves")


def test_rules_that_lack_something_say_what() -> None:
    with pytest.raises(TypeError, match="the rules in half have no STATE"):
        Rules(ModuleType("half"))


def test_the_tutorial_writes_this_very_package() -> None:
    """The pieces of each file on the page, one after the other, are the file."""
    root = Path(__file__).parents[2]
    page = (root / "docs" / "tutorials" / "game.md").read_text(encoding="utf-8")
    pieces: dict[str, list[str]] = {}
    for name, piece in re.findall(r'^```\w+ title="(.*?)"\n(.*?)\n```$', page, re.MULTILINE | re.DOTALL):
        pieces.setdefault(name, []).append(piece)
    folder = root / "examples" / "liars-dice"
    written = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in {".py", ".toml", ".yaml"}
    }
    assert set(pieces) == written
    for name, parts in pieces.items():
        lines = [line for line in (folder / name).read_text(encoding="utf-8").splitlines() if line]
        assert [line for part in parts for line in part.splitlines() if line] == lines


def test_the_view_in_words_on_the_tutorial_shows_the_same() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tutorials" / "game.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^## Show it faster\n.*?^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    module = ModuleType("view")
    vars(module).update(COLOURS=COLOURS, HIDDEN=HIDDEN, FACES=rules.FACES, players=rules.players)
    exec(block, vars(module))

    class InWords(type(GAME.definition)):  # type: ignore[misc]
        rules = Rules(rules, module)

        def show(self, s: Any, seat: int | None) -> dict[str, Any]:
            raise AssertionError("words take the place of this")

    for wild in (False, True):
        plain, in_words = (Game(kind, {"players": 3, "wild": wild}) for kind in (GAME.definition, InWords()))
        for seed in range(3):
            for state in walk(plain, seed):
                same = in_words.new(seed)
                same.bits[:] = state.bits
                for seat in (None, 0, 1, 2):
                    assert same.view_json(seat, b"[]") == state.view_json(seat, b"[]")
