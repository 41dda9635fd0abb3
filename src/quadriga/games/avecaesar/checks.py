"""What a track must be to be raced on. Each check says what is wrong in words of the track file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import DIRECTIONS, TrackError
from .geometry import CentreLine

if TYPE_CHECKING:
    from .track import Track

MOST_SPACES = 96
GRID = 6
LEAST_IMPERIAL = 6
"""Spaces of the shortest imperial lane: no card drives through six without a stop (AVE-C1)."""
LEAST_LAP = 6
"""Steps of the shortest lap: no card crosses the line twice."""
DECK_POINTS = 84
RACE = 4
"""Crossings of the line in a race (AVE-S4)."""


def check(track: Track) -> None:
    """Refuse a track that cannot be raced on, with the reason."""
    for refuse in (_size, _names, _lanes, _imperial_lane, _grids, _entry, _connected, _necks, _lap, _race, _circuit):
        reason = refuse(track)
        if reason is not None:
            raise TrackError(f"{track.name}: {reason}")


def _size(track: Track) -> str | None:
    spaces = sum(length for section in track.sections for _, length in section.lanes) + track.imperial.spaces
    return f"{spaces} spaces are too many; at most {MOST_SPACES}" if spaces > MOST_SPACES else None


def _names(track: Track) -> str | None:
    ids = [section.id for section in track.sections]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    return f"two sections are called {twice[0]}" if twice else None


def _lanes(track: Track) -> str | None:
    """Refuse dead ends, in either direction."""
    for section, onward in zip(track.sections, track.sections[1:] + track.sections[:1], strict=True):
        if "neck" in (section.kind, onward.kind):
            continue
        here, there = [lane for lane, _ in section.lanes], [lane for lane, _ in onward.lanes]
        for lane in here:
            if all(abs(lane - other) > 1 for other in there):
                return f"lane {lane} of {section.id} is a dead end: no lane of {onward.id} lies next to it"
        for lane in there:
            if all(abs(lane - other) > 1 for other in here):
                return f"lane {lane} of {onward.id} is a dead end backwards: no lane of {section.id} lies next to it"
    return None


def _imperial_lane(track: Track) -> str | None:
    imperial = track.imperial
    if imperial.spaces < LEAST_IMPERIAL:
        return f"the imperial lane has {imperial.spaces} spaces; it needs {LEAST_IMPERIAL} to catch every move (AVE-C1)"
    if not 1 <= imperial.line_after < imperial.spaces:
        return f"the line must lie between two spaces of the imperial lane, not after space {imperial.line_after}"
    for field, name in (("entered from", imperial.enter_from), ("left to", imperial.leave_to)):
        if name not in track.spaces or track.is_imperial[track.index(name)]:
            return f"the imperial lane is {field} {name!r}, which is no space of the track"
        if track.lane[track.index(name)] != imperial.lane - 1:
            return f"the imperial lane is {field} {name}, which is not on lane {imperial.lane - 1}, the one next to it"
    if any(lane >= imperial.lane for section in track.sections for lane, _ in section.lanes):
        return f"the imperial lane must lie outside of all lanes; lane {imperial.lane} does not"
    enter, leave = track.index(imperial.enter_from), track.index(imperial.leave_to)
    ranks = track.rank(True)
    if ranks[leave] >= ranks[enter]:
        return f"the imperial lane does not pass the line once: {imperial.leave_to} is not behind it"
    return None


def _grids(track: Track) -> str | None:
    for clockwise, direction in enumerate(DIRECTIONS):
        grid = track.start[clockwise]
        if len(grid) != GRID:
            return f"the {direction} grid has {len(grid)} places; it needs {GRID}"
        before = len(track.sections) - 1 if clockwise else 0
        for name in grid:
            if name not in track.spaces:
                return f"the {direction} grid names {name!r}, which is no space of the track"
            if grid.count(name) > 1:
                return f"the {direction} grid names {name} twice"
            if track.section[track.index(name)] != before:
                return f"{name} of the {direction} grid is not in {track.sections[before].id}, right before the line"
    return None


def _entry(track: Track) -> str | None:
    """Refuse a lane that can be entered before lap 1 begins: no homage would be due there, and none be paid."""
    for clockwise, direction in enumerate(DIRECTIONS):
        reach = track.can_reach_imperial(bool(clockwise))
        for i in track.starts(bool(clockwise)):
            if reach[i]:
                return (
                    f"the imperial lane can be entered from {track.spaces[i]} of the {direction} grid; "
                    "it is for laps 1 and 2 (AVE-C1)"
                )
    return None


def _reached(track: Track, start: int, clockwise: bool, without: int | None = None) -> set[int]:
    """Collect the spaces that can be driven to from a space, itself only over a whole lap."""
    reached: set[int] = set()
    open_ends = [start]
    while open_ends:
        for b, _ in track.edges(clockwise)[open_ends.pop()]:
            if b not in reached and b != without:
                reached.add(b)
                open_ends.append(b)
    return reached


def _connected(track: Track) -> str | None:
    for clockwise, direction in enumerate(DIRECTIONS):
        reached = _reached(track, track.starts(bool(clockwise))[0], bool(clockwise))
        for i, name in enumerate(track.spaces):
            if i not in reached:
                return f"{name} cannot be reached from the {direction} grid"
    return None


def _necks(track: Track) -> str | None:
    for neck, name in enumerate(track.spaces):
        if track.is_neck[neck]:
            for i in range(len(track.spaces)):
                if i != neck and i in _reached(track, i, True, without=neck):
                    return f"the neck {name} is no bottleneck: there is a way past it"
    return None


def _lap(track: Track) -> str | None:
    """Refuse laps shorter or longer than their ranks say, and those that a card can drive round."""
    laps = [way[2] - way[1] for way in (_ways(track, i) for i in track.starts(True))]
    if min(laps) != track.lap_shortest:
        return f"the shortest lap takes {min(laps)} steps, but the rows count {track.lap_shortest}"
    if track.lap_shortest < LEAST_LAP:
        return f"a lap takes {track.lap_shortest} steps; it needs {LEAST_LAP}, or a card could cross the line twice"
    return None


def _ways(track: Track, i: int) -> tuple[int, ...]:
    return tuple(way[i] for way in track.way_left(True))


def _race(track: Track) -> str | None:
    for clockwise, direction in enumerate(DIRECTIONS):
        ways = track.way_left(bool(clockwise), duty=True)[RACE]
        for i in track.starts(bool(clockwise)):
            if ways[i] > DECK_POINTS:
                return (
                    f"the race from {track.spaces[i]}, {direction}, takes {ways[i]} points at least; "
                    f"a deck has {DECK_POINTS}"
                )
    return None


def _circuit(track: Track) -> str | None:
    """Refuse what cannot be drawn as one ring."""
    turn = sum(section.turn for section in track.sections)
    if abs(turn - 360) >= 0.01:
        return f"the sections turn by {turn:g} degrees in all; a circuit turns by 360"
    try:
        CentreLine(track.sections)
    except TrackError as error:
        return str(error)
    return None
