"""A track: the facts of its file, and what follows from them (AVE-M1).

A track is a ring of sections, clockwise, the first right behind the finish line. An `open` section is rows of lanes
with free lane changes, a `wall` section has a wall between its lanes and a length of its own per lane, a `neck` is one
space over the full width. Lane 1 is inside, lane 2 outside, lane 0 extra on the infield; the imperial lane K lies
outside of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Any

from .checks import check
from .facts import IMPERIAL, ImperialLane, Section, TrackError, read_facts, read_yaml

__all__ = ["ImperialLane", "Section", "Track", "TrackError", "builtin_tracks", "load_track", "read_track"]

FOLDER = Path(__file__).parent / "tracks"
CROSSINGS = 4
"""Crossings of the line in a race: the first three begin the laps, the fourth finishes (AVE-S4)."""
DUTY = (3, 2)
"""Crossings still due on the first and the second lap, when the imperial lane is to be entered (AVE-C1)."""
NO_WAY = 9999

Edges = tuple[tuple[tuple[int, bool], ...], ...]


@dataclass(frozen=True)
class Track:
    """A track; spaces are numbered in the order of the sections, their lanes and rows, then the imperial lane."""

    name: str
    title: str
    status: str
    sections: tuple[Section, ...]
    imperial: ImperialLane
    start: tuple[tuple[str, ...], tuple[str, ...]]

    @cached_property
    def _places(self) -> tuple[tuple[str, int, int, int], ...]:
        """List name, section, lane and row of every space; the imperial lane counts as one more section."""
        places = []
        for number, section in enumerate(self.sections):
            for lane, length in section.lanes:
                for row in range(1, length + 1):
                    neck = section.kind == "neck"
                    places.append((f"{section.id}.{lane}" + ("" if neck else f".{row}"), number, lane, row))
        for row in range(1, self.imperial.spaces + 1):
            places.append((f"{IMPERIAL}.{row}", len(self.sections), self.imperial.lane, row))
        return tuple(places)

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """Name the spaces."""
        return tuple(place[0] for place in self._places)

    @cached_property
    def section(self) -> tuple[int, ...]:
        """Give the section of each space; the imperial lane is the one behind the last."""
        return tuple(place[1] for place in self._places)

    @cached_property
    def lane(self) -> tuple[int, ...]:
        """Give the lane of each space."""
        return tuple(place[2] for place in self._places)

    @cached_property
    def row(self) -> tuple[int, ...]:
        """Give the place of each space on its lane in its section, from 1, clockwise."""
        return tuple(place[3] for place in self._places)

    @cached_property
    def is_neck(self) -> tuple[bool, ...]:
        """Tell which spaces are bottlenecks."""
        kinds = [section.kind for section in self.sections] + ["imperial"]
        return tuple(kinds[number] == "neck" for number in self.section)

    @cached_property
    def is_imperial(self) -> tuple[bool, ...]:
        """Tell which spaces are in the imperial lane."""
        return tuple(number == len(self.sections) for number in self.section)

    def index(self, name: str) -> int:
        """Give the number of the space of this name."""
        if name not in self.spaces:
            raise TrackError(f"{self.name}: there is no space {name!r}")
        return self.spaces.index(name)

    @cached_property
    def _edges(self) -> tuple[Edges, Edges]:
        """Derive the steps (AVE-T2, AVE-T3), counter-clockwise and clockwise."""
        at = {place[1:]: i for i, place in enumerate(self._places)}
        steps: list[tuple[int, int, bool]] = []
        for number, section in enumerate(self.sections):
            following = (number + 1) % len(self.sections)
            onward = self.sections[following]
            for lane, length in section.lanes:
                for row in range(1, length):
                    near = [m for m, _ in section.lanes if abs(m - lane) <= (section.kind == "open")]
                    steps += [(at[number, lane, row], at[number, m, row + 1], False) for m in near]
                narrow = "neck" in (section.kind, onward.kind)
                near = [m for m, _ in onward.lanes if narrow or abs(m - lane) <= 1]
                steps += [(at[number, lane, length], at[following, m, 1], following == 0) for m in near]
        imperial = [self.index(f"{IMPERIAL}.{row}") for row in range(1, self.imperial.spaces + 1)]
        way = [self.index(self.imperial.enter_from), *imperial, self.index(self.imperial.leave_to)]
        steps += [(way[k], way[k + 1], k == self.imperial.line_after) for k in range(len(way) - 1)]
        return self._sorted([(b, a, line) for a, b, line in steps]), self._sorted(steps)

    def _sorted(self, steps: list[tuple[int, int, bool]]) -> Edges:
        out: list[list[tuple[int, bool]]] = [[] for _ in self.spaces]
        for a, b, line in sorted(steps, key=lambda step: (self.lane[step[1]], step[1])):
            out[a].append((b, line))
        return tuple(map(tuple, out))

    def edges(self, clockwise: bool) -> Edges:
        """List for each space the steps onward, by lane and number: the space and whether the step crosses the line."""
        return self._edges[clockwise]

    @cached_property
    def lap_shortest(self) -> int:
        """Count the steps of the shortest lap: the rows of all sections."""
        return sum(section.rows for section in self.sections)

    @cached_property
    def _rank(self) -> tuple[Fraction, ...]:
        """Rank the spaces along a clockwise lap, interpolated between the rows where the lanes meet (AVE-L6)."""
        before = [sum(section.rows for section in self.sections[:number]) for number in range(len(self.sections))]
        ranks = []
        for number, lane, row in zip(self.section, self.lane, self.row, strict=True):
            if number < len(self.sections):
                section = self.sections[number]
                ranks.append(before[number] + Fraction((section.rows + 1) * row, dict(section.lanes)[lane] + 1))
            else:
                a, b = ranks[self.index(self.imperial.enter_from)], ranks[self.index(self.imperial.leave_to)]
                rank = a + (b + self.lap_shortest - a) * row / (self.imperial.spaces + 1)
                ranks.append(rank - self.lap_shortest * (row > self.imperial.line_after))
        return tuple(ranks)

    def rank(self, clockwise: bool) -> tuple[Fraction, ...]:
        """Rank the spaces along a lap; equal rank is level (AVE-L6)."""
        return self._rank if clockwise else tuple(self.lap_shortest + 1 - rank for rank in self._rank)

    @cached_property
    def rank_scale(self) -> int:
        """Give the least number that makes every rank whole."""
        return lcm(*(rank.denominator for rank in self._rank))

    def rank_number(self, clockwise: bool) -> tuple[int, ...]:
        """Rank the spaces in whole numbers: `rank` times `rank_scale`."""
        return tuple(int(rank * self.rank_scale) for rank in self.rank(clockwise))

    @cached_property
    def row_mates(self) -> tuple[tuple[int, ...], ...]:
        """List the spaces of each space's row, itself too: those level with it in its section (AVE-L5)."""
        rows: dict[tuple[int, Fraction], list[int]] = {}
        for i, key in enumerate(zip(self.section, self._rank, strict=True)):
            rows.setdefault(key, []).append(i)
        return tuple(tuple(rows[key]) for key in zip(self.section, self._rank, strict=True))

    def starts(self, clockwise: bool) -> tuple[int, ...]:
        """Give the spaces of the grid, positions I to VI."""
        return tuple(self.index(name) for name in self.start[clockwise])

    def way_left(self, clockwise: bool, *, duty: bool = False) -> tuple[tuple[int, ...], ...]:
        """Count the steps on an empty track to the n-th crossing from here: `way_left(...)[n][space]`, n from 0 to 4.

        With the duty, n is the crossings due to the finish, and the way enters the imperial lane on the first or second
        lap; `NO_WAY` where it cannot.
        """
        edges = self.edges(clockwise)
        done = self.way_left(clockwise) if duty else ()
        ways = [[NO_WAY if duty else 0] * len(self.spaces)]
        for due in range(1, CROSSINGS + 1):
            way = [NO_WAY] * len(self.spaces)
            before: list[int] = []
            while way != before:
                before = list(way)
                for i, steps in enumerate(edges):
                    for b, line in steps:
                        way[i] = min(way[i], 1 + (ways[due - 1] if line else way)[b])
                        if duty and due in DUTY and self.is_imperial[b] and not self.is_imperial[i]:
                            way[i] = min(way[i], 1 + done[due][b])
            ways.append(way)
        return tuple(tuple(way) for way in ways)

    def steps_to(self, goals: Sequence[bool], clockwise: bool, *, before_line: bool = False) -> tuple[int, ...]:
        """Count the steps from each space to the next of some spaces on an empty track; 0 where none can be reached."""
        edges = self.edges(clockwise)
        steps = [NO_WAY] * len(self.spaces)
        before: list[int] = []
        while steps != before:
            before = list(steps)
            for i, onward in enumerate(edges):
                for b, line in onward:
                    if not (before_line and line):
                        steps[i] = min(steps[i], 1 if goals[b] else 1 + steps[b])
        return tuple(0 if count >= NO_WAY else count for count in steps)

    def can_reach_imperial(self, clockwise: bool) -> tuple[bool, ...]:
        """Tell from which spaces the imperial lane can be entered before the next crossing; inside it, it is so."""
        edges = self.edges(clockwise)
        reach = list(self.is_imperial)
        before: list[bool] = []
        while reach != before:
            before = reach
            reach = [now or any(before[b] and not line for b, line in edges[i]) for i, now in enumerate(before)]
        return tuple(reach)


def read_track(data: Mapping[str, Any], name: str) -> Track:
    """Make a track of the content of a track file; `check` tells whether it can be raced on."""
    return Track(**read_facts(data, name))


def load_track(path: Path | str) -> Track:
    """Read a track file and check it."""
    path = Path(path)
    track = read_track(read_yaml(path), path.stem)
    check(track)
    return track


def builtin_tracks() -> dict[str, Track]:
    """Load the tracks that come with the game, by name."""
    return {path.stem: load_track(path) for path in sorted(FOLDER.glob("*.yaml"))}
