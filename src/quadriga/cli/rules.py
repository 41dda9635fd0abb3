"""`quadriga rules NAME`: the numbered clauses of a rulebook."""

from __future__ import annotations

import argparse
import json
from typing import Any

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.rulebook import LANGUAGES


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("rules", help="show the numbered clauses of a rulebook")
    words.add_argument("name", metavar="NAME", help="the game")
    words.add_argument("query", metavar="CLAUSE|WORD", nargs="*", help="a clause's number, or words to look for")
    words.add_argument("--language", choices=LANGUAGES, default="en", help="English (the default), Czech or Dutch")
    words.add_argument("--json", action="store_true", help="as JSON")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Show clauses."""
    from quadriga.terminal.rules import find, lines_of
    from quadriga.terminal.screen import Screen

    book = quadriga.rulebook(given.name, given.language)
    query = " ".join(given.query)
    found = find(book, query)
    if not found:
        raise QuadrigaError(f"the rulebook of {given.name} has no clause and no word {query!r}")
    if given.json:
        shown = [{"id": clause.id, "text": clause.text, "ruling": clause.ruling, "from": list(clause.sources)}
                 for clause in found]  # fmt: skip
        print(json.dumps(shown, indent=2, ensure_ascii=False))
        return 0
    screen = Screen()
    for clause in found:
        screen.show(*lines_of(clause, screen.width, book.language))
    return 0
