"""What a study counts at the end of a race or tournament. Compiled with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .record import CARDS, CHARIOTS
from .standings import score, wins

if TYPE_CHECKING:
    from quadriga.model import Game

GAMES, STEPS, STEPS_SQUARED, RACES = range(4)
WINS, LAURELS, LAURELS_SQUARED = 4, 10, 16
SHARED = 22
WON_FROM = 23
TALLY, TALLY_SQUARED = 29, 35
REASONS = 41
UNPLACED = 44
LENGTHS, LENGTH_BIN, LENGTH_BINS = 45, 10, 40
PLAYED = LENGTHS + LENGTH_BINS
"""Cards of the last race by value: of the chariot placed first, of all with drivers."""
PLACES = PLAYED + 2 * CARDS
"""By player: how often each place, and none."""
LAURELS_AT, LAUREL_BINS = PLACES + CHARIOTS * (CHARIOTS + 1), 53
"""By player, then the winner's; three chariots that take the first three places of four races get 52."""
MEASURES = LAURELS_AT + (CHARIOTS + 1) * LAUREL_BINS
"""Length of the vector of counts."""
PLACE_NAMES = ("I", "II", "III", "IV", "V", "VI")


def measure(s: Any, sums: Any) -> None:
    """Add a finished game to the counts."""
    sums[GAMES] += 1
    sums[STEPS] += s.moves
    sums[STEPS_SQUARED] += s.moves * s.moves
    sums[RACES] += s.race
    sums[REASONS + s.reason] += 1
    sums[LENGTHS + min(LENGTH_BINS - 1, s.moves // max(1, s.race) // LENGTH_BIN)] += 1
    winners = 0
    most = 0
    for p in range(s.players):
        winners += wins(s, p)
        most = max(most, score(s, p))
        sums[LAURELS_AT + LAUREL_BINS * p + score(s, p)] += 1
        measure_places(s, sums, p)
        sums[WINS + p] += wins(s, p)
        sums[LAURELS + p] += score(s, p)
        sums[LAURELS_SQUARED + p] += score(s, p) * score(s, p)
    sums[SHARED] += winners > 1
    sums[UNPLACED] += winners == 0
    sums[LAURELS_AT + LAUREL_BINS * CHARIOTS + most] += 1
    for c in range(s.players * s.team):
        for card in range(1, CARDS):
            sums[PLAYED + 2 * card] += s.played[c, card] if s.place[c] == 1 else 0
            sums[PLAYED + 2 * card + 1] += s.played[c, card]
    for k in range(CHARIOTS):
        sums[WON_FROM + k] += s.won_from[k]
        sums[TALLY + k] += s.tally[k]
        sums[TALLY_SQUARED + k] += s.tally[k] * s.tally[k]


def measure_places(s: Any, sums: Any, p: int) -> None:
    """Add the places of a player's chariots in all races; those that got none come last."""
    unplaced = s.race * s.team
    for place in range(CHARIOTS):
        sums[PLACES + (CHARIOTS + 1) * p + place] += s.places[p, place]
        unplaced -= s.places[p, place]
    sums[PLACES + (CHARIOTS + 1) * p + CHARIOTS] += unplaced


def summary(sums: Any, game: Game) -> dict[str, Any]:
    """Name what a vector of counts holds; see the other games' for the form."""
    n = [int(count) for count in sums]
    seats = game.seats
    names = (
        "skipped turns", "chariots placed", "chariots disqualified (AVE-C4)", "chariots out of cards (AVE-F3)",
        "points left over, all placed chariots together", "sixes to end a jam (AVE-L8)",
    )  # fmt: skip
    means = {name: (n[TALLY + k], n[TALLY_SQUARED + k]) for k, name in enumerate(names)}
    means |= {f"laurels of {seat}": (n[LAURELS + p], n[LAURELS_SQUARED + p]) for p, seat in enumerate(seats)}
    means["actions"] = (n[STEPS], n[STEPS_SQUARED])
    wins = {seat: n[WINS + p] for p, seat in enumerate(seats)}
    wins |= {"shared": n[SHARED], "nobody, all unplaced": n[UNPLACED]}
    tournament, team = game.options["tournament"], game.options["chariots"]
    places = PLACE_NAMES[: len(seats) * team]
    grid = {f"place {place}": n[WON_FROM + k] for k, place in enumerate(places)}
    won = sum(grid.values())  # of a tournament's four races a place of the grid can win several
    shares = {"winner": wins} if tournament else {"winner": wins, "races won from the grid": grid}
    when = ", last race" if tournament else ""
    played = {
        f"race cards played by {who}{when}": {
            str(card): {"cards": n[PLAYED + 2 * card + k]} for card in range(1, CARDS)
        }
        for k, who in enumerate(("the first chariot", "all chariots"))
    }
    taken = {}
    for p, seat in enumerate(seats):
        row = n[PLACES + (CHARIOTS + 1) * p : PLACES + (CHARIOTS + 1) * (p + 1)]
        taken[seat] = dict(zip((*places, "unplaced"), (*row[: len(places)], row[CHARIOTS]), strict=True))
    laurels = {}
    if tournament or team > 1:  # else a place says it all
        for k, who in (*enumerate(seats), (CHARIOTS, "the winner")):
            counts = n[LAURELS_AT + LAUREL_BINS * k : LAURELS_AT + LAUREL_BINS * (k + 1)]
            laurels[f"laurels of {who}"] = [(str(at), count) for at, count in enumerate(counts)]
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
        "rates": {"races won from the grid": {place: (count, won) for place, count in grid.items()}}
        if tournament
        else {},
        "means": means,
        "totals": {"places": taken, **played},
        "histograms": {"actions a race": lengths, **laurels},
    }
