"""The statements that write. All are the same for both databases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    Boolean,
    Connection,
    Dialect,
    Double,
    Integer,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from quadriga.server.storage.models import appends, keys, tables

TOGETHER = 64
"""This many rows are written by one statement at most; drivers keep the texts of so many ready."""
INSERT_TABLE = insert(tables)

STATUS = bindparam("new_status", type_=Text)
KEEPS = bindparam("keeps_claim", type_=Boolean)
UPDATE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        {
            **{name: bindparam(f"new_{name}") for name in ("version", "bot_due", "deadline", "updated_at")},
            "status": STATUS,
            "maker": case((literal_column("'waiting'") == STATUS, tables.c.maker), else_=None),
            "summary": func.coalesce(bindparam("new_summary", type_=Text), tables.c.summary),
            "claimed_by": case((KEEPS, tables.c.claimed_by), else_=bindparam("new_claimed_by", type_=Text)),
            "claimed_until": case((KEEPS, tables.c.claimed_until), else_=bindparam("new_claimed_until", type_=Double)),
        }
    )
)
"""Say what a table is after an append."""

_last = (
    select(appends.c.table_id, func.max(appends.c.number).label("number"))
    .where(appends.c.table_id.in_(bindparam("table_ids", expanding=True)))
    .group_by(appends.c.table_id)
    .subquery()
)
LAST_APPENDS = select(appends).join(
    _last, and_(appends.c.table_id == _last.c.table_id, appends.c.number == _last.c.number)
)
"""The last append of each of some tables: it tells where their logs end."""

INSERT_KEY = insert(keys).from_select(
    ["table_id", "seat", "hash", "kind", "created_at"],
    select(
        bindparam("table_id", type_=Text),
        bindparam("seat", type_=Integer),
        bindparam("hash", type_=Text),
        bindparam("kind", type_=Text),
        bindparam("created_at", type_=Double),
    ).where(
        ~exists().where(
            keys.c.table_id == bindparam("table_id"),
            keys.c.seat == bindparam("seat"),
            keys.c.hash == bindparam("hash"),
        )
    ),
)
"""Add a key unless that key holds the seat already."""

SPEND_LINK = delete(keys).where(
    keys.c.table_id == bindparam("link_table"), keys.c.hash == bindparam("link_hash"), keys.c.kind == "link"
)
"""Use up a private link."""

FREE = (
    select(tables.c.id)
    .where(
        tables.c.id == bindparam("table"),
        tables.c.version == bindparam("at_version"),
        or_(
            tables.c.claimed_until.is_(None),
            tables.c.claimed_until < bindparam("now"),
            tables.c.claimed_by == bindparam("who"),
        ),
    )
    .with_for_update(skip_locked=True)
)
# A table that another process has locked is being claimed or moved on by it: we need not wait to know that we lost,
# and a claim that never waits cannot be part of a deadlock.
CLAIM = (
    update(tables).where(tables.c.id.in_(FREE)).values(claimed_by=bindparam("who"), claimed_until=bindparam("until"))
)
"""Take a table's bot to do, if nobody else has it."""


class Rows:
    """An INSERT of many rows as one statement: the database is asked once, and the writing thread stops once for it."""

    def __init__(self, table: Table, dialect: Dialect) -> None:
        names = table.columns.keys()
        mark = "?" if dialect.paramstyle == "qmark" else "%s"
        self._head = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "
        self._row = f"({', '.join(mark for _ in names)})"
        self._values = itemgetter(*names)

    def run(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Write some rows; up to `TOGETHER` are one statement."""
        for begin in range(0, len(rows), TOGETHER):
            some = rows[begin : begin + TOGETHER]
            text = self._head + ", ".join([self._row] * len(some))
            connection.exec_driver_sql(text, tuple(chain.from_iterable(map(self._values, some))))


class Prepared:
    """A statement as a database's driver takes it, so that writing many rows costs little more than the rows."""

    def __init__(self, statement: Update, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._text = str(compiled)
        names = getattr(compiled, "positiontup", None)
        self._values = itemgetter(*names) if names else dict[str, Any].copy

    def run(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Write some rows; return how many there were to write."""
        values = list(map(self._values, rows))
        done = connection.exec_driver_sql(self._text, values, {"preserve_rowcount": True})
        return done.rowcount
