"""The score sheet of a finished game: the laurels of every player, place by place."""

from __future__ import annotations

from typing import Any

from quadriga.model import Game

from .race import LAURELS_FOR
from .record import CHARIOTS


def sheet(game: Game, s: Any) -> list[dict[str, Any]]:
    """List what each place brought each player (AVE-F2), summed over chariots and races (AVE-O5, AVE-R3).

    A line says how often each seat came in there; then those without a place, then the total.
    """
    seats = range(len(game.seats))
    lines = [_place(s, place, seats) for place in range(1, CHARIOTS + 1)]
    shown = [line for line in lines if any(line["counts"])]
    unplaced = [max(0, s.race * s.team - sum(int(s.places[seat, k]) for k in range(CHARIOTS))) for seat in seats]
    if any(unplaced):
        shown.append({"key": "unplaced", "counts": unplaced, "points": [0 for _ in seats]})
    return [*shown, {"key": "total", "points": [int(game.definition.rules.score(s, seat)) for seat in seats]}]


def _place(s: Any, place: int, seats: range) -> dict[str, Any]:
    """Write the line of a place."""
    counts = [int(s.places[seat, place - 1]) for seat in seats]
    laurels = LAURELS_FOR[place]
    return {
        "key": "place", "place": place, "laurels": laurels, "counts": counts,
        "points": [count * laurels for count in counts],
    }  # fmt: skip
