"""A table that nobody plays at, in little memory: some 20 kB become one.

What is packed never leaves the process; storage keeps the log.
"""

from __future__ import annotations

import pickle
import zlib

from .entry import Entry
from .snapshots import position_of, restore
from .table import Table
from .terms import Terms

LEFT_OUT = (
    "terms", "game", "secret", "commitment", "log", "state", "clock", "events", "awaited", "bots_due", "_imagined",
    "_held",
)  # fmt: skip
"""What is given again, or made from the rest; what happened is forgotten."""


def pack(table: Table) -> bytes:
    """Pack a table, with all that it remembers but what happened by its last entries."""
    stands = {name: value for name, value in vars(table).items() if name not in LEFT_OUT}
    clock = {name: value for name, value in vars(table.clock).items() if name != "terms"}
    match = None if table.state is None else (position_of(table.state), table.state.history)
    log = [(entry.kind, entry.at, entry.seat, dict(entry.data)) for entry in table.log]
    return zlib.compress(pickle.dumps((stands, clock, match, log), pickle.HIGHEST_PROTOCOL), 1)


def unpack(terms: Terms, secret: int, packed: bytes) -> Table:
    """Make a packed table again, as it was."""
    stands, clock, match, log = pickle.loads(zlib.decompress(packed))
    table = Table(terms, secret)
    vars(table).update(stands)
    vars(table.clock).update(clock)
    table.log = [Entry(*parts) for parts in log]
    if match is not None:
        table.state = restore(table.beginning(), *match)
    table.settle()
    return table
