"""What matches are read from: files and pipes, text and JSON, packed or not, tags and comments in any arrangement."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from pathlib import Path

import pytest

import quadriga
from quadriga import RecordError
from quadriga.cli import main
from quadriga.notation import from_json, json_matches, matches, parse, read_file, to_json

MATCH = '[Game "caesar"]\n[Seed "1"]\n[Players "Anna; Bob"]\n\npass {[%clk 0:04:57]}\n'
LINES = "".join(json.dumps(to_json(match)) + "\n" for match in matches(MATCH + "\n" + MATCH))


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let standard input hold this; its own way of reading text takes anything, as in a plain locale."""
    raw = io.BufferedReader(io.BytesIO(data))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape"))


@pytest.mark.parametrize("form", [MATCH + "\n" + MATCH, LINES, "\ufeff" + LINES, "\n" + LINES])
@pytest.mark.parametrize("packed", [False, True])
def test_what_a_file_holds_tells_how_it_is_read(
    form: str, packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = gzip.compress(form.encode()) if packed else form.encode()
    path = tmp_path / "matches"
    path.write_bytes(data)
    found = list(read_file(path))
    assert [(match.texts, match.moves[0].clock, match.source) for match in found] == [(["pass"], 297, str(path))] * 2
    give(monkeypatch, data)
    assert main(["stats", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"]["caesar"]["matches"] == 2


def test_a_pipe_is_read_as_a_file_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    os.write(writing, MATCH.encode())
    os.close(writing)
    try:
        assert main(["stats", f"/dev/fd/{reading}", "--json"]) == 0
    finally:
        os.close(reading)
    assert json.loads(capsys.readouterr().out)["games"]["caesar"]["matches"] == 1


def test_other_bytes_are_refused_alike_wherever_they_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = MATCH.replace("Anna", "Zoë").encode("latin-1")
    path = tmp_path / "latin"
    path.write_bytes(data)
    give(monkeypatch, data)
    for name, shown in ((str(path), str(path)), ("-", "standard input")):
        assert main(["stats", name]) == 2
        assert f"{shown} is not a record: it is not text in UTF-8" in capsys.readouterr().err
    path.write_bytes(gzip.compress(MATCH.encode())[:-12])
    assert main(["stats", str(path)]) == 2
    assert "what gzip packed is cut off or damaged" in capsys.readouterr().err


def test_lines_of_json_that_are_no_match_are_told_and_passed_over(tmp_path: Path) -> None:
    told: list[str] = []
    text = "[" * 200_000 + "\n" + LINES + '{"tags": {}, "moves": []}\n{"tags"\n'
    assert len(list(json_matches(io.StringIO(text), lambda error: told.append(str(error))))) == 2
    assert told == [
        "line 1: this is no match as JSON: too many brackets in each other", "line 4: tag Game is missing",
        "line 5: this is not JSON: Expecting ':' delimiter (column 8)",
    ]  # fmt: skip
    with pytest.raises(RecordError, match="line 1: "):
        list(json_matches(io.StringIO(text)))
    path = tmp_path / "deep.jsonl"
    path.write_text(text)
    assert main(["stats", str(path)]) == 1


def test_a_wrong_move_of_json_is_told_with_its_line() -> None:
    (match,) = json_matches(["\n", '{"tags": {"Game": "caesar", "Seed": "1"}, "moves": ["fly"]}'])
    with pytest.raises(RecordError, match="line 2: 'fly'"):
        quadriga.replay(match)


def test_a_clock_that_no_comment_says_is_kept() -> None:
    notes = {
        "1": {"clock": 297.5, "elapsed": 2, "comments": ["why"]},
        "2": {"clock": 5, "comments": ["[%clk 0:00:05]"]},
    }
    match = from_json({"tags": {"Game": "caesar", "Seed": "1"}, "moves": ["a", "b"], "notes": notes})
    first, second = parse(match.write()).moves
    assert (first.clock, first.elapsed) == (297.5, 2) and first.comments[0] == "why"
    assert second.comments == ["[%clk 0:00:05]"]
    for wrong in ("soon", True, -1, 1e12, float("nan")):
        with pytest.raises(RecordError, match="clock is a number of seconds"):
            from_json({"tags": {}, "moves": ["a"], "notes": {"1": {"clock": wrong}}})


def test_tags_may_share_a_line_and_comments_may_stand_among_them() -> None:
    text = (
        '; on top {not open\n\n{over\n[Game "nothing"] lines}\n[Event "a] b"]  [Site "y; {z"] ; behind\n'
        '{between}\n[Game "caesar"] {and [open]\nto here}\n[Seed "1"]\n{before}\npass\n'
    )
    said = ["on top {not open", 'over [Game "nothing"] lines', "behind", "between", "and [open] to here", "before"]
    other = '[Event "x"] [Game "caesar"]\n[Seed "2"]\n\n[Event "y"] [Game "caesar"] [Seed "3"]\nfly\n'
    match = parse(text)
    assert match.tags == {"Event": "a] b", "Site": "y; {z", "Game": "caesar", "Seed": "1"}
    assert match.texts == ["pass"] and match.comments == said
    assert text.split("\n")[match.moves[0].line - 1] == "pass"
    assert parse(match.write()).comments == said
    found = list(matches(text + other))
    assert [(one.tags["Seed"], one.texts) for one in found] == [("1", ["pass"]), ("2", []), ("3", ["fly"])]
    assert found[0].comments == said
    assert (text + other).split("\n")[found[2].moves[0].line - 1] == "fly"


@pytest.mark.parametrize(
    "line",
    ['[Event "x"] [Site "a "b" c"]', '[Event "x"] pass', '[Event "x"', '[Event "x"] [Event "y"]', '{a} [Event "x"]',
     '[Site "y"] {a} [Event "x"]'],
)  # fmt: skip
def test_what_is_neither_tag_nor_comment_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(RecordError, match="line 2: "):
        parse(f'[Game "caesar"]\n{line}\n[Seed "1"]\n')
