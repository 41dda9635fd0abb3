"""Showing the numbered clauses of a rulebook, and finding them by number or word."""

from __future__ import annotations

from rich.text import Text

from quadriga.rulebook import Clause, Rulebook

from .layout import wrapped

OUR_RULING = {"en": "Our ruling:", "cs": "Náš výklad:", "nl": "Onze uitleg:"}
OURS = {
    "en": "(ours: the rulebooks do not say it)",
    "cs": "(naše: v pravidlech to není)",
    "nl": "(van ons: de spelregels zeggen het niet)",
}


def find(book: Rulebook, query: str) -> list[Clause]:
    """Find the clause of a number (the game's letters may be left out), or all clauses that hold every word."""
    wanted = query.strip().lower()
    for clause in book.clauses:
        if wanted in (clause.id.lower(), clause.id.partition("-")[2].lower()):
            return [clause]
    words = wanted.split()
    return [clause for clause in book.clauses if all(word in _everything(clause) for word in words)]


def lines_of(clause: Clause, width: int, language: str = "en") -> list[Text]:
    """Write a clause, and our ruling where the rulebook is silent; `language` is that of the clause."""
    indent = len(clause.id) + 2
    lines = wrapped(Text.assemble((clause.id, "bold"), "  ", clause.text), width, indent)
    if clause.ruling:
        lines += wrapped(Text.assemble(" " * indent, (f"{OUR_RULING[language]} ", "dim"), clause.ruling), width, indent)
    elif not clause.sources:
        lines.append(Text(" " * indent + OURS[language], "dim"))
    return lines


def _everything(clause: Clause) -> str:
    return f"{clause.id} {clause.text} {clause.ruling or ''}".lower()
