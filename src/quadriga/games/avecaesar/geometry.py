"""Where each space of a track is drawn: the circuit as points, for any page or terminal.

The unit is the length of a space; x grows to the right, y downwards, and clockwise driving is clockwise to look at.
The circuit is laid along a centre line, the border of lanes 1 and 2; each section is straight or turns evenly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import atan2, ceil, cos, fsum, radians, sin, tau
from typing import TYPE_CHECKING

from .facts import Section, TrackError

if TYPE_CHECKING:
    from .track import Track

Point = tuple[float, float]
Strip = tuple[list[Point], list[Point]]
Across = Callable[[float], tuple[float, float]]
"""The left and the right side of a piece of track at a way along the line."""

LANE_WIDTH = 0.8
MEDIAN = 0.22
"""Width of the wall between the outermost lane and the imperial lane."""
RAMP = 0.7
"""How far the imperial lane reaches back along the space it is entered from and the space it leads to."""
WAIST = 0.6
"""Width of a neck at its narrowest, in parts of its full width."""
SWING = 0.6
"""The way along which a lane that begins or ends comes to its full width."""
FINEST = radians(5)
ROUNDING = 1e-9
LEAST_FIT, MOST_FIT = 0.4, 2.5


@dataclass(frozen=True)
class Geometry:
    """The drawing of a track: centre, heading (radians, clockwise) and outline of each space, the walls, the line."""

    centres: tuple[Point, ...]
    headings: tuple[float, ...]
    outlines: tuple[tuple[Point, ...], ...]
    walls: tuple[tuple[Point, ...], ...]
    finish: tuple[tuple[Point, Point], ...]
    bounds: tuple[float, float, float, float]
    """Least x, least y, greatest x, greatest y."""


class CentreLine:
    """The closed line around the circuit that every space is laid along."""

    def __init__(self, sections: tuple[Section, ...]) -> None:
        turns = [radians(section.turn) for section in sections]
        self.turns = turns
        self.lengths = _closing(turns, [_drawn_length(section) for section in sections])
        self.begins = [*accumulate(self.lengths, initial=0.0)]  # `sum` rounds otherwise from Python 3.12 on
        self.frames: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)]
        for turn, length in zip(turns, self.lengths, strict=True):
            self.frames.append(_drive(self.frames[-1], length, turn))

    def frame(self, along: float) -> tuple[float, float, float]:
        """Give place and heading at a way along the line, counted from the finish line."""
        along %= self.begins[-1]
        n = max(n for n in range(len(self.lengths)) if self.begins[n] <= along)
        part = (along - self.begins[n]) / self.lengths[n]
        return _drive(self.frames[n], self.lengths[n] * part, self.turns[n] * part)

    def point(self, along: float, right: float) -> Point:
        """Give the point beside the line at a way along it; right of it is inside."""
        x, y, heading = self.frame(along)
        return x - right * sin(heading), y + right * cos(heading)

    def turn_between(self, a: float, b: float) -> float:
        """Measure how far the line bends between two ways along it."""
        total = 0.0
        for turn, begin, length in zip(self.turns, self.begins, self.lengths, strict=False):
            for shift in (-self.begins[-1], 0.0, self.begins[-1]):
                common = min(b, begin + shift + length) - max(a, begin + shift)
                total += abs(turn) * max(0.0, common) / length
        return total


def geometry(track: Track) -> Geometry:
    """Lay out a track."""
    line = CentreLine(track.sections)
    strips = [_strip(track, line, i) for i in range(len(track.spaces))]
    outlines = tuple((*left, *reversed(right)) for left, right in strips)
    points = [point for outline in outlines for point in outline]
    middles = [_middle(left, right) for left, right in strips]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Geometry(
        centres=tuple((x, y) for x, y, _ in middles),
        headings=tuple(heading for _, _, heading in middles),
        outlines=outlines,
        walls=_walls(track, line),
        finish=_finish(track, line),
        bounds=(min(xs), min(ys), max(xs), max(ys)),
    )


def _drawn_length(section: Section) -> float:
    """Give the length a section is drawn with before the circuit is closed."""
    if section.length is not None:
        return section.length
    return sum(length for _, length in section.lanes) / len(section.lanes)


def _drive(frame: tuple[float, float, float], length: float, turn: float) -> tuple[float, float, float]:
    x, y, heading = frame
    chord = length * (sin(turn / 2) / (turn / 2) if abs(turn) > 1e-9 else 1.0)
    return x + chord * cos(heading + turn / 2), y + chord * sin(heading + turn / 2), heading + turn


def _closing(turns: list[float], lengths: list[float]) -> list[float]:
    """Stretch the sections so that the line closes, all together as little as can be (least squares of the stretch)."""
    heading, ways = 0.0, []
    for turn, length in zip(turns, lengths, strict=True):
        x, y, _ = _drive((0.0, 0.0, heading), length, turn)
        ways.append((x, y))
        heading += turn
    gap_x, gap_y = fsum(x for x, _ in ways), fsum(y for _, y in ways)
    xx, yy, xy = fsum(x * x for x, _ in ways), fsum(y * y for _, y in ways), fsum(x * y for x, y in ways)
    determinant = xx * yy - xy * xy
    if determinant < 1e-9:
        raise TrackError("the sections cannot be closed to a circuit: all lie in one direction")
    a, b = (xy * gap_y - yy * gap_x) / determinant, (xy * gap_x - xx * gap_y) / determinant
    stretches = [1 + a * x + b * y for x, y in ways]
    if min(stretches) < LEAST_FIT or max(stretches) > MOST_FIT:
        raise TrackError("the sections do not close to a circuit; give turns and lengths that come nearer to one")
    return [length * stretch for length, stretch in zip(lengths, stretches, strict=True)]


def _strip(track: Track, line: CentreLine, i: int) -> Strip:
    """Draw the left and the right side of a space, back to front."""
    if track.is_imperial[i]:
        borders = _imperial_borders(track, line)
        begin, end = borders[track.row[i] - 1], borders[track.row[i]]
        return _sides(line, begin, end, lambda along: _imperial_sides(track, line, along), finely=True)
    number, lane, row = track.section[i], track.lane[i], track.row[i]
    section = track.sections[number]
    count, length = dict(section.lanes)[lane], line.lengths[number]
    begin = line.begins[number] + length * (row - 1) / count
    end = begin + length / count
    if section.kind != "neck":
        return _sides(line, begin, end, *_lane_sides(track, i, begin, end))
    lanes = _lanes_beside(track, number)
    left, right = (1 - max(lanes)) * LANE_WIDTH, (2 - min(lanes)) * LANE_WIDTH

    def narrowing(along: float) -> tuple[float, float]:
        inset = (1 - WAIST) * (right - left) / 4 * (1 - cos(tau * (along - begin) / (end - begin)))
        return left + inset, right - inset

    return _sides(line, begin, end, narrowing, finely=True)


def _lane_sides(track: Track, i: int, begin: float, end: float) -> tuple[Across, bool]:
    """Give the sides of a space on a lane, and whether they need many points: a lane that begins or ends swings out."""
    number, lane, sections = track.section[i], track.lane[i], track.sections
    left, right = (1 - lane) * LANE_WIDTH, (2 - lane) * LANE_WIDTH
    inner = lane == sections[number].lanes[0][0]
    back, front = (sections[n % len(sections)] for n in (number - 1, number + 1))
    begins = track.row[i] == 1 and back.kind != "neck" and lane not in dict(back.lanes)
    ends = track.row[i] == dict(sections[number].lanes)[lane] and front.kind != "neck" and lane not in dict(front.lanes)

    def across(along: float) -> tuple[float, float]:
        cut = max(begins * (1 - _smooth((along - begin) / SWING)), ends * (1 - _smooth((end - along) / SWING)))
        cut *= LANE_WIDTH / 2
        return (left, right - cut) if inner else (left + cut, right)

    return across, begins or ends


def _lanes_beside(track: Track, number: int) -> list[int]:
    """List the lanes that a neck joins."""
    sections = track.sections
    beside = [dict(sections[n % len(sections)].lanes).keys() for n in (number - 1, number + 1)]
    return sorted(beside[0] & beside[1]) or [lane for lane, _ in sections[number].lanes]


def _smooth(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def _imperial_ends(track: Track, line: CentreLine) -> tuple[float, float, float, float]:
    """Give the ways along the line where the imperial lane begins, parts from the track, meets it again, and ends."""
    ends = []
    for name, side in ((track.imperial.enter_from, 1), (track.imperial.leave_to, 0)):
        i = track.index(name)
        number = track.section[i]
        space = line.lengths[number] / dict(track.sections[number].lanes)[track.lane[i]]
        ends.append((line.begins[number] + space * (track.row[i] - 1 + side), space * RAMP))
    (fork, before), (merge, behind) = ends
    fork -= line.begins[-1]
    return fork - before, fork, merge, merge + behind


def _imperial_borders(track: Track, line: CentreLine) -> list[float]:
    """Divide the imperial lane into its spaces, evenly on either side of the line."""
    begin, _, _, end = _imperial_ends(track, line)
    before, behind = track.imperial.line_after, track.imperial.spaces - track.imperial.line_after
    return [begin * (before - k) / before for k in range(before)] + [end * k / behind for k in range(behind + 1)]


def _imperial_sides(track: Track, line: CentreLine, along: float) -> tuple[float, float]:
    """Give the sides of the imperial lane: it swings out from the track, and back to it."""
    begin, fork, merge, end = _imperial_ends(track, line)
    edge = (2 - track.imperial.lane) * LANE_WIDTH
    median = MEDIAN * _smooth(min(along - fork, merge - along) / 0.8)
    width = LANE_WIDTH * (0.5 + 0.5 * _smooth(min(along - begin, end - along) / 1.1))
    return edge - median - width, edge - median


def _sides(line: CentreLine, begin: float, end: float, across: Across, finely: bool = False) -> Strip:
    """Draw the left and the right side of a piece of the track, in as many points as its bends need."""
    bends = line.turn_between(begin, end) / FINEST / 2
    pieces = 2 * max(ceil(6 * (end - begin)) if finely else 1, ceil(bends - ROUNDING))
    ways = [begin + (end - begin) * k / pieces for k in range(pieces + 1)]
    return [line.point(way, across(way)[0]) for way in ways], [line.point(way, across(way)[1]) for way in ways]


def _middle(left: list[Point], right: list[Point]) -> tuple[float, float, float]:
    """Find the middle of a space and its heading."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(left, right, strict=True)]
    half = len(middles) // 2
    (a, b), (c, d) = middles[half - 1], middles[half + 1]
    return *middles[half], atan2(d - b, c - a)


