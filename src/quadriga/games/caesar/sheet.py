"""The score sheet of a finished game: where each side's control tokens went, and who has won.

The game knows no points (ROME-E2): every line but the last counts control tokens, and those of a side add up to twelve.
"""

from __future__ import annotations

from typing import Any

from quadriga.model import Game

from .components import SIDES
from .control import controls
from .standings import score, side_of
from .tables import BORDERS, PROVINCES


def sheet(game: Game, s: Any) -> list[dict[str, Any]]:
    """List where the control tokens are, line by line; the last line is the score. `sides` counts Crassus's too."""
    lines = {
        "provinces": [on_provinces(s, side) for side in range(2)],
        "borders": [on_borders(s, side) for side in range(2)],
        "senate": [int(s.under[side]) for side in range(2)],
        "discarded": [int(s.forfeited[side]) for side in range(2)],
        "left": [int(s.left[side]) for side in range(2)],
    }
    seats = range(len(game.seats))
    shown = [
        {
            "key": key,
            "points": [counts[side_of(s, seat)] for seat in seats],
            "sides": dict(zip(SIDES, counts, strict=True)),
        }
        for key, counts in lines.items()
        if key != "discarded" or s.ruthless
    ]
    won = {name: int(s.winner == side + 1) for side, name in enumerate(SIDES)}
    return [*shown, {"key": "total", "points": [int(score(s, seat)) for seat in seats], "sides": won}]


def on_provinces(s: Any, side: int) -> int:
    """Count a side's control tokens on provinces (ROME-T5, ROME-T6)."""
    return sum(int(s.markers[province]) for province in range(PROVINCES) if controls(s, side, province))


def on_borders(s: Any, side: int) -> int:
    """Count a side's control tokens on borders (ROME-T7)."""
    return sum(int(s.over[border] == side + 1) for border in range(BORDERS))
