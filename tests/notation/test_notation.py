"""The notation of matches: what may be in a text, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadriga
from quadriga import RecordError
from quadriga.notation import WrittenMatch, WrittenMove, from_json, parse, to_json
from quadriga.notation.moves import Reader, bare, clock_comment, quick_moves, quick_texts

from ..conftest import walk

OLD = sorted((Path(__file__).parent / "old").glob("*.txt"))
GAME = quadriga.load("caesar-cleopatra-2024")

ANNOTATED = """\ufeff[Event "Ludi \\"Romani\\", \\\\ the second"]\r
[Game "caesar-cleopatra-2024"]\r
[Seed "7"]\r
[Players "Anna; Bob"]\r
[Date "2026-11-17"]\r
\r
{Two words
[before] the first move.} ; and a line
1. 3 face down at praetors! $13 {[%clk 0:04:57.5] [%emt 0:00:02]}
  (1. 4 face down at praetors {safer} 2. 1 face down at quaestors (2. 2 face down at quaestors))
2. 1 face down at quaestors ?! 3. 2 face down at aediles
; numbers may be left out
4 face down at consuls
"""


def test_everything_that_a_text_may_hold_is_read() -> None:
    match = parse(ANNOTATED)
    assert match.tags["Event"] == 'Ludi "Romani", \\ the second'
    assert match.players == ["Anna", "Bob"]
    assert match.comments == ["Two words [before] the first move.", "and a line"]
    assert match.texts == [
        "3 face down at praetors", "1 face down at quaestors", "2 face down at aediles", "4 face down at consuls",
    ]  # fmt: skip
    first, second, third, _ = match.moves
    assert first.glyphs == (1, 13) and second.glyphs == (6,)
    assert (first.clock, first.elapsed) == (297.5, 2.0) and second.clock is None
    (variation,) = first.variations
    assert [move.text for move in variation] == ["4 face down at praetors", "1 face down at quaestors"]
    assert variation[0].comments == ["safer"]
    assert [move.text for move in variation[1].variations[0]] == ["2 face down at quaestors"]
    assert third.comments == ["numbers may be left out"] and third.line == 11


def test_what_is_written_again_reads_the_same() -> None:
    match = parse(ANNOTATED)
    again = parse(match.write())
    assert again.tags == match.tags and again.comments == match.comments
    assert to_json(again) == to_json(match)
    assert again.write() == match.write()
    assert from_json(to_json(match)).write() == match.write()


def test_a_record_typed_by_hand_is_played() -> None:
    state = GAME.new(7)
    for _ in range(4):
        state.play(state.legal[0])
    texts = [GAME.moves[action].text for action in state.history]
    typed = '[Game "caesar-cleopatra-2024"]\n[Seed "7"]\n\n' + "\n".join(texts).upper()
    assert quadriga.replay(typed) == state
    in_one_line = " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
    assert quadriga.replay(f'[Seed "7"]\n[Game "caesar-cleopatra-2024"]\n{in_one_line}') == state


def test_the_short_form_leaves_out_what_only_checks() -> None:
    game = quadriga.load("caesar-cleopatra-2024", starter="caesar")
    state = game.new(5)
    state.play(state.legal[0])
    short = state.record(short=True)
    assert short == (
        f'[Game "caesar-cleopatra-2024"]\n[Options "starter=caesar"]\n[Seed "5"]\n\n{game.moves[state.history[0]].text}\n'
    )
    assert quadriga.replay(short) == state


def test_free_tags_are_written_with_a_record_and_change_nothing() -> None:
    state = GAME.new(5)
    text = state.record({"Site": 'the "Circus"', "Event": "back\\slash"})
    assert parse(text).tags["Site"] == 'the "Circus"' and parse(text).tags["Event"] == "back\\slash"
    assert quadriga.replay(text) == state
    for wrong in ({"two words": "x"}, {"Lines": "a\nb"}):
        with pytest.raises(RecordError):
            state.record(wrong)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_position_with_bare_quotes_of_an_older_record_still_reads(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert '[Position "{"' in text
    state = quadriga.replay(text)
    assert len(state.history) == 10
    assert '"{' not in state.record() and quadriga.replay(state.record()) == state


def test_a_mark_and_other_ends_of_lines_do_no_harm() -> None:
    *_, state = walk(GAME, 3)
    text = state.record()
    for changed in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\n\n" + text + "\n\n"):
        assert quadriga.replay(changed) == state


def test_a_variation_that_is_not_possible_is_refused_with_its_line() -> None:
    state = GAME.new(7)
    text = GAME.moves[state.actions[0]].text
    good = f'[Game "{GAME.name}"]\n[Seed "7"]\n\n1. {text}\n(1. {text})\n'
    assert len(quadriga.replay(good).history) == 1
    with pytest.raises(RecordError, match="line 5"):
        quadriga.replay(good.replace(f"(1. {text})", "(1. keep one-of-every)"))


def test_moves_with_signs_of_the_notation_are_written_in_quotes() -> None:
    for text in ("liar! (again)", 'say "no"', "3. really", "back\\slash; and more", "[aside]"):
        match = parse(WrittenMatch.of({"Game": "x"}, [text, "pass"]).write())
        assert match.texts == [text, "pass"]


@given(
    st.lists(
        st.tuples(
            st.text(min_size=1, max_size=12).filter(lambda text: text == " ".join(text.split()) and text.isprintable()),
            st.lists(st.integers(0, 255), max_size=2),
            st.lists(st.text("ab }{;()[]!$\"'", max_size=8).map(lambda text: " ".join(text.split())), max_size=2),
        ),
        max_size=6,
    )
)
@settings(max_examples=200, deadline=None)
def test_any_notes_go_round(moves: list[tuple[str, list[int], list[str]]]) -> None:
    written = [WrittenMove(text, 0, tuple(glyphs), comments) for text, glyphs, comments in moves]
    for move in written[:2]:
        move.variations = [[WrittenMove("pass", 0, (), ["why"])]]
    match = WrittenMatch.of({"Game": "x"}, written)
    assert to_json(parse(match.write())) == to_json(match)


def test_the_quick_way_of_reading_moves_finds_what_the_other_does() -> None:
    *_, state = walk(GAME, 3)
    body = state.record().partition("\n\n")[2]
    quick = quick_texts(body)
    assert quick is not None and len(quick) == len(state.history) > 100
    assert quick == [move.text for move in parse(state.record()).moves]
    for unusual in (
        "{x}",
        "1. a 2. b",
        "1. a\n\n2. b",
        "2. a",
        "1. a\nb",
        "1. a!",
        "1.  a",
        "1. ",
        "1. a ",
        "1. a \n2. b",
        "1. a b  c",
        "1. a\n2. \n3. b",
        "1. a 2.\n3. b",
        "1. a 2.",
        "1. a\tb",
        "1. a\n2 b",
    ):
        assert quick_texts(unusual) is None


def test_moves_without_numbers_and_with_notes_are_read_quickly_too() -> None:
    *_, state = walk(GAME, 3)
    texts = [GAME.moves[action].text for action in state.history]
    short = state.record(short=True).partition("\n\n")[2]
    assert quick_texts(short) == texts
    assert quick_texts("\na") is None and quick_texts("a\n[b") is None
    noted = state.record().replace("\n1. ", "\n{Before\nall}\n1. ").replace("\n2. ", " ! {a} $13 {; b}\n; c {d\n2. ")
    match = parse(noted.replace("\n3. ", " {[%clk 0:04:57]}\n3. "))
    assert match.texts == texts and match.is_quick and not match.is_plain and not match.has_variations
    assert match.moves[0].comments == ["a", "; b", "c {d"] and match.moves[1].clock == 297
    assert parse(match.write()).moves[1].comments == match.moves[1].comments


@given(st.text('ab1. {};!?$\n()["', max_size=24))
@settings(max_examples=1000, deadline=None)
def test_whatever_is_read_quickly_is_read_as_slowly(body: str) -> None:
    quick = quick_texts(bare(body))
    if quick is not None:
        reader = Reader(body, 7)
        assert quick_moves(body, quick, 7) == (reader.read(), reader.comments)
        assert quick == [move.text for move in Reader(body, 7).read()]
        if quick_texts(body) is not None:
            again = WrittenMatch({"Game": "x"}, body)
            assert parse(again.write()).texts == quick


def test_times_are_written_as_they_are_read() -> None:
    move = WrittenMove("pass", comments=[clock_comment(3661.25, 0.5)])
    assert move.comments == ["[%clk 1:01:01.25] [%emt 0:00:00.5]"]
    assert (move.clock, move.elapsed) == (3661.25, 0.5)


def test_json_that_is_no_match_is_refused() -> None:
    for wrong in (None, [], {}, {"tags": {"Game": 3}, "moves": []}, {"tags": {}, "moves": [1]},
                  {"tags": {}, "moves": [], "notes": {"1": {}}}, {"tags": {}, "moves": ["a"], "notes": {"x": {}}}):  # fmt: skip
        with pytest.raises(RecordError):
            from_json(wrong)
