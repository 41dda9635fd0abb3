"""How a table stood at some of its versions, so that its past is shown without folding the whole log again.

A snapshot is small: a table of a hundred entries keeps three of about a kilobyte. It never leaves the process.
"""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np

from quadriga.model import Event, State

if TYPE_CHECKING:
    from .table import Table

NEARBY = 2
"""This many of the last positions go with a snapshot, for an undo soon after it."""
EVERY = 32
"""A snapshot is taken after this many entries: no more are folded to show an earlier version."""
MADE_AGAIN = (
    "terms", "game", "secret", "commitment", "log", "state", "clock", "ids", "events", "snapshots", "positions",
    "revealing", "awaited", "bots_due", "_imagined", "_held",
)  # fmt: skip
"""What a snapshot leaves out: it is the same at every version, is made from the rest, or is of no use in the past."""


Position = tuple[bytes, tuple[int, int] | None]
"""A position of a match: the record, and the seat that moved last with its action."""


def position_of(state: State) -> Position:
    """Write down a position."""
    previous = state.previous
    return state.bits.tobytes(), None if previous is None else (previous[0], previous[1].id)


def restore(state: State, position: Position, history: list[int]) -> State:
    """Set up another position of the same match, with the actions that led to it."""
    bits, previous = position
    restored = State(state.game, np.frombuffer(bytearray(bits), state.bits.dtype), state.seed, history, state.start)
    restored.set_up = state.set_up
    restored.previous = None if previous is None else (previous[0], state.game.moves[previous[1]])
    return restored


def freeze(table: Table) -> bytes:
    """Take a snapshot of a table."""
    stands = {name: value for name, value in vars(table).items() if name not in MADE_AGAIN}
    stands["positions"] = dict(sorted(table.positions.items())[-NEARBY:])
    clock = {name: value for name, value in vars(table.clock).items() if name != "terms"}
    match = None if table.state is None else (position_of(table.state), table.state.history)
    return pickle.dumps((stands, clock, match), pickle.HIGHEST_PROTOCOL)


def thaw(table: Table, version: int) -> Table:
    """Return a table as it was when a snapshot of it was taken; at version 0 there is nothing yet."""
    past = type(table)(table.terms, table.secret)
    past.log, past.snapshots = table.log[:version], table.snapshots
    if version:
        stands, clock, match = pickle.loads(table.snapshots[version // EVERY - 1])
        vars(past).update(stands)
        vars(past.clock).update(clock)
        if match is not None:
            assert table.state is not None
            past.state = restore(table.state, *match)
        past.settle()
    return past


def at(table: Table, version: int) -> Table:
    """Return a table as it was at a version: from the snapshot before it, and the few entries since then."""
    nearest = version - version % EVERY
    past = thaw(table, nearest)
    for entry in table.log[nearest:version]:
        past.forget()
        past.add(entry)
    return past


def told_since(table: Table, since: int) -> dict[int, tuple[Event, ...]]:
    """Tell what happened by the entries after a version."""
    past = at(table, since)
    past.forget()
    for entry in table.log[since:]:
        past.add(entry)
    return past.events
