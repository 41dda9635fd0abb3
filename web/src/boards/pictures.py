"""Lay out the positions that the guides to the rules show: each is a scenario of the rulebook, played by the rules.

    python web/src/boards/pictures.py

Reads guide/pages/<game>.json in the folder of the game's family and writes guide/pictures/<game>.json beside it: for
every picture that the guide names, what a seat sees of the position and what just happened. Only a change of the rules,
of a view, of a scenario or of a guide makes it worth running again, and tests/test_guides.py says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quadriga
from quadriga.model import Event
from quadriga.rulebook.scenarios import scenarios

BOARDS = Path(__file__).parent


def guides() -> Iterator[tuple[str, Path]]:
    """Find every game that has a guide, with the guide's file."""
    for name in quadriga.games():
        path = BOARDS / quadriga.definition(name).family / "guide" / "pages" / f"{name}.json"
        if path.is_file():
            yield name, path


def read(path: Path) -> dict[str, Any]:
    """Read a guide, or its pictures."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def pictured(guide: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """List the pictures of a guide that show a position."""
    for page in guide["pages"]:
        for section in page["sections"]:
            yield from (each for each in section.get("pictures", ()) if "scenario" in each)


def lay_out(game: str, picture: dict[str, Any]) -> dict[str, Any]:
    """Play a scenario as far as a picture wants it, and return what is seen there."""
    scenario = next(each for each in scenarios(game) if each.id == picture["scenario"])
    state = quadriga.load(game, **scenario.options).from_position(scenario.position)
    moves = [step for step in scenario.steps if isinstance(step, str)]
    events: tuple[Event, ...] = ()
    for move in moves[: picture.get("after", 0)]:
        events = state.play(move)
    seat = picture.get("seat")
    view = state.view(None if seat is None else state.game.seats.index(seat))
    if not picture.get("offers"):
        view["legal"] = []
    told = [{**event.seen_by(seat).shown, "text": "", "rule": ""} for event in events] if picture.get("told") else []
    found: dict[str, Any] = json.loads(json.dumps({"view": view, "told": told}))
    return found


def pictures(game: str, guide: dict[str, Any]) -> dict[str, Any]:
    """Lay out all pictures of a guide, by their names."""
    return {each["name"]: lay_out(game, each) for each in pictured(guide)}


def main() -> None:
    """Write the pictures of all guides."""
    for name, path in guides():
        folder = path.parent.parent / "pictures"
        folder.mkdir(exist_ok=True)
        text = json.dumps(pictures(name, read(path)), separators=(",", ":"), ensure_ascii=False)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
