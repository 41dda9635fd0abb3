import copy
from dataclasses import replace
from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin

import pytest

from quadriga.games.avecaesar.geometry import LANE_WIDTH, CentreLine, Geometry, Point, geometry
from quadriga.games.avecaesar.track import Track, TrackError, builtin_tracks

TRACKS = builtin_tracks()
DRAWN = {name: geometry(track) for name, track in TRACKS.items()}
BOTH = pytest.mark.parametrize("name", list(TRACKS))


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    x, y = point
    odd = False
    for (a, b), (c, d) in pairwise((*outline, outline[0])):
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            odd = not odd
    return odd


def area(outline: tuple[Point, ...]) -> float:
    return sum(a * d - b * c for (a, b), (c, d) in pairwise((*outline, outline[0]))) / 2


def box(outline: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def common_area(a: tuple[Point, ...], b: tuple[Point, ...], step: float = 0.04) -> float:
    """Measure by a raster how much two outlines overlap."""
    (a0, a1, a2, a3), (b0, b1, b2, b3) = box(a), box(b)
    left, top, right, bottom = max(a0, b0), max(a1, b1), min(a2, b2), min(a3, b3)
    count = 0
    for i in range(int(max(0, right - left) / step) + 1):
        for j in range(int(max(0, bottom - top) / step) + 1):
            point = (left + (i + 0.5) * step, top + (j + 0.5) * step)
            count += inside(point, a) and inside(point, b)
    return count * step * step


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def ahead_and_right(drawn: Geometry, i: int, point: Point) -> tuple[float, float]:
    (x, y), heading = drawn.centres[i], drawn.headings[i]
    dx, dy = point[0] - x, point[1] - y
    return dx * cos(heading) + dy * sin(heading), -dx * sin(heading) + dy * cos(heading)


@BOTH
def test_the_circuit_closes_and_turns_once_round(name: str) -> None:
    line = CentreLine(TRACKS[name].sections)
    x, y, heading = line.frames[-1]
    assert hypot(x, y) < 1e-9 and heading == pytest.approx(2 * pi)
    for section, length in zip(TRACKS[name].sections, line.lengths, strict=True):
        assert section.length == pytest.approx(length, rel=0.01), "closing the circuit hardly stretches a section"


@BOTH
def test_no_two_spaces_overlap(name: str) -> None:
    outlines = DRAWN[name].outlines
    for i, a in enumerate(outlines):
        for b in outlines[:i]:
            assert common_area(a, b) < 0.01


@BOTH
def test_no_outline_crosses_itself_and_every_centre_lies_in_its_space(name: str) -> None:
    for centre, outline in zip(DRAWN[name].centres, DRAWN[name].outlines, strict=True):
        edges = list(pairwise((*outline, outline[0])))
        assert not any(crossing(*a, *b) for i, a in enumerate(edges) for b in edges[:i])
        assert inside(centre, outline)


@BOTH
def test_spaces_are_of_even_size(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    sizes = {space: area(outline) for space, outline in zip(track.spaces, drawn.outlines, strict=True)}
    assert min(sizes.values()) > 0.5, "the first and last space of the imperial lane are the smallest"
    assert all(
        0.6 < sizes[s] < 1.45 for i, s in enumerate(track.spaces) if not (track.is_imperial[i] or track.is_neck[i])
    )


@BOTH
def test_a_step_leads_to_a_near_space_ahead(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    for i, onward in enumerate(track.edges(True)):
        for b, _ in onward:
            ahead, aside = ahead_and_right(drawn, i, drawn.centres[b])
            assert 0.25 < ahead < 2 and abs(aside) < 1.5 and dist(drawn.centres[i], drawn.centres[b]) < 2


@BOTH
def test_a_step_straight_on_shares_an_edge(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    for i, onward in enumerate(track.edges(True)):
        for b, _ in onward:
            if track.lane[i] == track.lane[b]:
                gaps = sorted(min(dist(p, q) for q in drawn.outlines[b]) for p in drawn.outlines[i])
                corners = 1 if track.is_neck[i] or track.is_neck[b] else 2
                assert gaps[corners - 1] < 1e-6, (track.spaces[i], track.spaces[b])


@BOTH
def test_inner_lanes_lie_to_the_right_and_the_imperial_lane_outside(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    for i, mates in enumerate(track.row_mates):
        for j in mates:
            if track.lane[j] < track.lane[i]:
                _, right = ahead_and_right(drawn, i, drawn.centres[j])
                assert right == pytest.approx(LANE_WIDTH * (track.lane[i] - track.lane[j]), abs=0.15)
    home = [drawn.centres[i][1] for i in range(len(track.spaces)) if track.section[i] in (0, len(track.sections) - 1)]
    imperial = [drawn.centres[i][1] for i in range(len(track.spaces)) if track.is_imperial[i]]
    assert max(imperial) < min(home), "the home straight is on top, the imperial lane above it"


@BOTH
def test_the_steps_that_cross_the_drawn_line_are_those_that_cross_the_line(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    for i, onward in enumerate(track.edges(True)):
        for b, line in onward:
            a, c = drawn.centres[i], drawn.centres[b]
            assert any(crossing(a, c, *segment) for segment in drawn.finish) == line, (track.spaces[i], track.spaces[b])


@BOTH
def test_a_wall_stands_between_its_lanes_and_along_the_imperial_lane(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    walled = [n for n, section in enumerate(track.sections) if section.kind == "wall"]
    assert len(drawn.walls) == len(walled) + 1
    # A line may go right through the end of a piece: then it crosses the chord over that end.
    pieces = [piece for wall in drawn.walls for piece in (*pairwise(wall), *zip(wall, wall[2:], strict=False))]
    for i, centre in enumerate(drawn.centres):
        if track.section[i] in walled:
            others = [j for j in range(len(track.spaces)) if track.section[j] == track.section[i]]
        elif track.is_imperial[i] and 1 < track.row[i] < track.imperial.spaces:
            others = [j for j in range(len(track.spaces)) if track.section[j] in (0, len(track.sections) - 1)]
        else:
            continue
        across = [drawn.centres[j] for j in others if track.lane[j] != track.lane[i]]
        nearest = min(across, key=lambda other: dist(other, centre))
        assert any(crossing(centre, nearest, *piece) for piece in pieces)


@BOTH
def test_neighbours_have_nearly_the_same_heading(name: str) -> None:
    track, drawn = TRACKS[name], DRAWN[name]
    for i, onward in enumerate(track.edges(True)):
        for b, _ in onward:
            turn = (drawn.headings[b] - drawn.headings[i] + pi) % (2 * pi) - pi
            assert abs(turn) < radians(115)


@BOTH
def test_the_bounds_hold_every_point(name: str) -> None:
    drawn = DRAWN[name]
    left, top, right, bottom = drawn.bounds
    points = [p for part in (*drawn.outlines, *drawn.walls, *drawn.finish) for p in part]
    assert all(left - 1e-9 <= x <= right + 1e-9 and top - 1e-9 <= y <= bottom + 1e-9 for x, y in points)


def plain(track: Track, turn: float | None = None) -> Track:
    """Forget how a track is drawn, except for its curves."""
    sections = [replace(s, length=None, turn=s.turn if s.kind == "wall" else 0.0) for s in track.sections]
    if turn is not None:
        sections = [replace(s, turn=turn) for s in sections]
    return replace(copy.copy(track), sections=tuple(sections))


def test_a_circuit_without_lengths_is_stretched_until_it_closes() -> None:
    line = CentreLine(plain(TRACKS["circus-a"]).sections)
    assert hypot(*line.frames[-1][:2]) < 1e-9
    assert min(line.lengths) > 0.4


def test_sections_that_cannot_close_are_refused() -> None:
    with pytest.raises(TrackError, match="all lie in one direction"):
        geometry(plain(TRACKS["circus-a"], turn=0))
    with pytest.raises(TrackError, match="do not close to a circuit"):
        geometry(plain(TRACKS["circus-b"]))
