"""Matches as JSON, one a line: for tools that know nothing of our notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quadriga.errors import RecordError

from .match import WrittenMatch
from .moves import WrittenMove


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


def from_json(data: Any) -> WrittenMatch:
    """Read a match that `to_json` wrote; what is not one raises RecordError."""
    try:
        tags = data["tags"]
        if not isinstance(tags, dict) or not all(isinstance(text, str) for pair in tags.items() for text in pair):
            raise TypeError("tags are texts by name")
        comments = data.get("comments", [])
        return WrittenMatch.of(dict(tags), _moves(data, 1), _texts(comments))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise RecordError(f"this is no match as JSON: {type(error).__name__}: {error}") from error


def _texts(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise TypeError("moves and comments are lists of texts")
    return given


def _moves(data: Mapping[str, Any], first: int) -> list[WrittenMove]:
    moves = [WrittenMove(text) for text in _texts(data["moves"])]
    for number, note in data.get("notes", {}).items():
        at = int(number) - first
        if not 0 <= at < len(moves):
            raise ValueError(f"there is no move {number}")
        moves[at].glyphs = tuple(int(glyph) for glyph in note.get("glyphs", ()))
        moves[at].comments = _texts(note.get("comments", []))
        moves[at].variations = [_moves(variation, first + at) for variation in note.get("variations", ())]
    return moves
