"""What lies ahead of a chariot, as arrays that the rules read.

Where a chariot stands, on which track, which way it drives and whether on the last lap is one number, its *stand*. The
spaces that lie k steps ahead are few: they are numbered from 0 by their own numbers, and a set of them is a number
with a bit for each. A *front* is what a chariot reaches in k steps. On the last lap FINISH is among the spaces ahead,
behind all others, and whoever has reached it stays there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from .numbering import FINISH, SPACES
from .track import Track, TrackError

TRACKS = 8
STEPS = 7
AHEAD = 8
"""The most spaces that lie exactly this many steps ahead of one space; FINISH may come on top."""
HALF = 48
"""Bits in each of the two words that hold a set of spaces of the whole track."""
STANDS = 2 * TRACKS * 2 * SPACES
Edges = Sequence[Sequence[tuple[int, bool]]]
"""The steps from every space, each with whether it crosses the line."""
HERE = 1
"""The front of no step: the space a chariot stands on."""

LAYERS = np.zeros((STANDS, STEPS), np.int16)
"""How many spaces lie this many steps ahead."""
LAYER = np.zeros((STANDS, STEPS, AHEAD + 1), np.int16)
"""The spaces that lie this many steps ahead."""
LAYER_SET = np.zeros((STANDS, STEPS, 2), np.int64)
"""The same in the two words that hold a set of spaces."""
CROSSES = np.zeros((STANDS, STEPS, AHEAD + 1), np.int16)
"""How often the way to each of them crosses the line."""
FROM = np.zeros((STANDS, STEPS, AHEAD + 1), np.int16)
"""From which of those one step nearer a step leads to each of them, as bits; on the last lap none across the line."""
ALONE = np.zeros((STANDS, STEPS), np.int16)
"""The front of a chariot that is alone on the track."""
LANE = np.zeros((STANDS, STEPS), np.int16)
"""Which of them are in the imperial lane, as bits."""
WAITING = np.zeros((STANDS, STEPS), np.int16)
"""Where of them a chariot that waits for the lane may end, as bits: in the lane, or with its entry still ahead."""
LANE_AT_STAKE = np.zeros(STANDS, np.int16)
"""Whether the imperial lane lies ahead and a card could end where it can no longer be reached."""
BIT = np.zeros((SPACES + 1, 2), np.int64)
"""A space in the two words that hold a set of spaces; FINISH is never taken."""

for _space in range(SPACES):
    BIT[_space, _space // HALF] = 1 << _space % HALF


def stand(track: int, direction: int, space: int, last_lap: int) -> int:
    """Number where a chariot stands: track, way of driving, space, and whether on the last lap."""
    return ((last_lap * TRACKS + track) * 2 + direction) * SPACES + space


def bits(spaces: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Write a set of spaces as two words."""
    words = np.zeros(2, np.int64)
    for space in spaces:
        words |= BIT[space]
    return words


def front(chosen: Iterable[object]) -> int:
    """Write which of the spaces this many steps ahead are chosen, as bits."""
    return sum(1 << j for j, one in enumerate(chosen) if one)


def spaces_ahead(at: int, step: int) -> list[int]:
    """List the spaces this many steps ahead of a stand, FINISH among them on the last lap."""
    found: list[int] = LAYER[at, step, : LAYERS[at, step]].tolist()
    return found


def layers_ahead(track: Track, clockwise: bool, space: int) -> list[dict[int, int]]:
    """Find the spaces that lie 0, 1, 2 ... steps ahead of one, each with how often the way there crosses the line."""
    edges = track.edges(clockwise)
    layers = [{space: 0}]
    for step in range(1, STEPS):
        reached = {y: crossed + crosses for x, crossed in layers[-1].items() for y, crosses in edges[x]}
        if len(reached) > AHEAD:
            raise TrackError(f"{track.name}: {len(reached)} spaces lie {step} steps ahead of one, at most {AHEAD}")
        layers.append(dict(sorted(reached.items())))
    return layers


def last_steps(edges: Edges) -> list[list[tuple[int, bool]]]:
    """Find the steps from every space on the last lap: across the line to FINISH, and from there nowhere else."""
    steps = [[(FINISH if crosses else y, False) for y, crosses in edges[x]] for x in range(len(edges))]
    return [*steps, *([] for _ in range(len(edges), FINISH)), [(FINISH, False)]]


def fill_fronts(number: int, direction: int, track: Track) -> None:
    """Write what lies ahead of every space of a track driven one way."""
    edges, lane_ahead = track.edges(direction == 0), track.can_reach_imperial(direction == 0)
    for space in range(len(track.spaces)):
        layers = layers_ahead(track, direction == 0, space)
        for last_lap in range(2):
            at = stand(number, direction, space, last_lap)
            steps = last_steps(edges) if last_lap else edges
            nearer: list[int] = []
            for step, layer in enumerate(layers):
                finish = last_lap and any(y == FINISH for x in nearer for y, _ in steps[x])
                spaces = [*layer, FINISH] if finish else list(layer)
                LAYERS[at, step] = len(spaces)
                LAYER[at, step, : len(spaces)] = spaces
                LAYER_SET[at, step] = bits(layer)
                CROSSES[at, step, : len(layer)] = list(layer.values())
                LANE[at, step] = front(track.is_imperial[x] for x in layer)
                WAITING[at, step] = front(
                    track.is_imperial[x] or (lane_ahead[x] and not crossed) for x, crossed in layer.items()
                )
                for j, y in enumerate(spaces):
                    FROM[at, step, j] = front(any(z == y for z, _ in steps[x]) for x in nearer)
                before = ALONE[at, step - 1] if step > 0 else 0
                ALONE[at, step] = front(FROM[at, step, j] & before for j in range(len(spaces))) if step > 0 else HERE
                nearer = spaces
            passed = (ALONE[at, 1:] & ~WAITING[at, 1:]).any()
            LANE_AT_STAKE[at] = lane_ahead[space] and not track.is_imperial[space] and passed
