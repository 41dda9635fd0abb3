"""One match after another: rematches and series."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .table import Table
from .terms import Terms


def options_of_next(table: Table) -> dict[str, Any] | None:
    """Set the options of the next match where the game's rules say who starts it; None: they do not."""
    if table.terms.origin is not None:
        return dict(table.terms.options)  # the same position again
    winners = () if table.result is None else table.result.winners
    return table.game.definition.rematch(table.terms.options, winners)


def places_of_next(table: Table) -> list[int]:
    """Say where everybody sits in the next match: for each seat, the seat that its player had.

    Where the rules say who starts, all stay; else they move on by one, so that each plays every side.
    """
    seats = range(len(table.game.seats))
    moved = [(seat - 1) % len(seats) for seat in seats]
    return moved if options_of_next(table) is None else list(seats)


def next_terms(table: Table) -> Terms:
    """Agree on the next match: whoever has to by the rules starts, and bots move on with the people."""
    options = options_of_next(table) or dict(table.terms.options)
    bots = tuple(table.terms.bots[seat] for seat in places_of_next(table))
    return replace(table.terms, options=options, bots=bots)


def places(tables: list[Table]) -> list[list[int]]:
    """Say who sat where in a series: for each match, the seat of everybody, by the seats of the first."""
    found: list[list[int]] = []
    for number, table in enumerate(tables):
        if number:
            before = places_of_next(tables[number - 1])
            found.append([before.index(seat) for seat in found[-1]])
        else:
            found.append(list(range(len(table.game.seats))))
    return found


def won(tables: list[Table]) -> list[list[float] | None]:
    """Say what each match of a series brought everybody, by the seats of the first; None: nothing was decided.

    A win is a point, which several winners or a draw share.
    """
    found: list[list[float] | None] = []
    for table, seat_of in zip(tables, places(tables), strict=True):
        if table.result is None or table.result.how == "abandoned":
            found.append(None)
            continue
        winners = table.result.winners or (tuple(range(len(seat_of))) if len(seat_of) > 1 else ())
        found.append([1 / len(winners) if seat in winners else 0.0 for seat in seat_of])
    return found


def points(tables: list[Table]) -> list[float]:
    """Add up a series, by the seats of the first match."""
    total = [0.0] * len(tables[0].game.seats) if tables else []
    for match in won(tables):
        total = [sum(pair) for pair in zip(total, match or [0.0] * len(total), strict=True)]
    return total
