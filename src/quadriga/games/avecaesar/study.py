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
    sums[LENGTHS + min(LENGTH_BINS - 1, s.moves // max(1, s.race) // LENGTH_BIN)] += 1
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
    names = (
        "skipped turns", "chariots placed", "chariots disqualified (AVE-C4)", "chariots out of cards (AVE-F3)",
        "points left over by the placed", "sixes to end a jam (AVE-L8)",
    )  # fmt: skip
    means = {name: (n[TALLY + k], n[TALLY_SQUARED + k]) for k, name in enumerate(names)}
    means |= {f"laurels of {seat}": (n[LAURELS + p], n[LAURELS_SQUARED + p]) for p, seat in enumerate(seats)}
    means["actions"] = (n[STEPS], n[STEPS_SQUARED])
    wins = {seat: n[WINS + p] for p, seat in enumerate(seats)}
    wins |= {"shared": n[SHARED], "nobody, all unplaced": n[UNPLACED]}
    places = ("I", "II", "III", "IV", "V", "VI")[: len(seats) * game.options["chariots"]]
    grid = {f"place {place}": n[WON_FROM + k] for k, place in enumerate(places)}
    tournament = game.options["tournament"]  # of four races, so that a place of the grid can win several of one game
    shares = {"winner": wins} if tournament else {"winner": wins, "races won from the grid": grid}
    totals = {"races won from the grid": {place: {"races won": won} for place, won in grid.items()}}
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
            **shares,
            "how games end": {
                "every chariot finished or out (AVE-F4)": n[REASONS + 1],
                "nobody could move (AVE-L9)": n[REASONS + 2],
            },
        },
        "means": means,
        "totals": totals if tournament else {},
        "histograms": {"actions a race": lengths},
    }
