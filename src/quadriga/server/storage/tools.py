"""The database without a server, for the tools of those who run one; a server may be using it meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Select, insert, select
from sqlalchemy.exc import DBAPIError

from quadriga.server.storage.engines import engines, explain, parse, patiently
from quadriga.server.storage.errors import StorageError
from quadriga.server.storage.migrate import upgrade
from quadriga.server.storage.models import appends, keys, reviews, tables
from quadriga.server.storage.pages import Cursor, newest_first
from quadriga.server.storage.rows import (
    AppendRow,
    Json,
    KeyRow,
    ReviewRow,
    TableRow,
    append_of,
    review_of,
    table_of,
    text_of,
    values_of_key,
    values_of_review,
    values_of_table,
)

PATIENCE = 10.0
"""How many seconds the database may be away, or locked by a server that writes."""


def existing(url: str) -> URL:
    """Read a database's address; StorageError if it is a file that is not there."""
    parsed = parse(url)
    if parsed.get_backend_name() == "sqlite" and not os.path.exists(str(parsed.database)):
        raise StorageError(f"There is no database {parsed.database}.")
    return parsed


class Tools:
    """A database that is there, brought up to date."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.reader, self.writer = engines(url)
        patiently(lambda: upgrade(self.reader, self.writer), PATIENCE, url)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read, without a transaction."""
        with self.words(), self.reader.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write, all or nothing."""
        with self.words(), self.writer.begin() as connection:
            yield connection

    @contextmanager
    def words(self) -> Iterator[None]:
        """Say what the database says in words for a person."""
        try:
            yield
        except DBAPIError as error:
            raise StorageError(explain(self.url, error)) from error

    def close(self) -> None:
        """Let go of the database."""
        self.reader.dispose()
        self.writer.dispose()


@contextmanager
def opened(url: str) -> Iterator[Tools]:
    """Open the tools for a database."""
    tools = Tools(existing(url))
    try:
        yield tools
    finally:
        tools.close()


def some_tables(
    connection: Connection, *, status: str | None, game: str | None, limit: int, before: Cursor | None = None
) -> list[TableRow]:
    """List tables of all kinds, also those that are not public, the newest first."""
    query: Select[tuple[object, ...]] = select(tables)
    if status is not None:
        query = query.where(tables.c.status == status)
    if game is not None:
        query = query.where(tables.c.game == game)
    return [table_of(dict(row)) for row in connection.execute(newest_first(query, limit, before)).mappings()]


def whole_table(
    connection: Connection, id: str
) -> tuple[TableRow, list[AppendRow], list[KeyRow], ReviewRow | None] | None:
    """Read all that is stored of a table."""
    row = connection.execute(select(tables).where(tables.c.id == id)).mappings().one_or_none()
    if row is None:
        return None
    log = connection.execute(select(appends).where(appends.c.table_id == id).order_by(appends.c.number)).mappings()
    held = connection.execute(select(keys).where(keys.c.table_id == id).order_by(keys.c.seat, keys.c.created_at))
    review = connection.execute(select(reviews).where(reviews.c.table_id == id)).mappings().one_or_none()
    return (
        table_of(dict(row)),
        [append_of(dict(each)) for each in log],
        [KeyRow(**each) for each in held.mappings()],
        None if review is None else review_of(dict(review)),
    )


def add_whole_table(
    connection: Connection, row: TableRow, log: list[AppendRow], held: list[KeyRow], review: ReviewRow | None
) -> bool:
    """Store all of a table; False if there is one of that id, which stays as it is."""
    if connection.execute(select(tables.c.id).where(tables.c.id == row.id)).first() is not None:
        return False
    connection.execute(insert(tables), values_of_table(row))
    if log:
        connection.execute(insert(appends), [values_of_append(each) for each in log])
    if held:
        connection.execute(insert(keys), [values_of_key(each) for each in held])
    if review is not None:
        connection.execute(insert(reviews), values_of_review(review))
    return True


def values_of_append(row: AppendRow) -> Json:
    """Turn an addition to a log into the values of its columns."""
    return {"table_id": row.table_id, "number": row.number, "at": row.at, "entries": text_of(row.entries)}
