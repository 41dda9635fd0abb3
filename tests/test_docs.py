"""What the pages say of a game is so."""

import re
from pathlib import Path

import pytest

import quadriga
from quadriga.games.avecaesar.track import builtin_tracks
from quadriga.games.cleopatra.observation import FIELDS, OBSERVATION

from .conftest import OURS

DOCS = Path(__file__).parents[1] / "docs" / "games"
HEADINGS = [
    "Usage",
    "Rules",
    "Simplifications",
    "Observation",
    "Actions",
    "Rewards",
    "What a new deal knows",
    "Versions",
]


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_page_with_the_same_headings(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    game = quadriga.load(name)
    assert f"# {game.title}\n" in text
    for option in game.definition.options:
        assert f"`{option.name}`" in text
        choices = builtin_tracks() if option.name == "track" else option.choices  # other tests add tracks of their own
        assert all(f"`{choice}`" in text for choice in choices)
    assert f"{game.num_actions}" in text
    assert f"\n{game.version}: " in text


def test_the_table_of_the_observation_is_complete() -> None:
    text = (DOCS / "caesar-cleopatra-1997.md").read_text(encoding="utf-8")
    section = text.split("## Observation")[1].split("## Actions")[0]
    rows = re.findall(r"^\| ([a-z_, ]+) \| (\d+) \|", section, re.MULTILINE)
    named = [field for names, _ in rows for field in names.split(", ")]
    assert named == [name for name, _ in FIELDS]
    assert sum(int(length) for _, length in rows) == OBSERVATION
    assert f"{OBSERVATION} small ints" in section
