"""Tables, logs and keys, kept in SQLite or PostgreSQL behind one asynchronous door."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Select, and_, delete, func, insert, or_, select, text, update

from quadriga.server.storage.aging import Keeping, remove_old
from quadriga.server.storage.engines import READERS, engines, parse, patiently
from quadriga.server.storage.errors import StorageError
from quadriga.server.storage.migrate import upgrade
from quadriga.server.storage.models import appends, keys, reviews, secrets, tables
from quadriga.server.storage.pages import Cursor, in_rounds, newest_first
from quadriga.server.storage.rows import (
    Append,
    AppendRow,
    Json,
    KeyRow,
    ReviewRow,
    TableRow,
    append_of,
    review_of,
    table_of,
    values_of_key,
    values_of_review,
    values_of_table,
)
from quadriga.server.storage.statements import CLAIM, INSERT_KEY, INSERT_TABLE, LAST_APPENDS, SPEND_LINK
from quadriga.server.storage.writer import Call, Writer

Result = TypeVar("Result")
Row = TypeVar("Row")

LAST = "~"
"""Instead of a table's id: work that touches many tables comes last in a transaction, in every process alike."""
HEALTH_SECONDS = 2.0
"""How long the database may take to store something and count as healthy."""
TRIED_SECONDS = 0.5
"""Seconds in which whoever asks is told what was found last: asking must cost less than playing."""


