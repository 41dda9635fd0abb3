"""Action number to Move, and the names of seats and chariots."""

from __future__ import annotations

from typing import Any

from quadriga.game import Move

from .driving import ahead, crosses_from
from .numbering import FINISH, NUM_ACTIONS, SPACES
from .tables import BEFORE, BIT, HALF, LINE

COLOURS = ("red", "blue", "green", "yellow", "white", "purple")
"""Seats in the order in which the players sit, clockwise."""


def move_table() -> tuple[Move, ...]:
    """Name every action, in the order of its number; spaces are numbered from 1 along the track's file."""
    table: list[Move] = []
    for card in range(1, 7):
        for space in range(1, SPACES + 1):
            parts = {"card": str(card), "space": str(space)}
            table.append(Move(len(table), "drive", f"{card} to {space}", parts))
        table.append(Move(len(table), "finish", f"{card} over the line", {"card": str(card)}))
    table.append(Move(len(table), "abstain", "abstain"))
    assert len(table) == NUM_ACTIONS
    return tuple(table)


MOVES = move_table()


def chariot_names(players: int, team: int, uncrewed: int) -> tuple[str, ...]:
    """Name the chariots: by their player's colour, numbered in a team; the uncrewed by themselves."""
    crewed = [COLOURS[p] if team == 1 else f"{COLOURS[p]} {k + 1}" for k in range(team) for p in range(players)]
    return (*crewed, *(f"uncrewed {u + 1}" for u in range(uncrewed)))


def names_of(s: Any) -> tuple[str, ...]:
    """Name the chariots of a race."""
    return chariot_names(s.players, s.team, s.uncrewed)


def way(s: Any, c: int, card: int, target: int) -> list[int]:
    """Find a way for a chariot with a card: the spaces it drives over, the last one included, in order."""
    t, d, x = s.track, s.direction, s.space[c]
    fronts = [(int(BIT[x, 0]), int(BIT[x, 1]))]
    for step in range(1, card + 1):
        if target == FINISH and crosses_from(s, c, *fronts[-1]):
            break
        low, high = ahead(s, c, step, *fronts[-1], False)
        fronts.append((int(low), int(high)))
    if target == FINISH:
        low, high = fronts[-1]
        target = _first(int(LINE[t, d, 0]) & low, int(LINE[t, d, 1]) & high)
    found = [target]
    for low, high in fronts[-2:0:-1]:
        found.append(_first(int(BEFORE[t, d, found[-1], 0]) & low, int(BEFORE[t, d, found[-1], 1]) & high))
    return [space for space in reversed(found) if space != x]


def _first(low: int, high: int) -> int:
    """Find the first space of a set."""
    word, base = (low, 0) if low else (high, HALF)
    return base + (word & -word).bit_length() - 1
