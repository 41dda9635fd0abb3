"""The score sheet of a finished game: what each seat gets for what, as the rulebook adds it up."""

from __future__ import annotations

from typing import Any

from quadriga.game import Game


def sheet(game: Game, s: Any) -> list[dict[str, Any]]:
    """List what counts, line by line; the last line is the total."""
    points = [int(game.room.rules.score(s, seat)) for seat in range(len(game.seats))]
    return [{"key": "total", "points": points}]
