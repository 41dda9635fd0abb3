"""The tracks as arrays that the rules read: what lies k steps ahead of a space, from where, and across which line.

Rows are filled in place, so that a track added later is known to the interpreted rules at once and to rules compiled
afterwards. The first index is the number of the track, the second the direction (0 clockwise).
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

import numpy as np

from quadriga.errors import OptionError

from .checks import check
from .numbering import SPACES
from .track import Track, TrackError, builtin_tracks, load_track

TRACKS = 8
STEPS = 7
AHEAD = 8
"""The most spaces that lie exactly so many steps ahead of one space."""
HALF = 48
"""Bits in each of the two words that hold a set of spaces."""

LAYER = np.zeros((TRACKS, 2, SPACES, STEPS, AHEAD), np.int16)
LAYERS = np.zeros((TRACKS, 2, SPACES, STEPS), np.int16)
CROSSES = np.zeros((TRACKS, 2, SPACES, STEPS, AHEAD), np.int16)
BEFORE = np.zeros((TRACKS, 2, SPACES, 2), np.int64)
"""The spaces one step behind a space, as bits."""
BIT = np.zeros((SPACES, 2), np.int64)
LINE = np.zeros((TRACKS, 2, 2), np.int64)
"""The spaces from which one step crosses the line, as bits."""
INSIDE = np.zeros((TRACKS, 2, SPACES, 2), np.int64)
"""The spaces one step behind a space on the same side of the line, as bits."""
RANK = np.zeros((TRACKS, 2, SPACES), np.int64)
LAP = np.zeros(TRACKS, np.int64)
NECK = np.zeros((TRACKS, SPACES), np.int16)
IMPERIAL = np.zeros((TRACKS, SPACES), np.int16)
ROW = np.zeros((TRACKS, SPACES, 2), np.int64)
ROW_SIZE = np.zeros((TRACKS, SPACES), np.int16)
START = np.zeros((TRACKS, 2, 6), np.int16)
WAY = np.zeros((TRACKS, 2, SPACES + 1, 4), np.int64)
"""Least steps to the fourth crossing on an empty track, by space and crossings made; 0 at FINISH."""
DUTIFUL_WAY = np.zeros((TRACKS, 2, SPACES + 1, 4), np.int64)
"""The same by the emperor, for whoever still has to hail him."""
LANE_AHEAD = np.zeros((TRACKS, 2, SPACES), np.int16)
"""Whether the entry of the imperial lane can still be reached before the line."""

for _space in range(SPACES):
    BIT[_space, _space // HALF] = 1 << _space % HALF

_tracks: list[Track] = []


def bits(spaces: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Write a set of spaces as two words."""
    words = np.zeros(2, np.int64)
    for space in spaces:
        words |= BIT[space]
    return words


def fill(number: int, track: Track) -> None:
    """Write a track into the tables."""
    count = len(track.spaces)
    LAP[number] = track.lap_shortest * track.rank_scale
    for space in range(count):
        NECK[number, space] = track.is_neck[space]
        IMPERIAL[number, space] = track.is_imperial[space]
        row = track.row_mates[space]
        ROW[number, space] = bits(row)
        ROW_SIZE[number, space] = len(row)
    for direction in range(2):
        fill_direction(number, direction, track, count)


def fill_direction(number: int, direction: int, track: Track, count: int) -> None:
    """Write the tables of a track driven one way."""
    clockwise = direction == 0
    edges = track.edges(clockwise)
    RANK[number, direction, :count] = track.rank_number(clockwise)
    START[number, direction] = track.starts(clockwise)
    LINE[number, direction] = bits([x for x in range(count) if any(crosses for _, crosses in edges[x])])
    behind: list[list[tuple[int, bool]]] = [[] for _ in range(count)]
    for x in range(count):
        for y, crosses in edges[x]:
            behind[y].append((x, crosses))
    for y in range(count):
        BEFORE[number, direction, y] = bits([x for x, _ in behind[y]])
        INSIDE[number, direction, y] = bits([x for x, crosses in behind[y] if not crosses])
    for x in range(count):
        reached = {x: 0}
        for step in range(1, STEPS):
            reached = {y: crossed + crosses for z, crossed in reached.items() for y, crosses in edges[z]}
            if len(reached) > AHEAD:
                raise TrackError(f"{track.name}: {len(reached)} spaces lie {step} steps ahead of one, at most {AHEAD}")
            LAYERS[number, direction, x, step] = len(reached)
            for j, y in enumerate(sorted(reached)):
                LAYER[number, direction, x, step, j] = y
                CROSSES[number, direction, x, step, j] = reached[y]
    for table, ways in ((WAY, track.way_left(clockwise)), (DUTIFUL_WAY, track.way_left(clockwise, duty=True))):
        for crossings in range(4):
            for x in range(count):
                table[number, direction, x, crossings] = ways[4 - crossings][x]
    LANE_AHEAD[number, direction, :count] = track.can_reach_imperial(clockwise)


def add_track(source: str | PathLike[str] | Track) -> Track:
    """Add a track, given or in a file, under its name; the same one twice is fine."""
    track = source if isinstance(source, Track) else load_track(Path(source))
    check(track)
    for known in _tracks:
        if known.name == track.name:
            if known == track:
                return known
            raise OptionError(f"there is another track named {track.name!r}; rename yours")
    if len(_tracks) == TRACKS:
        raise OptionError(f"there is room for {TRACKS} tracks")
    fill(len(_tracks), track)
    _tracks.append(track)
    return track


def tracks() -> tuple[Track, ...]:
    """Return all known tracks, by their number."""
    return tuple(_tracks)


for _track in builtin_tracks().values():
    add_track(_track)
