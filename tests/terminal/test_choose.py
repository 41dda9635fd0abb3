"""Reading moves by number and by words cut short."""

from __future__ import annotations

import pytest

import quadriga
from quadriga import Game, Move
from quadriga.terminal.choose import begins, choose, complete, words
from tests.conftest import EDITIONS, walk

GAME = quadriga.load("caesar-cleopatra-2024")


def named(*texts: str) -> tuple[Move, ...]:
    return tuple(GAME.move(text) for text in texts)


def texts(found: tuple[Move, ...]) -> set[str]:
    return {move.text for move in found}


def test_every_legal_move_is_chosen_by_its_number_and_by_its_text(edition: Game) -> None:
    for state in walk(edition, 3):
        for number, move in enumerate(state.legal, 1):
            assert choose(str(number), state.legal, edition.moves).move == move
            assert choose(move.text, state.legal, edition.moves).move == move
            assert choose(f"  {move.text.upper()} ", state.legal, edition.moves).move == move


@pytest.mark.parametrize("edition", EDITIONS[:2], ids=lambda game: game.name)
def test_words_cut_to_any_length_stand_for_their_move_or_for_several_with_it(edition: Game) -> None:
    split = {move: words(move.text) for move in edition.moves}
    for move, whole in split.items():
        for cut in range(1, 14):
            given = tuple(word[:cut] for word in whole)
            choice = (
                choose(" ".join(given), edition.moves, edition.moves)
                if not given[0].isdigit() or len(given) > 1
                else None
            )
            if choice is None:
                continue
            exact = [other for other in split if split[other] == given]
            same = [other for other in split if len(split[other]) == len(given) and begins(given, split[other])]
            assert choice.candidates == tuple(exact or same)
            assert choice.legal and move in (exact or same) and (choice.move == move) == (len(exact or same) == 1)


@pytest.mark.parametrize("edition", EDITIONS[:2], ids=lambda game: game.name)
def test_a_unique_beginning_never_becomes_another_move(edition: Game) -> None:
    for state in walk(edition, 5):
        for move in state.legal:
            whole = words(move.text)
            for count in range(1, len(whole) + 1):
                for cut in (1, 2, 3, 20):
                    text = " ".join(word[:cut] for word in whole[:count])
                    if text.isdigit():
                        continue
                    choice = choose(text, state.legal, edition.moves)
                    assert choice.legal and choice.candidates
                    if choice.move is not None and choice.move != move:
                        # Another move can only be meant if it has just these words, and this one more.
                        assert len(words(choice.move.text)) == count < len(whole)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3 d a", "3 face down at aediles"),
        ("3 down aed", "3 face down at aediles"),
        ("3 face down at aediles", "3 face down at aediles"),
        ("p u cen", "philosopher face up at censors"),
        ("as 4 con", "assassinate 4 at consuls"),
        ("as d 2 con", "assassinate face-down 2 at consuls"),
        ("castle praetors aediles", "castle praetors and aediles"),
        ("w at q", "wrath at quaestors"),
        ("draw i", "draw influence"),
        ("keep one", "keep one-of-every"),
        ("v", "veto"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    choice = choose(typed, GAME.moves, GAME.moves)
    assert choice.move is not None and choice.move.text == meant


def test_an_ambiguous_text_lists_its_candidates() -> None:
    choice = choose("3 a", GAME.moves, GAME.moves)
    assert choice.move is None and texts(choice.candidates) == {"3 face down at aediles", "3 face up at aediles"}
    assert texts(choose("3 d c", GAME.moves, GAME.moves).candidates) == {
        "3 face down at consuls",
        "3 face down at censors",
    }


def test_a_never_stands_for_at() -> None:
    assert choose("3 d a", GAME.moves, GAME.moves).move == GAME.move("3 face down at aediles")


def test_the_first_word_cannot_be_left_out() -> None:
    legal = named("assassinate face-down 1 at praetors", "done")
    choice = choose("1 p", legal, GAME.moves)
    assert not choice.legal and GAME.move("1 face down at praetors") in choice.candidates


def test_a_first_word_that_all_moves_share_can_be_left_out() -> None:
    assert choose("a", named("draw influence", "draw action"), GAME.moves).move == GAME.move("draw action")
    assert choose("spy", named("pick spy", "pick scout"), GAME.moves).move == GAME.move("pick spy")


def test_an_illegal_move_is_recognised_as_such() -> None:
    choice = choose("veto", named("done"), GAME.moves)
    assert choice.move == GAME.move("veto") and not choice.legal


@pytest.mark.parametrize("typed", ["", " ", "0", "3", "999999999999", "٣", "hello", "3 d a x", "-", "3 3 3", "\x00"])
def test_nonsense_stands_for_nothing(typed: str) -> None:
    assert choose(typed, named("draw influence", "draw action"), GAME.moves).candidates == ()


def test_tab_completes_beginnings_and_short_forms() -> None:
    legal = named("3 face down at aediles", "3 face up at aediles", "done")
    assert complete("3 face", legal, ("help",)) == ["3 face down at aediles", "3 face up at aediles"]
    assert complete("3 d a", legal, ("help",)) == ["3 face down at aediles"]
    assert complete("he", legal, ("help",)) == ["help"]
    assert complete("3 a", legal, ("help",)) == []


def test_another_spelling_of_a_move_is_understood_where_no_text_fits() -> None:
    game = quadriga.load("caesar")
    state = game.from_position({"caesar": {"supply": ["sword 3/3", "wild 4/0"]}})
    for typed in ("sword 3 Macedonia 3 Achaia", "sw 3 mac 3 ach"):
        chosen = choose(typed, state.legal, game.moves).move
        assert chosen is not None and chosen.text == "sword 3 Achaia 3 Macedonia"
    (only,) = choose("sword 3 mac", state.legal, game.moves).candidates
    assert only.text == "sword 3 Macedonia 3 Dalmatia"
