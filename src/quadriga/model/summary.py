"""What a study says of a game that measures nothing of its own: who wins, how long it takes, how many points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quadriga.kernel.defaults import COUNTS_OF_SEAT, GAMES, PER_SEAT, STEPS, STEPS_SQUARED

if TYPE_CHECKING:
    from .game import Game


def summarise(game: Game, sums: Any) -> dict[str, Any]:
    """Name what `kernel.defaults.measure` counts."""
    n = [int(count) for count in sums]
    counts = {
        seat: n[PER_SEAT + COUNTS_OF_SEAT * number : PER_SEAT + COUNTS_OF_SEAT * (number + 1)]
        for number, seat in enumerate(game.seats)
    }
    return {
        "games": n[GAMES],
        "actions": n[STEPS],
        "shares": {
            "winner": {seat: won for seat, (won, _, _) in counts.items()},
            "how games end": {"by the rules": n[GAMES]},
        },
        "rates": {},
        "means": {
            **{f"points, {seat}": (points, squares) for seat, (_, points, squares) in counts.items()},
            "actions": (n[STEPS], n[STEPS_SQUARED]),
        },
        "totals": {},
        "histograms": {},
    }
