"""Plots are files that any viewer opens, with their words as text."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import quadriga
from quadriga import QuadrigaError
from quadriga.players import Budget
from quadriga.players.review import Review, review
from quadriga.plots.charts import Dot, bars, dots
from quadriga.plots.course import NAMED_MOVES, draw_course, places, save_course, turn_ticks
from quadriga.plots.inline import inline
from quadriga.plots.paper import colours, save
from tests.conftest import walk

SVG = "{http://www.w3.org/2000/svg}"


def reviewed(name: str, moves: int, **options: object) -> Review:
    game = quadriga.load(name, **options)
    *_, over = walk(game, 1)
    state = game.new(1)
    for action in over.history[:moves]:
        state.play(action)
    return review(state, Budget(playouts=40))


MATCHES = [
    ("caesar-cleopatra-2024", 40, {}),
    ("ave-caesar", 30, {}),
    ("caesar", 100, {}),
    ("caesar", 100, {"solo": "low"}),
]


@pytest.mark.parametrize(("name", "moves", "options"), MATCHES, ids=["cleopatra", "six seats", "caesar", "solo"])
def test_the_course_of_a_match_names_seats_turns_and_costly_moves(
    name: str, moves: int, options: dict[str, object], tmp_path: Path
) -> None:
    found = reviewed(name, moves, **options)
    save_course(found, tmp_path / "match.svg")
    root = ElementTree.parse(tmp_path / "match.svg").getroot()
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert all(seat.capitalize() in words for seat in found.game.seats) and "turn" in words
    for judged in found.costly(NAMED_MOVES):
        assert any(f"turn {judged.turn}: {judged.move.text}"[:40] in text for text in words)
    title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and described is not None and "Chance to win" in (described.text or "")


def test_a_png_is_a_png_with_a_description(tmp_path: Path) -> None:
    save_course(reviewed("caesar", 6), tmp_path / "match.png")
    content = (tmp_path / "match.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n") and content.endswith(b"IEND\xaeB`\x82")
    assert b"Pompey from" in content
    assert [path.name for path in tmp_path.iterdir()] == ["match.png"]


def test_the_same_match_is_drawn_the_same_way(tmp_path: Path) -> None:
    found = reviewed("caesar", 6)
    for name in ("one.svg", "two.svg"):
        save_course(found, tmp_path / name)
    assert (tmp_path / "one.svg").read_text() == (tmp_path / "two.svg").read_text()


def test_every_seat_has_its_own_colour_and_line() -> None:
    figure = draw_course(reviewed("ave-caesar", 6))
    lines = [line for line in figure.axes[0].lines if not str(line.get_label()).startswith("_")]
    assert (
        len({(line.get_color()) for line in lines})
        == len({str(line.get_linestyle()) + str(line._dash_pattern) for line in lines})
        == 6
    )
    assert colours(("red", "blue")) == ["#d55e00", "#0072b2"]


def test_marks_of_moves_do_not_cover_each_other() -> None:
    found = reviewed("caesar-cleopatra-2024", 40)
    costly = sorted(found.moves, key=lambda judged: -judged.cost)[:20]
    spots = places(costly, len(found.moves))
    assert all(
        abs(x - a) >= 0.03 * len(found.moves) or abs(y - b) > 8.9
        for number, (x, y) in enumerate(spots)
        for a, b in spots[:number]
    )
    assert len(turn_ticks(found.moves)) <= 9


def test_a_plot_in_a_page_takes_the_colours_of_the_page() -> None:
    figure = dots(
        ["a", "b"], [("x", [Dot(0.5, 0.4, 0.6), Dot(None)]), ("y", [Dot(0.1), Dot(0.2)])], percent=True, mark=0.5
    )
    text = inline(figure, "f1", "A & B", "<both>")
    root = ElementTree.fromstring(text)
    assert root.get("aria-labelledby") == "f1-title f1-desc" and root.find("title").text == "A & B"  # type: ignore[union-attr]
    assert "var(--ink)" in text and "var(--series-1)" in text and "#23272e" not in text and "http" not in text
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert all(str(name).startswith("f1-") for name in names) and len(names) == len(set(names))


def test_seven_series_can_be_told_apart() -> None:
    axes = dots(["red"], [(str(place), [Dot(place)]) for place in range(7)], percent=False).axes[0]
    assert len({(line.get_color(), line.get_marker()) for line in axes.lines}) == 7


def test_a_histogram_has_a_bar_for_every_range() -> None:
    figure = bars(["0-9", "10-19", "20+"], [1, 0, 3], "turns")
    assert [round(bar.get_height()) for bar in figure.axes[0].patches] == [25, 0, 75]  # type: ignore[attr-defined]


def test_a_full_disk_leaves_no_half_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(QuadrigaError, match="No space left"):
        save(bars(["1"], [1], "turns"), tmp_path / "x.png", "x", "x")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_matplotlib_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(QuadrigaError, match=r"quadriga\[arena\]"):
        bars(["1"], [1], "turns")
    with pytest.raises(QuadrigaError, match="must end in"):
        save(None, Path("x.gif"), "", "")  # type: ignore[arg-type]
