"""Showing the numbered clauses of a rulebook, and finding them by number or word."""

from __future__ import annotations

from rich.text import Text

from quadriga.rulebook import Clause, Rulebook

from .layout import wrapped


def find(book: Rulebook, query: str) -> list[Clause]:
    """Find the clause of a number (the game's letters may be left out), or all clauses that hold every word."""
    wanted = query.strip().lower()
    for clause in book.clauses:
        if wanted in (clause.id.lower(), clause.id.partition("-")[2].lower()):
            return [clause]
    words = wanted.split()
    return [clause for clause in book.clauses if all(word in _everything(clause) for word in words)]


def lines_of(clause: Clause, width: int) -> list[Text]:
    """Write a clause, and our ruling where the rulebook is silent."""
    indent = len(clause.id) + 2
    lines = wrapped(Text.assemble((clause.id, "bold"), "  ", clause.text), width, indent)
    if clause.ruling:
        lines += wrapped(Text.assemble(" " * indent, ("Our ruling: ", "dim"), clause.ruling), width, indent)
    elif not clause.sources:
        lines.append(Text(" " * indent + "(ours: the rulebooks do not say it)", "dim"))
    return lines


def _everything(clause: Clause) -> str:
    return f"{clause.id} {clause.text} {clause.ruling or ''}".lower()
