"""The facts that a race is drawn from: every track with the outline of its spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .geometry import Point, geometry
from .tables import tracks
from .track import Track


def rounded(points: Iterable[Point]) -> list[list[float]]:
    """Write points with as many digits as a drawing needs."""
    return [[round(x, 3), round(y, 3)] for x, y in points]


def draw_track(track: Track) -> dict[str, Any]:
    """Show a track: the unit is the length of a space; x grows to the right, y downwards."""
    drawn = geometry(track)
    return {
        "title": track.title,
        "spaces": [
            {
                "name": name,
                "section": section,
                "lane": lane,
                "centre": rounded([centre])[0],
                "heading": round(heading, 4),
                "outline": rounded(outline),
            }
            for name, section, lane, centre, heading, outline in zip(
                track.spaces, track.section, track.lane, drawn.centres, drawn.headings, drawn.outlines, strict=True
            )
        ],
        "walls": [rounded(wall) for wall in drawn.walls],
        "finish": [rounded(line) for line in drawn.finish],
        "bounds": [round(side, 3) for side in drawn.bounds],
    }


def drawing() -> dict[str, Any]:
    """Show the tracks by their names."""
    return {"tracks": {track.name: draw_track(track) for track in tracks()}}
