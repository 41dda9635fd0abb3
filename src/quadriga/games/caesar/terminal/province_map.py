"""Draw the provinces round the Mediterranean on a grid of characters, north up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.style import Style
from rich.text import Text

from ..components import components
from ..moves import BORDER_NAMES, PROVINCE_NAMES
from . import sketches
from .signs import COMPACT, LARGE, MEDIUM, Label, border_label, province_label

Cell = tuple[int, int]
Box = tuple[int, int, int, int]
"""Left, top, width, height."""
BOX = components()
MEASURES = {COMPACT: (11, 2, 6), MEDIUM: (15, 2, 7), LARGE: (17, 3, 7)}
"""By size: width and height of a province, width of a border space."""
SKETCHES = {COMPACT: sketches.SMALL, MEDIUM: sketches.MIDDLE, LARGE: sketches.LARGE}
WIDE = 2.0
"""A character is about twice as high as it is wide."""
WAY, WAY_STYLE = "·", "dim"


@dataclass(frozen=True)
class Plan:
    """The places where everything is drawn on a map of one size."""

    size: int
    width: int
    height: int
    provinces: tuple[Box, ...]
    borders: tuple[Box, ...]
    ways: frozenset[Cell]


@cache
def plan(size: int) -> Plan:
    """Read a sketch."""
    across, tall, small = MEASURES[size]
    rows = SKETCHES[size].splitlines()
    found = {name.group(): (name.start(), row) for row, text in enumerate(rows) for name in re.finditer(r"\S+", text)}
    ids = [province.id for province in BOX.provinces]
    provinces = tuple((*found[name], across, tall) for name in ids)
    borders = tuple((*found[f"{ids[border.a]}-{ids[border.b]}"], small, 1) for border in BOX.borders)
    ways = {
        cell
        for border, box in zip(BOX.borders, borders, strict=True)
        for end in (border.a, border.b)
        for cell in _line(middle(box), middle(provinces[end]))
    }
    width = max(left + wide for left, _, wide, _ in (*provinces, *borders))
    return Plan(size, width, max(top + high for _, top, _, high in provinces), provinces, borders, frozenset(ways))


def middle(box: Box) -> tuple[float, float]:
    """Find the middle of a box."""
    return box[0] + (box[2] - 1) / 2, box[1] + (box[3] - 1) / 2


def _line(a: tuple[float, float], b: tuple[float, float]) -> Iterator[Cell]:
    """List cells along a line, dots with gaps between."""
    steps = max(1, round(max(abs(b[0] - a[0]) / WIDE, abs(b[1] - a[1]))))
    for k in range(steps + 1):
        yield round(a[0] + (b[0] - a[0]) * k / steps), round(a[1] + (b[1] - a[1]) * k / steps)


def board_map(view: dict[str, Any], width: int, height: int) -> list[Text]:
    """Draw the largest map that fits, the smallest also if it is too high; nothing on too narrow a screen."""
    for size in (LARGE, MEDIUM, COMPACT):
        drawn = plan(size)
        if drawn.width <= width and (drawn.height <= height or size == COMPACT):
            return draw(view, drawn)
    return []


def draw(view: dict[str, Any], drawn: Plan) -> list[Text]:
    """Draw a map: first the ways, over them the labels."""
    grid: dict[Cell, tuple[str, str]] = dict.fromkeys(drawn.ways, (WAY, WAY_STYLE))
    for name, (left, top, width, _) in zip(PROVINCE_NAMES, drawn.provinces, strict=True):
        for number, labels in enumerate(province_label(view, name, drawn.size, width)):
            _write(grid, left, top + number, width, labels)
    for name, border, (left, top, width, _) in zip(BORDER_NAMES, BOX.borders, drawn.borders, strict=True):
        ends, upright = facing(drawn, border.a, border.b)
        _write(grid, left, top, width, [border_label(view, name, ends, upright=upright)])
    lines = []
    for row in range(drawn.height):
        line = Text()
        for column in range(drawn.width):
            letter, style = grid.get((column, row), (" ", ""))
            line.append(letter, Style.parse(style) if style else None)
        line.rstrip()
        lines.append(line)
    return lines


def facing(drawn: Plan, a: int, b: int) -> tuple[tuple[str, str], bool]:
    """Order two provinces from west to east, or from north to south, and tell whether they lie above each other."""
    (x, y), (u, v) = middle(drawn.provinces[a]), middle(drawn.provinces[b])
    upright = abs(v - y) > abs(u - x) / WIDE
    first, second = (a, b) if ((y < v) if upright else (x < u)) else (b, a)
    return (PROVINCE_NAMES[first], PROVINCE_NAMES[second]), upright


def _write(grid: dict[Cell, tuple[str, str]], left: int, row: int, width: int, labels: list[Label]) -> None:
    """Write labels side by side into the middle of a line, with a blank before and behind."""
    text = [(" ", "")]
    for label, style in labels:
        text += [*((letter, style) for letter in label), (" ", "")]
    begin = left + (width - len(text) + 2) // 2 - 1
    for k, letter in enumerate(text):
        grid[begin + k, row] = letter
