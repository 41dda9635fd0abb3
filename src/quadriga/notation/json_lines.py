"""Matches as JSON, one a line: for tools that know nothing of our notation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quadriga.errors import RecordError

from .match import MARK, Broken, WrittenMatch
from .moves import WrittenMove, clock_comment

LONGEST = 100_000 * 3600
"""Seconds that a clock can show: its hours have five digits."""


def to_json(match: WrittenMatch) -> dict[str, Any]:
    """Write a match as JSON-ready data: `tags`, `moves`, and what is noted: `comments`, `notes` by number of a move."""
    if match.is_plain:
        return {"tags": match.tags, "moves": match.texts}
    found: dict[str, Any] = {"tags": match.tags, **_line(match.moves, 1)}
    if match.comments:
        found["comments"] = match.comments
    return found


def _line(moves: Sequence[WrittenMove], first: int) -> dict[str, Any]:
    notes: dict[str, Any] = {}
    for number, move in enumerate(moves, first):
        note: dict[str, Any] = {}
        if move.glyphs:
            note["glyphs"] = list(move.glyphs)
        if move.comments:
            note["comments"] = list(move.comments)
        for name in ("clock", "elapsed"):
            if (seconds := getattr(move, name)) is not None:
                note[name] = seconds
        if move.variations:
            note["variations"] = [_line(variation, number) for variation in move.variations]
        if note:
            notes[str(number)] = note
    return {"moves": [move.text for move in moves], **({"notes": notes} if notes else {})}


def json_matches(lines: Iterable[str], broken: Broken | None = None) -> Iterator[WrittenMatch]:
    """Read matches that are written as JSON, one a line; with `broken`, what is wrong is told to it and passed over."""
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        try:
            match = from_json(json.loads(line.rstrip().removeprefix(MARK)), number)
            if "Game" not in match.tags:
                raise RecordError("tag Game is missing")
        except json.JSONDecodeError as error:
            wrong = f"this is not JSON: {error.msg} (column {error.colno})"
        except RecursionError:
            wrong = "this is no match as JSON: too many brackets in each other"
        except RecordError as error:
            wrong = str(error)
        else:
            yield match
            continue
        told = RecordError(f"line {number}: {wrong}")
        if broken is None:
            raise told
        broken(told)


def from_json(data: Any, line: int = 0) -> WrittenMatch:
    """Read a match that `to_json` wrote, in which line of a file; what is not one raises RecordError."""
    try:
        tags = data["tags"]
        if not isinstance(tags, dict) or not all(isinstance(text, str) for pair in tags.items() for text in pair):
            raise TypeError("tags are texts by name")
        comments = data.get("comments", [])
        return WrittenMatch.of(dict(tags), _moves(data, 1, line), _texts(comments))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise RecordError(f"this is no match as JSON: {type(error).__name__}: {error}") from error


def _texts(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise TypeError("moves and comments are lists of texts")
    return given


def _moves(data: Mapping[str, Any], first: int, line: int) -> list[WrittenMove]:
    moves = [WrittenMove(text, line) for text in _texts(data["moves"])]
    for number, note in data.get("notes", {}).items():
        at = int(number) - first
        if not 0 <= at < len(moves):
            raise ValueError(f"there is no move {number}")
        move = moves[at]
        move.glyphs = tuple(int(glyph) for glyph in note.get("glyphs", ()))
        move.comments = list(_texts(note.get("comments", [])))
        move.variations = [_moves(variation, first + at, line) for variation in note.get("variations", ())]
        clock, elapsed = (_seconds(note, name) for name in ("clock", "elapsed"))
        unsaid = clock_comment(
            clock if move.clock is None else None, elapsed if move.elapsed is None else None
        )  # other tools have no comment for it
        if unsaid:
            move.comments.append(unsaid)
    return moves


def _seconds(note: Mapping[str, Any], name: str) -> float | None:
    seconds = note.get(name)
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < LONGEST:
        raise TypeError(f"{name} is a number of seconds")
    return float(seconds)
