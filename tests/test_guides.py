"""The guides to the rules: complete in every language, resting on clauses that exist, with positions as the rules make them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

import quadriga
from quadriga.rulebook import guide as clauses_of_guide
from quadriga.rulebook import rulebook

BOARDS = Path(__file__).parent.parent / "web" / "src" / "boards"
SPEC = importlib.util.spec_from_file_location("pictures", BOARDS / "pictures.py")
maker = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(maker)

OURS = [name for name in quadriga.games() if (BOARDS / quadriga.definition(name).family).is_dir()]
LANGUAGES = ("en", "cs", "nl")


def guide(name: str) -> dict[str, Any]:
    return maker.read(dict(maker.guides())[name])


def words(name: str, language: str) -> dict[str, Any]:
    return maker.read(BOARDS / quadriga.definition(name).family / "guide" / f"{language}.json")[name]


def test_every_game_with_a_board_has_a_guide() -> None:
    assert [name for name, _ in maker.guides()] == OURS
    for name in OURS:
        assert 2 <= len(guide(name)["pages"]) <= 3


@pytest.mark.parametrize("name", OURS)
def test_pictures_are_what_the_rules_make_today(name: str) -> None:
    path = BOARDS / quadriga.definition(name).family / "guide" / "pictures" / f"{name}.json"
    made = json.loads(json.dumps(maker.pictures(name, guide(name))))
    assert made == maker.read(path), "rules, views or guides have changed: run web/src/boards/pictures.py"
    assert len(made) >= 6


@pytest.mark.parametrize("name", OURS)
def test_every_paragraph_rests_on_clauses_that_exist(name: str) -> None:
    known = {clause.id for clause in rulebook(name).clauses}
    rests = clauses_of_guide(name)
    paragraphs = {
        page["name"]: {section["name"]: section["paragraphs"] for section in page["sections"]}
        for page in guide(name)["pages"]
    }
    counted = {page: {section: len(ids) for section, ids in sections.items()} for page, sections in rests.items()}
    assert counted == paragraphs
    told = [ids for sections in rests.values() for section in sections.values() for ids in section]
    assert all(told)
    assert {each for ids in told for each in ids} <= known
    setup_to_score = {each.split("-")[1][0] for ids in told for each in ids}
    assert {"M", "S", "T"} <= setup_to_score, "from the set-up on"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_every_heading_paragraph_and_picture_has_words(name: str, language: str) -> None:
    said = words(name, language)
    told: dict[str, Any] = {"pictures": {}, "marks": {}}
    for page in guide(name)["pages"]:
        titles: dict[str, Any] = {"title": str}
        for section in page["sections"]:
            titles[section["name"]] = {"title": str, **{str(k + 1): str for k in range(section["paragraphs"])}}
            for picture in section.get("pictures", ()):
                told["pictures"][picture["name"]] = str
                told["marks"].update({mark: str for _, mark in picture.get("marks", ())})
        told[page["name"]] = titles
    assert shape(said) == shape(told)
    for text in strings(said):
        assert text.count("**") % 2 == 0, text


@pytest.mark.parametrize("name", OURS)
def test_languages_differ(name: str) -> None:
    """A text that was copied instead of translated would be the same."""
    english = list(strings(words(name, "en")))
    for language in ("cs", "nl"):
        same = [a for a, b in zip(english, strings(words(name, language)), strict=True) if a == b]
        assert same in ([], ["Ave Caesar!"], ["Modules"]), same


def shape(found: Any) -> Any:
    """Return the keys of nested words, without the words."""
    return {key: shape(value) for key, value in found.items()} if isinstance(found, dict) else str


def strings(found: Any) -> Any:
    """List all words."""
    if isinstance(found, str):
        yield found
    else:
        for value in found.values():
            yield from strings(value)
