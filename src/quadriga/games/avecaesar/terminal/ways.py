"""How far it is to the end of the race, for the chariots and after each move: what a driver counts all the time."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..tables import tracks
from ..track import CROSSINGS, NO_WAY, Track

Chariot = dict[str, Any]
CLOCKWISE = "clockwise"
HOMAGE_LAPS = (1, 2)
"""The laps on which the imperial lane is to be entered (AVE-C1)."""


def track_of(view: dict[str, Any]) -> Track:
    """Find the track of a race."""
    return next(track for track in tracks() if track.name == view["track"])


@cache
def _ways(name: str, clockwise: bool, duty: bool) -> tuple[tuple[int, ...], ...]:
    return next(track for track in tracks() if track.name == name).way_left(clockwise, duty=duty)


def steps_left(view: dict[str, Any], space: int, crossings: int, duty: bool) -> int:
    """Count the least steps to the end of the race, by the emperor if homage is due; NO_WAY if that is too late."""
    return _ways(view["track"], view["direction"] == CLOCKWISE, duty)[CROSSINGS - crossings][space]


def must_hail(chariot: Chariot) -> bool:
    """Tell whether a chariot has its denarius still to pay, and in time."""
    return bool(chariot["denarius"] and not chariot["disqualified"])


def spare_points(view: dict[str, Any], chariot: Chariot) -> int | None:
    """Count the points a racing chariot has beyond its shortest way left; None where there is no way in time."""
    steps = steps_left(view, chariot["number"] - 1, chariot["crossings"], must_hail(chariot))
    return None if steps >= NO_WAY else chariot["points"] - steps


def progress(view: dict[str, Any], chariot: Chariot) -> float:
    """Measure how far a racing chariot is: laps, then the rank of its space (AVE-L6)."""
    track = track_of(view)
    rank = track.rank(view["direction"] == CLOCKWISE)[chariot["number"] - 1]
    return float(chariot["crossings"] * track.lap_shortest + rank)


class Drive:
    """What a legal move does: where it ends, what it costs beyond the shortest way."""

    def __init__(self, view: dict[str, Any], legal: dict[str, Any]) -> None:
        track, chariot = track_of(view), view["chariots"][view["turn"]]
        origin = chariot["number"] - 1
        way = [track.index(name) for name in legal["way"]]
        edges = track.edges(view["direction"] == CLOCKWISE)
        crossed = sum(dict(edges[a])[b] for a, b in zip([origin, *way], way, strict=False))
        duty = must_hail(chariot)
        self.card: int = legal["card"]
        self.finishes = legal["space"] is None
        self.target = -1 if self.finishes else way[-1]
        self.lap = chariot["crossings"] + 1 if crossed and not self.finishes else 0
        """The lap that begins on the way, or 0."""
        self.imperial = not self.finishes and track.is_imperial[self.target]
        self.pays = duty and self.imperial and not track.is_imperial[origin] and chariot["crossings"] in HOMAGE_LAPS
        self.misses = False
        """Whether the emperor can no longer be hailed in time."""
        self.loses = 0
        """Points of the card that bring the chariot no nearer to the end."""
        if not self.finishes:
            before = steps_left(view, origin, chariot["crossings"], duty)
            after = steps_left(view, self.target, chariot["crossings"] + crossed, duty and not self.pays)
            self.misses = before < NO_WAY <= after
            self.loses = self.card - before + after if max(before, after) < NO_WAY else 0


def drives(view: dict[str, Any]) -> list[tuple[int, Drive]]:
    """Tell what each legal move does, with its number in the menu."""
    return [(number, Drive(view, legal)) for number, legal in enumerate(view["legal"], 1) if "way" in legal]
