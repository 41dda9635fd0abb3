"""Carry out a command: from what a client asked to the entries that a table adds."""

from __future__ import annotations

from collections.abc import Callable

from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.table import Table

from .messages.requests import (
    AnswerCommand,
    ClaimCommand,
    Command,
    MoveCommand,
    MuteCommand,
    PlainCommand,
    RemoveCommand,
    RevealCommand,
    SayCommand,
    SitCommand,
    UndoCommand,
)


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


def as_host(table: Table, held: frozenset[int], seat: int | None) -> int:
    """Return the seat for which somebody acts as the host: who holds several need not say which."""
    return table.host if seat is None and table.host is not None and table.host in held else seat_of(table, held, seat)


def carry_out(
    table: Table, command: Command, held: frozenset[int], at: float, id: str | None, visitor: str | None,
    gone: frozenset[int] = frozenset(),
) -> list[Entry]:  # fmt: skip
    """Carry out a command of somebody who holds some seats; return what was added. `gone` are the seats long left."""
    if isinstance(command, MoveCommand):
        seat = seat_of(table, held, command.seat)
        if table.bots[seat] is not None:
            raise TableError("bot", "a bot plays for you: take your seat back first")
        return commands.move(table, seat, command.move, command.version, at, id)
    if isinstance(command, SitCommand):
        if command.seat not in range(len(table.game.seats)):
            raise TableError("seat", f"there is no seat {command.seat}; seats are 0 to {len(table.game.seats) - 1}")
        return commands.sit(
            table, command.seat, command.name, at, id, by=visitor, hash=command.hash, program=command.program
        )
    if isinstance(command, RevealCommand):
        own = seat_of(table, held, command.seat)
        return commands.reveal(table, own, command.share, at, id, next_hash=command.next_hash)
    if isinstance(command, SayCommand):
        spectator = command.seat is None and not held
        speaker = None if spectator else seat_of(table, held, min(held) if command.seat is None else command.seat)
        return commands.say(table, speaker, command.name, command.text, at, id)
    if isinstance(command, UndoCommand):
        seat = seat_of(table, held, command.seat)
        if command.version is not None and command.version < table.decision_since[seat]:
            raise TableError("stale", "the match has gone on: look at it again before you take back a move")
        return commands.undo(table, seat, held, command.agree, at, id)
    if isinstance(command, AnswerCommand):
        seat = seat_of(table, held, command.seat)
        if command.do == "undo-answer":
            return commands.answer_undo(table, seat, command.yes, held, at, id)
        return commands.answer_draw(table, seat, command.yes, at, id)
    if isinstance(command, RemoveCommand):
        return commands.remove(table, as_host(table, held, command.seat), command.of, at, id)
    if isinstance(command, MuteCommand):
        return commands.mute(table, as_host(table, held, command.seat), command.yes, at, id)
    if isinstance(command, ClaimCommand):
        return commands.claim(table, seat_of(table, held, command.seat), held, gone, command.win, at, id)
    assert isinstance(command, PlainCommand)
    return carry_out_plain(table, command, held, at, id)


def carry_out_plain(
    table: Table, command: PlainCommand, held: frozenset[int], at: float, id: str | None
) -> list[Entry]:
    """Carry out a command without more words."""
    seat = seat_of(table, held, command.seat)
    shared: dict[str, Callable[[], list[Entry]]] = {
        "withdraw": lambda: commands.withdraw(table, seat, at, id),
        "draw": lambda: commands.offer_draw(table, seat, held, at, id),
        "resign": lambda: commands.resign(table, seat, at, id),
        "leave": lambda: commands.leave(table, seat, at, id),
        "abandon": lambda: commands.abandon(table, seat, held, at, id),
        "return": lambda: commands.come_back(table, seat, at, id),
        "rematch": lambda: commands.ask_rematch(table, seat, held, at, id),
    }
    return shared[command.do]()
