"""The scenarios told in Czech and Dutch: the same titles and texts, in other words."""

from __future__ import annotations

import re

import pytest

from quadriga.rulebook import LANGUAGES
from quadriga.rulebook.scenarios import scenarios, translations

from ..conftest import OURS

OTHERS = [language for language in LANGUAGES if language != "en"]


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_every_scenario_is_told_and_no_other(game: str, language: str) -> None:
    assert list(translations(game, language)) == [scenario.id for scenario in scenarios(game)]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", OURS)
def test_titles_and_texts_say_the_same_numbers(game: str, language: str) -> None:
    told = translations(game, language)
    for scenario in scenarios(game):
        here = told[scenario.id]
        assert set(here) == ({"title", "text"} if scenario.text else {"title"}), scenario.id
        for field, words in here.items():
            english = getattr(scenario, field)
            assert isinstance(words, str) and words.strip(), scenario.id
            assert words != english, scenario.id
            in_figures = words.replace("zessen", "6")  # the Dutch word for "6s"
            assert numbers(english) in (numbers(words), numbers(in_figures)), (scenario.id, field)


@pytest.mark.parametrize("game", OURS)
def test_a_scenario_tells_itself_in_every_language(game: str) -> None:
    for scenario in scenarios(game):
        assert scenario.told_in("en") == (scenario.title, scenario.text)
        for language in OTHERS:
            here = translations(game, language)[scenario.id]
            assert scenario.told_in(language) == (here["title"], here.get("text", ""))
