"""The rulebook in English, Czech and Dutch: the same clauses, in other words."""

from __future__ import annotations

import re

import pytest

from quadriga.rulebook import LANGUAGES, rulebook

from ..conftest import OURS

REFERENCE = re.compile(r"\b(?:CC97|CC24|AVE|ROME)-[A-Z]\d+\b")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("game", OURS)
def test_every_clause_and_example_is_there_in_every_language(game: str, language: str) -> None:
    english, other = rulebook(game), rulebook(game, language)
    assert list(other) == list(english)
    assert [example.id for example in other.examples] == [example.id for example in english.examples]
    for clause, said in zip(english.clauses, other.clauses, strict=True):
        assert (said.id, said.sources) == (clause.id, clause.sources)
        assert said.text.strip() != clause.text.strip()
        assert bool(said.ruling) == bool(clause.ruling), clause.id
        for before, after in ((clause.text, said.text), (clause.ruling or "", said.ruling or "")):
            assert sorted(REFERENCE.findall(after)) == sorted(REFERENCE.findall(before)), clause.id
    for example, told in zip(english.examples, other.examples, strict=True):
        assert told.shows == example.shows
        assert told.text != example.text
