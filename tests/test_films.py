"""The films of the front page show matches of the games as they are now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import quadriga

BOARDS = Path(__file__).parent.parent / "web" / "src" / "boards"
SPEC = importlib.util.spec_from_file_location("film", BOARDS / "film.py")
recorder = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(recorder)

FILMED = [name for name in quadriga.games() if (BOARDS / quadriga.definition(name).family).is_dir()]


@pytest.mark.parametrize("name", FILMED)
def test_a_film_is_what_its_moves_make_today(name: str) -> None:
    path = BOARDS / quadriga.definition(name).family / "films" / f"{name}.json"
    kept = json.loads(path.read_text(encoding="utf-8"))
    made = json.loads(json.dumps(recorder.film(name, kept["moves"])))
    assert made == kept, "rules or views have changed: run web/src/boards/film.py"
    assert 30 <= len(kept["shots"]) <= 50


def test_changes_name_what_is_new_what_differs_and_what_is_gone() -> None:
    old = {"a": 1, "b": {"c": [1], "d": None}, "e": 2}
    new = {"a": 1, "b": {"c": [1, 2], "d": None, "f": 0}}
    assert recorder.changes(old, new) == [[["e"]], [["b", "c"], [1, 2]], [["b", "f"], 0]]
