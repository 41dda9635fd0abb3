"""Action number to Move, and the names of seats and chariots."""

from __future__ import annotations

from typing import Any

from quadriga.model import Move

from .numbering import NUM_ACTIONS, SPACES

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
