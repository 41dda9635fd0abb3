"""How we talk to the two databases, and how their errors are told apart. All differences between them live here."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError

from quadriga.extras import need
from quadriga.server.storage.errors import StorageError, StorageGone

Result = TypeVar("Result")

READERS = 4
BUSY_SECONDS = 5.0
"""How long SQLite waits for another process that writes, before we count it as away."""
STATEMENT_MS = 10_000
"""What PostgreSQL may take for a statement, and how long a frozen process may hold its locks."""
GATHER = 0.005
"""At least this many seconds lie between the beginnings of two transactions of PostgreSQL: who comes meanwhile waits.

A transaction costs a server process more than the moves in it. What comes after a rest does not wait."""
TRY_AGAIN = {"25006", "40001", "40P01"}
"""PostgreSQL: the server became a replica; two transactions cannot be put in an order; a deadlock."""
FAULTS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it or its folder is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: does its folder exist, and may it be written to?",
    sqlite3.SQLITE_PERM: "its permissions forbid it",
    sqlite3.SQLITE_AUTH: "its permissions forbid it",
    sqlite3.SQLITE_NOTADB: "it is not a database, or is damaged",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
}


def parse(url: str) -> URL:
    """Read a database's address; both `postgres://` and `postgresql://` mean psycopg."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StorageError("QUADRIGA_DATABASE_URL is not an address such as postgresql://user@host/name.") from error
    if parsed.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite"):
        raise StorageError(f"Tables are stored in SQLite or PostgreSQL, not in {parsed.drivername}.")
    if not parsed.database or parsed.database == ":memory:":
        raise StorageError("A SQLite database needs a file: sqlite:///path.")
    return parsed


def engines(url: URL) -> tuple[Engine, Engine]:
    """Make one engine that reads without transactions, and one with a single connection that writes."""
    if url.get_backend_name() == "sqlite":
        private(str(url.database))
        reader = create_engine(url, isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=1)
        writer = create_engine(url, pool_size=1, max_overflow=0)
        event.listen(reader, "connect", set_up_sqlite)
        event.listen(writer, "connect", set_up_sqlite)
        event.listen(writer, "connect", leave_transactions_to_us)
        event.listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        return reader, writer
    need("psycopg", "shared")
    # A host that vanished without a word is noticed by the kernel, not by us waiting for its answer for ever.
    arguments = {
        "connect_timeout": 3, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
        "tcp_user_timeout": STATEMENT_MS, "application_name": "quadriga",
    }  # fmt: skip
    reader = create_engine(url, isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=1, connect_args=arguments)
    writer = create_engine(url, pool_size=1, max_overflow=0, connect_args=arguments)
    event.listen(reader, "connect", set_up_postgresql)
    event.listen(writer, "connect", set_up_postgresql)
    return reader, writer


def seconds_to_gather(url: URL) -> float:
    """Say how long to wait after the beginning of a transaction for what goes into the next."""
    return 0.0 if url.get_backend_name() == "sqlite" else GATHER


def private(path: str) -> None:
    """Make the file, if there is none, so that only its owner can read it: it holds the secrets of matches."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StorageError(f"The database {path} cannot be opened: {error.strerror}.") from error


def set_up_sqlite(connection: Any, record: object) -> None:
    """Make a new connection to SQLite durable, patient and strict."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def leave_transactions_to_us(connection: Any, record: object) -> None:
    """Keep Python's driver from beginning transactions: ours take the write lock first, and cover DDL as well."""
    connection.isolation_level = None


def set_up_postgresql(connection: Any, record: object) -> None:
    """Keep a new connection to PostgreSQL from waiting, or holding locks, for ever."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = {STATEMENT_MS}")
        cursor.execute(f"SET idle_in_transaction_session_timeout = {STATEMENT_MS}")
    if not connection.autocommit:
        connection.commit()


def may_pass(error: DBAPIError) -> bool:
    """Tell whether trying again may help: the database is away, starting, or busy with somebody else."""
    if error.connection_invalidated:
        return True
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    if getattr(error.orig, "sqlstate", None) in TRY_AGAIN:
        return True
    return isinstance(error, OperationalError | InterfaceError) and not isinstance(error.orig, sqlite3.Error)


def hopeless(error: DBAPIError) -> bool:
    """Tell whether it is the file or the disk that is at fault, so that every other statement would fail as well."""
    return (getattr(error.orig, "sqlite_errorcode", None) or 0) & 0xFF in FAULTS


def explain(url: URL, error: DBAPIError) -> str:
    """Say in words for a person what the database said."""
    said = str(error.orig).strip().partition("\n")[0]
    if url.get_backend_name() != "sqlite":
        return f"The database says: {said}"
    fault = FAULTS.get((getattr(error.orig, "sqlite_errorcode", None) or 0) & 0xFF)
    return f"The database {url.database} cannot be used: {fault or said}" + (f" ({said})." if fault else ".")


def patiently(work: Callable[[], Result], patience: float, url: URL) -> Result:
    """Do some work that may be done twice, again and again while the database is away, for that many seconds."""
    give_up = time.monotonic() + patience
    for pause in pauses():
        try:
            return work()
        except DBAPIError as error:
            if not may_pass(error):
                raise StorageError(explain(url, error)) from error
            if time.monotonic() + pause > give_up:
                raise StorageGone(explain(url, error)) from error
        time.sleep(pause)
    raise AssertionError("pauses never end")


def pauses() -> Any:
    """Yield how long to wait before each next try."""
    pause = 0.02
    while True:
        yield pause
        pause = min(pause * 2, 0.5)