class Storage:
    """Stored tables. What returned is stored; what raised Conflict is not; after any other error, read to find out."""

    def __init__(self, url: str, patience: float = 10.0) -> None:
        """Take `sqlite:///path` or `postgresql://…`, and how many seconds a database may be away unnoticed."""
        self._url = parse(url)
        self._patience = patience
        self._writer: Writer | None = None
        self._trial: asyncio.Future[bool] | None = None
        self._tried = 0.0

    async def open(self) -> None:
        """Connect, bring the database up to date and begin to take work."""
        self._reader, self._engine = engines(self._url)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="quadriga-reader")
        try:
            await self._aside(lambda: patiently(lambda: upgrade(self._reader, self._engine), self._patience, self._url))
        except BaseException:
            await self._let_go()
            raise
        self._writer = Writer(self._engine, self._reader, self._url, self._patience)

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        if self._writer:
            await self._writer.close()
            await self._let_go()
            self._writer = None

    async def create(self, row: TableRow, holders: Sequence[KeyRow]) -> None:
        """Store a new table with the keys of those who sit at it."""
        if not _plain(row.id):
            raise StorageError("A table's id is made of printable ASCII characters.")
        table, new = values_of_table(row), [values_of_key(key) for key in holders]

        def make(connection: Connection) -> None:
            there = connection.execute(select(tables.c.secret).where(tables.c.id == row.id)).scalar()
            if there == row.secret:
                return  # by an earlier try of ours: no two tables have the same secret
            connection.execute(INSERT_TABLE, table)
            if new:
                connection.execute(INSERT_KEY, new)

        await self._put(row.id, make)

    def append(self, change: Append) -> asyncio.Future[None]:
        """Extend a table's log; be done after that is committed. Raise Conflict if it is at another version."""
        if not change.entries or change.version != change.number + len(change.entries):
            raise ValueError("an append has entries, and the new version counts them")
        return self._put(change.table_id, change)

    async def load(self, table_id: str) -> TableRow | None:
        """Read a table without its log."""
        rows = await self._tables(select(tables).where(tables.c.id == table_id)) if _plain(table_id) else []
        return rows[0] if rows else None

    async def appends_since(self, table_id: str, number: int) -> list[AppendRow]:
        """Read a table's log from version `number` on, in order."""
        query = select(appends).where(appends.c.table_id == table_id, appends.c.number >= number)
        return await self._read(query.order_by(appends.c.number), make=append_of)

    def followed(self, table_id: str, version: int) -> None:
        """Note that a table's log ended at a version when it was read: an append there needs no look at it."""
        if self._writer is not None:
            self._writer.followed(table_id, version)

    async def keys_of(self, table_id: str) -> list[KeyRow]:
        """Read which keys hold seats at a table, and which links are open."""
        query = select(keys).where(keys.c.table_id == table_id).order_by(keys.c.seat, keys.c.created_at)
        return [KeyRow(**values) for values in await self._read(query)]

    async def add_key(self, key: KeyRow) -> None:
        """Let one more key hold a seat, or open a link; the same again changes nothing."""
        values = values_of_key(key)
        await self._put(key.table_id, lambda connection: connection.execute(INSERT_KEY, values).rowcount)

    async def seat_of_link(self, table_id: str, link_hash: str, since: float = 0.0) -> int | None:
        """Tell for which seat a private link is that was made since then; None if there is none, or it is used up."""
        link = (keys.c.table_id == table_id, keys.c.hash == link_hash, keys.c.kind == "link")
        rows = await self._read(select(keys.c.seat).where(*link, keys.c.created_at >= since))
        return int(rows[0]["seat"]) if rows else None

    async def drop_link(self, table_id: str, link_hash: str) -> None:
        """Let a private link be used by nobody any more."""
        values = {"link_table": table_id, "link_hash": link_hash}
        await self._put(table_id, lambda connection: connection.execute(SPEND_LINK, values).rowcount)

    async def drop_keys(self, table_id: str, seat: int) -> None:
        """Let nobody hold a seat any more."""
        gone = delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat)
        await self._put(table_id, lambda connection: connection.execute(gone).rowcount)

    async def drop_links(self, table_id: str, seat: int) -> int:
        """Make the open links to a seat worthless; return how many there were."""
        links = and_(keys.c.table_id == table_id, keys.c.seat == seat, keys.c.kind == "link")
        gone = delete(keys).where(links)
        count: int = await self._put(table_id, lambda connection: connection.execute(gone).rowcount)
        return count

    async def listed(self, status: str, limit: int, before: Cursor | None = None) -> list[TableRow]:
        """List public tables after a place in the list: the newest first, those that wait in rounds by their makers."""
        query = select(tables).where(tables.c.status == status, tables.c.listed)
        page = in_rounds if status == "waiting" else newest_first
        return await self._lately(page(query, limit, before))

    async def held_by(self, visitor_hash: str, limit: int, before: Cursor | None = None) -> list[TableRow]:
        """List the tables at which a visitor's key holds a seat, newest first."""
        held = select(keys.c.table_id).where(keys.c.hash == visitor_hash, keys.c.kind == "visitor")
        return await self._lately(newest_first(select(tables).where(tables.c.id.in_(held)), limit, before))

    async def remove_old(self, keeping: Keeping, now: float) -> list[str]:
        """Remove some of what is kept no longer; return the ids of the tables. Once more, until there are none."""
        gone: list[str] = await self._put(LAST, lambda connection: remove_old(connection, keeping, now))
        return gone

    async def in_series(self, series: str) -> list[TableRow]:
        """List the tables of a series in the order in which they are played."""
        return await self._lately(select(tables).where(tables.c.series == series).order_by(tables.c.series_number))

    async def due(self, now: float, limit: int, late: float | None = None) -> list[TableRow]:
        """List live tables whose clock ran out, or whose bot nobody is working on; the longest waiting first.

        `late` is the time of matches, if that is not the time by which processes take up the work of bots.
        """
        late = now if late is None else late
        live = tables.c.status == "live"  # said of both, so that each can use its index
        free = or_(tables.c.claimed_until.is_(None), tables.c.claimed_until < now)
        query = select(tables).where(or_(and_(live, tables.c.deadline <= late), and_(live, tables.c.bot_due, free)))
        return await self._tables(query.order_by(tables.c.updated_at).limit(limit))

    async def claim(self, table_id: str, version: int, who: str, until: float, now: float) -> bool:
        """Take a table's bot to do, or keep it for longer; True for one process only, and only at that version."""
        values = {"table": table_id, "at_version": version, "who": who, "until": until, "now": now}
        won: bool = await self._put(table_id, lambda connection: connection.execute(CLAIM, values).rowcount == 1)
        return won

    async def release(self, who: str | None = None) -> None:
        """Let others do the bots that a process has taken to do; without a name, those of all."""
        held = tables.c.claimed_by.is_not(None) if who is None else tables.c.claimed_by == who
        free = update(tables).where(held).values(claimed_by=None, claimed_until=None)
        await self._put("", lambda connection: connection.execute(free).rowcount)

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Read at which versions tables are at least: whoever has followed less has missed something."""
        newest = (func.max(appends.c.number) + 1).label("version")
        query = select(appends.c.table_id, newest).where(appends.c.table_id.in_(table_ids)).group_by(appends.c.table_id)
        return {row["table_id"]: row["version"] for row in (await self._read(query) if table_ids else [])}

    async def review_of(self, table_id: str) -> ReviewRow | None:
        """Read what was found about a finished match."""
        rows = await self._read(select(reviews).where(reviews.c.table_id == table_id))
        return review_of(rows[0]) if rows else None

    async def keep_review(self, row: ReviewRow) -> None:
        """Keep what was found about a match instead of what was kept before, unless that was all there is to find."""
        values = values_of_review(row)
        there = reviews.c.table_id == row.table_id

        def keep(connection: Connection) -> None:
            known = connection.execute(select(reviews.c.done).where(there).with_for_update()).scalar()
            if known is None:
                connection.execute(insert(reviews), values)
            elif row.done or not known:
                connection.execute(update(reviews).where(there).values(values))

        await self._put(row.table_id, keep)

    async def secret(self, name: str) -> str:
        """Read a secret that all processes share; the first that asks for it makes it."""
        made = token_hex(32)
        there = select(secrets.c.value).where(secrets.c.name == name)

        def find(connection: Connection) -> str:
            known: str | None = connection.execute(there).scalar()
            if known is None:
                connection.execute(insert(secrets), {"name": name, "value": made})
            return known or made

        try:
            found: str = await self._put("", find)
        except StorageError:
            found = await self._put("", find)  # another process may have been first
        return found

    async def holds_seat(self, visitor_hash: str) -> bool:
        """Tell whether a visitor's key holds a seat at any table."""
        query = select(keys.c.seat).where(keys.c.hash == visitor_hash, keys.c.kind == "visitor").limit(1)
        return bool(await self._read(query))

    async def count_open(self) -> int:
        """Count the tables that are not over."""
        rows = await self._read(select(func.count().label("open")).where(tables.c.status.in_(("waiting", "live"))))
        return int(rows[0]["open"])

    async def size(self) -> int:
        """Measure how many bytes the database takes."""
        if self._url.get_backend_name() == "sqlite":
            files = (f"{self._url.database}{end}" for end in ("", "-wal", "-shm"))
            return sum(os.path.getsize(file) for file in files if os.path.exists(file))
        rows = await self._read(select(func.pg_database_size(func.current_database()).label("bytes")))
        return int(rows[0]["bytes"])

    @property
    def waiting(self) -> int:
        """How much waits to be stored."""
        return self._writer.waiting if self._writer else 0

    async def healthy(self) -> bool:
        """Tell, soon, whether something can be stored, by storing something; all who ask at once are told the same."""
        if self._trial is None or (self._trial.done() and time.monotonic() > self._tried + TRIED_SECONDS):
            self._trial = asyncio.ensure_future(self._try())
        return await asyncio.shield(self._trial)

    async def _try(self) -> bool:
        write = text("UPDATE alembic_version SET version_num = version_num")
        try:
            done = self._put(LAST, lambda connection: connection.execute(write).rowcount)
            return bool(await asyncio.wait_for(done, HEALTH_SECONDS) == 1)
        except (StorageError, TimeoutError):
            return False
        finally:
            self._tried = time.monotonic()

    def _put(self, table_id: str, work: Append | Call) -> asyncio.Future[Any]:
        if self._writer is None:
            raise StorageError("The storage is not open.")
        return self._writer.put(table_id, work)

    async def _tables(self, query: Select[Any]) -> list[TableRow]:
        return await self._read(query, make=table_of)

    async def _lately(self, query: Select[Any]) -> list[TableRow]:
        """Read tables with the time and version of the last append to each, whether or not it changed the row."""
        rows = await self._tables(query)
        ids = [row.id for row in rows]
        found = await self._read(LAST_APPENDS, {"table_ids": ids}) if ids else []
        added = {values["table_id"]: append_of(values) for values in found}
        for row in rows:
            if row.id in added:
                row.updated_at = added[row.id].at
                row.version = added[row.id].number + len(added[row.id].entries)
        return rows

    async def _read(
        self, query: Executable, given: Json | None = None, make: Callable[[Json], Row] | None = None
    ) -> list[Any]:
        """Read rows, and make of each what it stands for: in the thread that reads, as there may be many."""

        def ask() -> list[Any]:
            with self._reader.connect() as connection:
                rows = [dict(row) for row in connection.execute(query, given).mappings()]
            return rows if make is None else list(map(make, rows))

        return await self._aside(lambda: patiently(ask, self._patience, self._url))

    async def _aside(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def _let_go(self) -> None:
        await asyncio.to_thread(self._readers.shutdown)
        self._reader.dispose()
        self._engine.dispose()


def _plain(table_id: str) -> bool:
    """Tell whether a text can be a table's id at all; PostgreSQL refuses to even look for some."""
    return table_id.isascii() and table_id.isprintable()
