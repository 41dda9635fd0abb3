"""What a command takes of somebody's limits, besides being a command."""

from __future__ import annotations

from .limits import AROUND, CHAT, UNDOS, WATCHERS, Limits
from .live import LiveTable
from .messages.requests import AtTable


def take_for(limits: Limits, command: AtTable, live: LiveTable, place: str, visitor: str | None) -> None:
    """Take what a command costs; what spectators say is counted by where they are and by the table."""
    if command.do == "say":
        if live.table.held_by(visitor):
            limits.take(CHAT, place, visitor)
        else:
            limits.take(WATCHERS, place, visitor)
            limits.take(AROUND, f"table {live.id}")
    elif command.do == "undo":
        limits.take(UNDOS, place, visitor)
