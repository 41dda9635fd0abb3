"""Draw a track seen from above on a grid of characters, from its geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from ..geometry import Point, geometry
from ..tables import tracks
from ..track import Track

Cell = tuple[int, int]
LEAST_WIDTH, LEAST_HEIGHT = 38, 13
MOST_WIDTH, MOST_HEIGHT = 92, 30
FLATTEST, STEEPEST = 2.3, 1.7
"""Columns to a row: a character is about twice as high as it is wide."""
MARGIN = 2
"""Columns beside the outermost spaces, for what is written on them."""
ROOMY = 5.0
"""Columns for each space, from which on the spaces have their numbers written on them."""
FREE, LANE, WALL, LINE = "·", "$", "#", "│"
FREE_STYLE, LANE_STYLE, WALL_STYLE, LINE_STYLE, ARROW_STYLE = "", "yellow", "dim red", "bold", "cyan"


@dataclass(frozen=True)
class Plan:
    """The cells on which a track is drawn, in a size that fits."""

    width: int
    height: int
    roomy: bool
    spaces: tuple[Cell, ...]
    walls: frozenset[Cell]
    line: frozenset[Cell]


@cache
def plan(name: str, width: int, height: int) -> Plan:
    """Lay a track out on at most this many columns and rows, and not smaller than it can be read."""
    track = next(track for track in tracks() if track.name == name)
    drawn = geometry(track)
    left, top, right, bottom = drawn.bounds
    across = (min(max(width, LEAST_WIDTH), MOST_WIDTH) - 2 * MARGIN) / (right - left)
    down = (min(max(height, LEAST_HEIGHT), MOST_HEIGHT) - 1) / (bottom - top)
    across = min(across, FLATTEST * down)
    down = min(down, across / STEEPEST)
    columns, rows = round((right - left) * across) + 2 * MARGIN, round((bottom - top) * down) + 1

    def at(point: Point) -> Point:
        return MARGIN - 0.5 + (point[0] - left) * across, (point[1] - top) * down

    spaces = _places([at(centre) for centre in drawn.centres], columns, rows)
    taken = {(column + k, row) for column, row in spaces for k in (-1, 0, 1)}
    walls = {cell for wall in drawn.walls for cell in _trace([at(point) for point in wall])} - taken
    line = {cell for ends in drawn.finish for cell in _trace([at(point) for point in ends])} - taken
    on_map = {(column, row) for column in range(columns) for row in range(rows)}
    return Plan(columns, rows, across >= ROOMY, spaces, frozenset(walls & on_map), frozenset(line & on_map))


def _places(points: Iterable[Point], columns: int, rows: int) -> tuple[Cell, ...]:
    """Give every space the nearest three characters that no other has."""
    taken: set[Cell] = set()
    places: list[Cell] = []
    for x, y in points:
        near = [(column, row) for column in range(1, columns - 1) for row in range(rows)]
        near.sort(key=lambda cell: ((cell[0] - x) / 2) ** 2 + (cell[1] - y) ** 2)
        column, row = next(cell for cell in near if not taken & {(cell[0] + k, cell[1]) for k in (-1, 0, 1)})
        taken |= {(column + k, row) for k in (-1, 0, 1)}
        places.append((column, row))
    return tuple(places)


def _trace(points: list[Point]) -> set[Cell]:
    """Collect the cells that a line runs through."""
    cells = set()
    for (a, b), (c, d) in pairwise(points):
        pieces = max(1, round(4 * max(abs(c - a), abs(d - b))))
        cells |= {(round(a + (c - a) * k / pieces), round(b + (d - b) * k / pieces)) for k in range(pieces + 1)}
    return cells


def track_map(
    track: Track, clockwise: bool, labels: Mapping[int, tuple[str, str]], width: int, height: int
) -> list[Text]:
    """Draw a track; labels give the text and style of spaces that are not merely free."""
    drawn = plan(track.name, width, height)
    cells: dict[Cell, tuple[str, str]] = {}
    for cell in drawn.walls:
        cells[cell] = WALL, WALL_STYLE
    for cell in drawn.line:
        cells[cell] = LINE, LINE_STYLE
    for space, (column, row) in enumerate(drawn.spaces):
        free = (str(space + 1), "dim") if drawn.roomy else (FREE, FREE_STYLE)
        if track.is_imperial[space]:
            free = (LANE + (free[0] if drawn.roomy else ""), LANE_STYLE)
        text, style = labels.get(space, free)
        if drawn.roomy and text.isdigit() and space in labels:
            text = f"[{text}]"
        if track.is_neck[space]:
            text = f"({text})"
        begin = min(max(0, column - len(text) // 2), drawn.width - len(text))
        for k, letter in enumerate(text):
            cells[begin + k, row] = letter, style
    (column, row), text = _direction(clockwise, drawn, cells)
    for k, letter in enumerate(text):
        cells[column + k, row] = letter, ARROW_STYLE
    return _lines(cells, drawn)


def _direction(clockwise: bool, drawn: Plan, cells: Mapping[Cell, tuple[str, str]]) -> tuple[Cell, str]:
    """Find a place on the infield, near the line, for an arrow in the driving direction."""
    text = "clockwise >>>" if clockwise else "<<< counter-clockwise"
    middle = sum(column for column, _ in drawn.line) / max(1, len(drawn.line))
    lowest = max((row for _, row in drawn.line), default=0)
    places = []
    for words in (text, ">>>" if clockwise else "<<<"):
        for row in range(lowest, drawn.height):
            for begin in range(1, drawn.width - len(words)):
                span = range(begin - 2, begin + len(words) + 2)
                below = any(column in span and lower > row for column, lower in drawn.spaces)
                if below and not any((column, row) in cells for column in span):
                    distance = abs(begin + len(words) / 2 - middle) / 2 + row - lowest
                    places.append((distance, (begin, row), words))
        if places:
            _, place, words = min(places)
            return place, words
    return (0, 0), ""


def _lines(cells: Mapping[Cell, tuple[str, str]], drawn: Plan) -> list[Text]:
    lines = []
    for row in range(drawn.height):
        line = Text()
        for column in range(drawn.width):
            letter, style = cells.get((column, row), (" ", ""))
            line.append(letter, Style.parse(style) if style else None)
        line.rstrip()
        lines.append(line)
    while lines and not lines[-1].plain:
        lines.pop()
    return lines
