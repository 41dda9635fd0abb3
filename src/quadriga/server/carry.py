"""Carry out a command: from what a client asked to the entries that a table adds."""

from __future__ import annotations

from collections.abc import Callable

from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.table import Table

from .orders import AnswerOrder, MoveOrder, Order, PlainOrder, SayOrder, SitOrder, UndoOrder


def seat_of(table: Table, held: frozenset[int], seat: int | None) -> int:
    """Return the seat that a command is for; it must be the caller's."""
    if seat is None:
        if len(held) != 1:
            why = "you hold no seat at this table" if not held else "say for which of your seats"
            raise TableError("seat", why)
        return next(iter(held))
    if seat not in range(len(table.game.seats)):
        raise TableError("seat", f"there is no seat {seat}; seats are 0 to {len(table.game.seats) - 1}")
    if seat not in held:
        raise TableError("seat", f"the seat of {table.game.seats[seat].capitalize()} is not yours")
    return seat


def carry_out(
    table: Table, order: Order, held: frozenset[int], at: float, id: str | None, visitor: str | None
) -> list[Entry]:
    """Carry out a command of somebody who holds some seats; return what was added."""
    if isinstance(order, SitOrder):
        if order.seat not in range(len(table.game.seats)):
            raise TableError("seat", f"there is no seat {order.seat}; seats are 0 to {len(table.game.seats) - 1}")
        return commands.sit(table, order.seat, order.name, at, id, by=visitor)
    if isinstance(order, SayOrder):
        spectator = order.seat is None and not held
        seat = None if spectator else seat_of(table, held, min(held) if order.seat is None else order.seat)
        return commands.say(table, seat, order.name, order.text, at, id)
    if isinstance(order, MoveOrder):
        seat = seat_of(table, held, order.seat)
        if table.bots[seat] is not None:
            raise TableError("bot", "a bot plays for you: take your seat back first")
        return commands.move(table, seat, order.move, order.version, at, id)
    if isinstance(order, UndoOrder):
        seat = seat_of(table, held, order.seat)
        if order.version is not None and order.version < table.changed[seat]:
            raise TableError("stale", "the match has gone on: look at it again before you take back a move")
        return commands.undo(table, seat, held, order.agree, at, id)
    if isinstance(order, AnswerOrder):
        seat = seat_of(table, held, order.seat)
        if order.do == "undo-answer":
            return commands.answer_undo(table, seat, order.yes, held, at, id)
        return commands.answer_draw(table, seat, order.yes, at, id)
    assert isinstance(order, PlainOrder)
    return carry_out_plain(table, order, held, at, id)


def carry_out_plain(table: Table, order: PlainOrder, held: frozenset[int], at: float, id: str | None) -> list[Entry]:
    """Carry out a command without more words."""
    seat = seat_of(table, held, order.seat)
    shared: dict[str, Callable[[], list[Entry]]] = {
        "withdraw": lambda: commands.withdraw(table, seat, at, id),
        "draw": lambda: commands.offer_draw(table, seat, held, at, id),
        "resign": lambda: commands.resign(table, seat, at, id),
        "leave": lambda: commands.leave(table, seat, at, id),
        "abandon": lambda: commands.abandon(table, seat, held, at, id),
        "return": lambda: commands.come_back(table, seat, at, id),
        "rematch": lambda: commands.ask_rematch(table, seat, held, at, id),
    }
    return shared[order.do]()
