"""The tracks as arrays that the rules read: spaces, lanes, ways left; `fronts` has what lies ahead.

Rows are filled in place, so that a track added later is known to the interpreted rules at once and to rules compiled
afterwards. The first index is the number of the track, the second the direction (0 clockwise).
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np

from quadriga.errors import OptionError

from .checks import check
from .fronts import TRACKS, bits, fill_fronts
from .numbering import SPACES
from .track import Track, builtin_tracks, load_track

RANK = np.zeros((TRACKS, 2, SPACES), np.int64)
LAP = np.zeros(TRACKS, np.int64)
NECK = np.zeros((TRACKS, SPACES), np.int16)
LANE_NUMBER = np.zeros((TRACKS, SPACES), np.int64)
"""The lane of a space, counted from the inside; the imperial lane is the outermost."""
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
TO_LANE = np.zeros((TRACKS, 2, SPACES), np.int16)
"""Least steps into the imperial lane; 0 inside it, and where it cannot be reached before the line."""
TO_NECK = np.zeros((TRACKS, 2, SPACES), np.int16)
"""Least steps to the next neck; 0 on a track without any."""

_tracks: list[Track] = []


def fill(number: int, track: Track) -> None:
    """Write a track into the tables."""
    count = len(track.spaces)
    LAP[number] = track.lap_shortest * track.rank_scale
    for space in range(count):
        NECK[number, space] = track.is_neck[space]
        LANE_NUMBER[number, space] = track.lane[space]
        IMPERIAL[number, space] = track.is_imperial[space]
        row = track.row_mates[space]
        ROW[number, space] = bits(row)
        ROW_SIZE[number, space] = len(row)
    for direction in range(2):
        fill_direction(number, direction, track, count)


def fill_direction(number: int, direction: int, track: Track, count: int) -> None:
    """Write the tables of a track driven one way."""
    clockwise = direction == 0
    RANK[number, direction, :count] = track.rank_number(clockwise)
    START[number, direction] = track.starts(clockwise)
    LANE_AHEAD[number, direction, :count] = track.can_reach_imperial(clockwise)
    TO_NECK[number, direction, :count] = track.steps_to(track.is_neck, clockwise)
    to_lane = track.steps_to(track.is_imperial, clockwise, before_line=True)
    TO_LANE[number, direction, :count] = [0 if track.is_imperial[x] else to_lane[x] for x in range(count)]
    fill_fronts(number, direction, track)
    for table, ways in ((WAY, track.way_left(clockwise)), (DUTIFUL_WAY, track.way_left(clockwise, duty=True))):
        for crossings in range(4):
            for x in range(count):
                table[number, direction, x, crossings] = ways[4 - crossings][x]


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
