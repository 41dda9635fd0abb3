"""What a study counts at the end of a race or tournament. Compiled with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import CHARIOTS
from .standings import score, wins

if TYPE_CHECKING:
    from quadriga.game import Game

GAMES, STEPS, STEPS_SQUARED, RACES = range(4)
WINS, LAURELS, LAURELS_SQUARED = 4, 10, 16
SHARED = 22
WON_FROM = 23
TALLY, TALLY_SQUARED = 29, 35
REASONS = 41
UNPLACED = 44
LENGTHS, LENGTH_BIN, LENGTH_BINS = 45, 10, 40
MEASURES = LENGTHS + LENGTH_BINS
"""Length of the vector of counts."""


def measure(s: Any, sums: Any) -> None:
    """Add a finished game to the counts."""
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    sums[RACES] += s.race
    sums[REASONS + s.reason] += 1
    sums[LENGTHS + min(LENGTH_BINS - 1, s.moves // LENGTH_BIN)] += 1
    winners = 0
    for p in range(s.players):
        winners += wins(s, p)
        sums[WINS + p] += wins(s, p)
        sums[LAURELS + p] += score(s, p)
        sums[LAURELS_SQUARED + p] += score(s, p) * score(s, p)
    sums[SHARED] += winners > 1
    sums[UNPLACED] += winners == 0
    for k in range(CHARIOTS):
        sums[WON_FROM + k] += s.won_from[k]
        sums[TALLY + k] += s.tally[k]
        sums[TALLY_SQUARED + k] += s.tally[k] * s.tally[k]


def summary(sums: Any, game: Game) -> dict[str, Any]:
    """Name what a vector of counts holds; see the other games' for the form."""
    n = [int(count) for count in sums]
    seats = game.seats
    names = ("skips", "chariots placed", "disqualified", "out of cards", "spare points", "sixes to end a jam")
    means = {"actions": (n[STEPS], n[STEPS_SQUARED])}
    means |= {f"laurels of {seat}": (n[LAURELS + p], n[LAURELS_SQUARED + p]) for p, seat in enumerate(seats)}
    means |= {name: (n[TALLY + k], n[TALLY_SQUARED + k]) for k, name in enumerate(names)}
    wins = {seat: n[WINS + p] for p, seat in enumerate(seats)}
    wins |= {"shared": n[SHARED], "nobody": n[UNPLACED]}
    grid = {f"place {k + 1}": {"races won": n[WON_FROM + k]} for k in range(CHARIOTS)}
    lengths = [
        (
            f"{LENGTH_BIN * k}-{LENGTH_BIN * (k + 1) - 1}" if k < LENGTH_BINS - 1 else f"{LENGTH_BIN * k}+",
            n[LENGTHS + k],
        )
        for k in range(LENGTH_BINS)
    ]
    return {
        "games": n[GAMES],
        "actions": n[STEPS],
        "shares": {
            "wins": wins,
            "ends": {
                "every chariot finished or out (AVE-F4)": n[REASONS + 1],
                "nobody could move (AVE-L9)": n[REASONS + 2],
            },
        },
        "means": means,
        "totals": {"races won from the grid": grid},
        "histograms": {"actions": lengths},
    }
