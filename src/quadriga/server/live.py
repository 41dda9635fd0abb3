"""A table that is in use: the match in memory, and the sockets that look at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any, Protocol

import orjson

from quadriga.table.entry import Entry
from quadriga.table.packing import pack, unpack
from quadriga.table.show import Looker, entries_json, show_table, summary, views_json
from quadriga.table.table import Table
from quadriga.table.terms import Terms

from . import steady
from .storage import AppendRow, TableRow

QUIET = ("move", "early", "withdraw", "say")
"""Entries that change nothing in what a list of tables shows."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    visitor: str | None
    seat: int | None
    """As which of the visitor's seats it looks; None: as the only one, or as a spectator."""
    client: str
    """From where."""

    def post(self, message: bytes) -> None:
        """Send a message, without waiting."""

    def end(self, code: int, reason: str = "") -> None:
        """Close after what waits."""


def fold(terms: Terms, secret: int, appends: Iterable[AppendRow]) -> Table:
    """Fold a log from storage."""
    return Table.load(terms, secret, [Entry.read(entry) for append in appends for entry in append.entries])


def shared(seats: frozenset[int]) -> frozenset[int]:
    """Return the same set for the same seats: every table would have three of its own."""
    return _seats.setdefault(seats, seats)


_seats: dict[frozenset[int], frozenset[int]] = {}


