"""One match after another: rematches and series."""

from __future__ import annotations

from dataclasses import replace

from .table import Table
from .terms import Terms


def loser_starts(table: Table) -> bool:
    """Tell whether the rules let the loser of the last game start: where there is an option for it (CC24-S6)."""
    return any(option.name == "starter" for option in table.game.room.options)


def places_of_next(table: Table) -> list[int]:
    """Say where everybody sits in the next match: for each seat, the seat that its player had.

    Where the loser starts, all stay; else they move on by one, so that each plays every side.
    """
    seats = range(len(table.game.seats))
    return list(seats) if loser_starts(table) else [(seat - 1) % len(seats) for seat in seats]


def next_terms(table: Table) -> Terms:
    """Agree on the next match: the loser starts where the rules say so, and bots move on with the people."""
    options = dict(table.terms.options)
    if loser_starts(table) and table.result is not None and len(table.result.winners) == 1:
        options["starter"] = table.game.seats[1 - table.result.winners[0]]
    bots = tuple(table.terms.bots[seat] for seat in places_of_next(table))
    return replace(table.terms, options=options, bots=bots)


def points(tables: list[Table]) -> list[float]:
    """Add up a series, by the seats of the first match: a win is a point, which several winners or a draw share."""
    total = [0.0] * len(tables[0].game.seats) if tables else []
    seat_of = list(range(len(total)))
    for number, table in enumerate(tables):
        if number:
            before = places_of_next(tables[number - 1])
            seat_of = [before.index(seat) for seat in seat_of]
        if table.result is not None and table.result.how != "abandoned":
            winners = table.result.winners or (tuple(range(len(total))) if len(total) > 1 else ())
            for player, seat in enumerate(seat_of):
                total[player] += 1 / len(winners) if seat in winners else 0.0
    return total
