"""`quadriga convert FILE...`: a collection in another form."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .collections import Source, add_files, target

if TYPE_CHECKING:
    from quadriga import WrittenMatch

CHECKS = ("Version", "Moves", "Check")


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("convert", help="turn collections of matches into another form")
    add_files(words)
    add_form(words)
    words.set_defaults(run=run)


def add_form(words: argparse.ArgumentParser) -> None:
    """Describe in which form matches are written, and where to."""
    words.add_argument(
        "--to", choices=tuple(FORMS), default="record",
        help="record (the usual text, the default), short (as one types it), jsonl (one match a line, for other tools)",
    )  # fmt: skip
    words.add_argument("--out", metavar="FILE", type=Path, help="where to (default: standard output)")


def run(given: argparse.Namespace) -> int:
    """Write every match again."""
    source = Source(given)
    form = FORMS[given.to]
    with target(given.out) as file:
        for match in source:
            file.write(form(match))
    return source.verdict()


def as_record(match: WrittenMatch) -> str:
    """Write a match as usual; a blank line sets it apart from the next."""
    return match.write() + "\n"


def as_short(match: WrittenMatch) -> str:
    """Write a match without numbers and without what only checks it."""
    from quadriga.notation.moves import write_moves
    from quadriga.notation.tags import write_tags

    tags = {name: value for name, value in match.tags.items() if name not in CHECKS and value}
    moves = [line.partition(". ")[2] if move.is_plain else line
             for line, move in zip(write_moves(match.moves), match.moves, strict=True)]  # fmt: skip
    comments = ["{" + comment + "}" for comment in match.comments]
    return "\n".join([*write_tags(tags), "", *comments, *moves]) + "\n\n"


def as_json_line(match: WrittenMatch) -> str:
    """Write a match as one line of JSON."""
    from quadriga.notation import to_json

    return json.dumps(to_json(match), ensure_ascii=False, separators=(",", ":")) + "\n"


FORMS: dict[str, Callable[[WrittenMatch], str]] = {"record": as_record, "short": as_short, "jsonl": as_json_line}