class LiveTable:
    """One table. Whoever changes it holds its lock; nothing leaves before it is stored."""

    def __init__(self, row: TableRow, table: Table) -> None:
        self.id = row.id
        self.created_at, self.series, self.series_number = row.created_at, row.series, row.series_number
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.here: frozenset[int] = frozenset()
        """The seats whose holders have a socket open, as everybody was told."""
        self.told_others: frozenset[int] = frozenset()
        """Those of them that are open in this process, as other processes were told."""
        self.elsewhere: dict[str, tuple[frozenset[int], float]] = {}
        """Those that are open in other processes, by process, and when that was heard."""
        self.timer: asyncio.TimerHandle | None = None
        self.thinking = False
        self.client = ""
        """From where somebody who plays here last did something; "": not known to this process."""
        self.asked = float("-inf")
        """When somebody last asked for the table without a socket."""
        self.going_on = False
        """Whether the next match is being laid out."""
        self.doubtful = False
        """Whether something was added of which it is not known if it was stored."""
        self.stored = 0
        """The version that is stored; the table itself may be ahead while its lock is held."""
        self.used = 0.0
        self.away: dict[int, float] = {}
        """Since when the holders of seats are away, as far as this process saw them go."""
        self.since = time.monotonic()
        self.noted: object = None
        self.noted_version = 0
        self.summary: dict[str, Any] = {}
        """What a list of tables shows, when `note` has found that it changed."""
        self._packed = b""
        self.take(table)

    def take(self, table: Table) -> None:
        """Take a table as storage has it."""
        self.table = table
        self.terms, self.secret = table.terms, table.secret
        self.doubtful = False
        self.noted_version = 0
        self.stored = self.table.version
        self.note()

    def __getattr__(self, name: str) -> Table:
        """Make the table again that was packed; only then it is not there."""
        if name != "table":
            raise AttributeError(name)
        self.table = unpack(self.terms, self.secret, self._packed)
        self._packed = b""
        return self.table

    @property
    def is_packed(self) -> bool:
        """Tell whether the table takes little memory, since nobody has used it for a while."""
        return "table" not in vars(self)

    def pack(self) -> None:
        """Pack the table until somebody uses it, unless something about it is under way."""
        busy = self.is_packed or self.lock.locked() or self.thinking or self.going_on or self.doubtful
        if not busy and not self.table.bots_due:
            self._packed = pack(self.table)
            del self.table
            self.summary = {}

    def follow(self, append: AppendRow) -> None:
        """Add what another process stored."""
        if append.number == self.table.version:
            self.table.forget()
            for entry in append.entries:
                self.table.add(Entry.read(entry))
            self.stored = self.table.version

    def note(self) -> bool:
        """Take note of what everybody knows about the table; tell whether it changed."""
        table = self.table
        # Seats, names, bots, rematch and what comes next change by entries other than moves and words.
        quiet = all(entry.kind in QUIET for entry in table.log[self.noted_version :])
        state = (table.status, frozenset(table.draw) if table.draw else (), table.undo, table.taken_back)
        self.noted_version = table.version
        if quiet and state == self.noted:
            return False
        self.noted = state
        self.summary = summary(table)
        return True

    # --- who is there

    def seats_here(self) -> frozenset[int]:
        """Return the seats of whose holders a socket is open in this process."""
        return shared(frozenset().union(*(self.table.held_by(listener.visitor) for listener in self.listeners)))

    def see_here(self) -> bool:
        """See who is there; tell whether that changed."""
        before = self.here
        self.here = shared(self.seats_here().union(*(seats for seats, _ in self.elsewhere.values())))
        for seat in before - self.here:
            self.away[seat] = time.monotonic()
        return self.here != before

    def gone(self, seconds: float, now: float) -> frozenset[int]:
        """Return the seats whose holders have been away, and have owed a decision, for this many seconds."""
        table, moment = self.table, time.monotonic()
        return frozenset(
            seat
            for seat in table.awaited
            if seat not in self.here
            and moment - self.away.get(seat, self.since) >= seconds
            and now - table.log[table.decision_since[seat] - 1].at >= seconds
        )

    def tell_here(self, but: Listener | None = None) -> None:
        """Tell all who listen, but for one perhaps, who is there, if that changed."""
        if self.see_here():
            message = orjson.dumps({"type": "here", "version": self.stored, "here": sorted(self.here)})
            for listener in list(self.listeners):
                if listener is not but:
                    listener.post(message)

    # --- messages

    def about(self) -> dict[str, Any]:
        """Show what everybody may know about the table."""
        shown = show_table(self.table)
        for number, seat in enumerate(shown["seats"]):
            seat["here"] = number in self.here if self.table.holders[number] else None
        return {
            "id": self.id,
            "created_at": self.created_at,
            "series": self.series,
            "series_number": self.series_number,
            **shown,
        }

    def looker(self, visitor: str | None, seat: int | None) -> Looker:
        """Let somebody look as a seat, if it is theirs."""
        return Looker.of(self.table.held_by(visitor), seat)

    def message(self, looker: Looker, since: int | None, entries: bytes) -> dict[str, Any]:
        """Show the whole table to somebody, with the entries after a version as JSON; None: without entries."""
        table = self.table
        return {
            "type": "table",
            "version": table.version,
            "table": self.about(),
            "held": sorted(looker.own),
            "look": looker.seat,
            "from": since,
            "entries": orjson.Fragment(entries),
            "views": orjson.Fragment(views_json(table, looker.eyes)),
            "awaited": sorted(table.awaited),
            "clock": table.clock.show(),
        }

    def publish(self, since: int, changed: bool) -> None:
        """Tell all who listen what was added after a version; those who look with the same eyes get the same bytes."""
        if not self.listeners:
            return
        table = self.table
        news = {"awaited": sorted(table.awaited), "clock": table.clock.show(), "now": steady.now()}
        if changed:
            self.see_here()  # who sits down may have been there
            news["table"] = self.about()
        for_all = orjson.dumps(news)[1:]
        messages: dict[Looker, bytes] = {}
        for listener in list(self.listeners):
            looker = self.looker(listener.visitor, listener.seat)
            message = messages.get(looker)
            if message is None:
                held = b'"held":%b,' % orjson.dumps(sorted(looker.own)) if changed else b""
                message = messages[looker] = self.news(since, looker) + held + for_all
            listener.post(message)

    def news(self, since: int, looker: Looker) -> bytes:
        """Write what was added after a version for those who look with the same eyes: how their message begins."""
        table = self.table
        return b'{"type":"entries","version":%d,"from":%d,"look":%b,"entries":%b,"views":%b,' % (
            table.version, since, b"null" if looker.seat is None else b"%d" % looker.seat,
            entries_json(table, since, looker.ears(table), looker.own), views_json(table, looker.eyes),
        )  # fmt: skip
