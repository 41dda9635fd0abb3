"""The words of the glossary are those of the page and of the rulebook, and the words it rules out are in neither."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quadriga.rulebook import LANGUAGES, rulebook
from quadriga.rulebook.scenarios import scenarios

from ..conftest import OURS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [cells for cells in lines if cells[0] not in ("English", "language")]


TERMS, REFUSED = (rows(part) for part in PAGE.split("## Words that are not used"))


def leaves(texts: Any) -> Iterator[str]:
    if isinstance(texts, str):
        yield texts
    else:
        for each in texts.values():
            yield from leaves(each)


@cache
def said(language: str, where: str = "everywhere") -> tuple[str, ...]:
    """Collect what the page and the rulebooks say in a language, of all games or of a family."""
    found: list[str] = []
    page = ROOT / "web" / "src"
    parts = [(path.stem, path) for path in sorted((page / "texts" / language).glob("*.json"))]
    parts += [(path.parent.parent.name, path) for path in sorted((page / "boards").glob(f"*/*/{language}.json"))]
    for part, path in parts:
        if where in ("everywhere", part):
            found += leaves(json.loads(path.read_text(encoding="utf-8")))
    for game in OURS:
        if where == "everywhere" or where in game:
            book = rulebook(game, language)
            found += [text for clause in book.clauses for text in (clause.text, clause.ruling or "")]
            found += [example.text for example in book.examples]
            found += [text for scenario in scenarios(game) for text in scenario.told_in(language)]
    assert len(found) > 500
    return tuple(found)


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0]}-{row[2]}")
def test_a_refused_word_is_nowhere(row: list[str]) -> None:
    language, where, refused, _ = row
    assert language in LANGUAGES and where in ("everywhere", "cleopatra", "avecaesar", "caesar")
    for word in refused.split(", "):
        ending = "" if word.endswith("…") else r"(?!\w)"
        pattern = re.compile(r"(?<!\w)" + re.escape(word.rstrip("…")) + ending, re.IGNORECASE)
        assert [text for text in said(language, where) if pattern.search(text)] == [], word


def in_any_form(term: str) -> re.Pattern[str]:
    """Find a term whatever the endings of its words are."""
    stems = [re.escape(word[: max(3, len(word) - 2)]) for word in term.split()]
    return re.compile(r"\w* ".join(stems), re.IGNORECASE)


@pytest.mark.parametrize("row", TERMS, ids=lambda row: row[0])
def test_the_terms_are_in_use(row: list[str]) -> None:
    _, czech, dutch = row
    for language, terms in (("cs", czech), ("nl", dutch)):
        for term in re.split("[,;] ", terms):
            assert any(in_any_form(term).search(text) for text in said(language)), (language, term)