def _level(right: float) -> Callable[[float], tuple[float, float]]:
    """Keep both sides of a strip at one distance from the centre line."""
    return lambda along: (right, right)


def _walls(track: Track, line: CentreLine) -> tuple[tuple[Point, ...], ...]:
    """Draw the walls between the lanes of wall sections, and the one along the imperial lane."""
    walls = []
    for number, section in enumerate(track.sections):
        if section.kind == "wall":
            for lane, _ in section.lanes[:-1]:
                begin, end = line.begins[number], line.begins[number + 1]
                walls.append(tuple(_sides(line, begin, end, _level((1 - lane) * LANE_WIDTH))[0]))
    _, fork, merge, _ = _imperial_ends(track, line)
    edge = (2 - track.imperial.lane) * LANE_WIDTH

    def median(along: float) -> tuple[float, float]:
        middle = (_imperial_sides(track, line, along)[1] + edge) / 2
        return middle, middle

    walls.append(tuple(_sides(line, fork, merge, median, finely=True)[0]))
    return tuple(walls)


def _finish(track: Track, line: CentreLine) -> tuple[tuple[Point, Point], ...]:
    """Draw the finish line, across the track and across the imperial lane."""
    lanes = [lane for section in (track.sections[0], track.sections[-1]) for lane, _ in section.lanes]
    across = (1 - max(lanes)) * LANE_WIDTH, (2 - min(lanes)) * LANE_WIDTH
    pairs = (across, _imperial_sides(track, line, 0.0))
    return tuple((line.point(0.0, left), line.point(0.0, right)) for left, right in pairs)
