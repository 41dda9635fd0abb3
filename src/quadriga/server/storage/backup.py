"""Copies of a whole database: made while servers run, put back while none does."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL, select, text

from quadriga.server.storage.engines import engines, parse, private
from quadriga.server.storage.errors import StorageError
from quadriga.server.storage.lock import ServerLock
from quadriga.server.storage.migrate import LATEST
from quadriga.server.storage.models import tables
from quadriga.server.storage.tools import existing, opened

NAMES = {"dbname": "PGDATABASE", "host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
"""How libpq is told where a database is, without arguments that others could see."""
SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"
"""What a file of each kind begins with."""


def back_up(url: str, file: Path) -> int:
    """Copy the database into a file that only its owner can read; return how many bytes. Servers may go on writing."""
    source = existing(url)
    half = file.with_name(f".{file.name}.half")
    try:
        half.unlink(missing_ok=True)
        os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if source.get_backend_name() == "sqlite":
            copy_sqlite(str(source.database), half)
            in_one_file(half)
        else:
            run_postgresql(source, ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={half}"])
        os.replace(half, file)
    except OSError as error:
        raise StorageError(f"The backup {file} cannot be written: {error.strerror}.") from error
    finally:
        half.unlink(missing_ok=True)
    return file.stat().st_size


def restore(url: str, file: Path, *, replace: bool) -> tuple[int, Path | None]:
    """Put a backup in place of the database; return how many tables it holds, and where a copy of what was is.

    StorageError if a server uses it, or if there are tables in it and they are not to be replaced.
    """
    target, beginning = parse(url), first_bytes(file)
    wanted = SQLITE if target.get_backend_name() == "sqlite" else POSTGRESQL
    if not beginning.startswith(wanted):
        other = {SQLITE: "SQLite", POSTGRESQL: "PostgreSQL"}
        kind = next((name for sign, name in other.items() if beginning.startswith(sign)), None)
        raise StorageError(
            f"{file} is no backup of a {other[wanted]} database"
            + (f", but of a {kind} one: move tables between them with `quadriga tables export`." if kind else ".")
        )
    kept = None
    if wanted is SQLITE:
        kept = restore_sqlite(target, file, replace)
    else:
        restore_postgresql(target, file, replace)
    return count_tables(url), kept


def first_bytes(file: Path) -> bytes:
    """Read how a file begins."""
    try:
        with file.open("rb") as opened:
            return opened.read(16)
    except OSError as error:
        raise StorageError(f"The backup {file} cannot be read: {error.strerror}.") from error


def count_tables(url: str) -> int:
    """Count all tables, having brought the database up to date."""
    with opened(url) as tools, tools.reading() as connection:
        return len(connection.execute(select(tables.c.id)).all())


def must_be_empty(count: int, replace: bool) -> None:
    """Refuse to overwrite tables unless that is meant."""
    if count and not replace:
        raise StorageError(f"There are {count} tables in the database: --replace puts the backup in their place.")


# SQLite


def copy_sqlite(source: str, target: Path) -> None:
    """Copy a SQLite database that others may be writing to, into another."""
    try:
        with (
            closing(sqlite3.connect(f"file:{quote(source)}?mode=ro", uri=True, timeout=30)) as from_there,
            closing(sqlite3.connect(target, timeout=30, isolation_level=None)) as to_here,
        ):
            from_there.backup(to_here)
    except sqlite3.Error as error:
        raise StorageError(f"The database {source} cannot be copied: {error}.") from error


def in_one_file(copy: Path) -> None:
    """Fold what would be in a -wal beside a copy into it."""
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode = DELETE")


def check_sqlite(file: Path) -> None:
    """Refuse a file that is damaged, no database of ours, or of a newer Quadriga."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StorageError(f"The backup {file} is damaged: {verdict}.")
            (version,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
            copy.execute("SELECT count(*) FROM tables").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise StorageError(f"{file} is no backup of Quadriga's: {error}.") from error
    if version > LATEST:
        raise StorageError(f"The backup {file} is of a newer Quadriga (version {version}; this one knows {LATEST}).")


def restore_sqlite(target: URL, file: Path, replace: bool) -> Path | None:
    """Put a backup in place of a SQLite database, which no server may use."""
    check_sqlite(file)
    path = Path(str(target.database)).absolute()
    url = target.render_as_string(hide_password=False)
    lock = ServerLock(url, "(restoring a backup)")
    lock.take()
    try:
        kept = None
        if path.exists() and path.stat().st_size:
            must_be_empty(count_tables(url), replace)
            kept = path.with_name(f"{path.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
            private(str(kept))
            copy_sqlite(str(path), kept)
            in_one_file(kept)
        private(str(path))
        copy_sqlite(str(file.absolute()), path)
        return kept
    finally:
        lock.release()


# PostgreSQL


def run_postgresql(url: URL, command: Sequence[str]) -> None:
    """Run one of PostgreSQL's own programs on a database; the password is in no argument, which others could see."""
    program = shutil.which(command[0])
    if program is None:
        raise StorageError(
            f"{command[0]} is not installed: it comes with PostgreSQL (its package is often called "
            "postgresql-client). `quadriga tables export` writes all tables without it."
        )
    reader, writer = engines(url)
    given = reader.dialect.create_connect_args(url)[1]
    for engine in (reader, writer):
        engine.dispose()
    there = {name: str(given[key]) for key, name in NAMES.items() if key in given}
    done = subprocess.run(
        [program, *command[1:]], env={**os.environ, **there}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()
        raise StorageError(f"{command[0]} failed: {' '.join(said[:3])}")


def restore_postgresql(target: URL, file: Path, replace: bool) -> None:
    """Put a backup in place of what is in a PostgreSQL database, all or nothing; no server may use it."""
    reader, writer = engines(target)
    try:
        with reader.connect() as connection:
            there = connection.execute(text("SELECT to_regclass('tables')")).scalar()
            others = connection.execute(OTHERS).scalar()
            count = connection.execute(text("SELECT count(*) FROM tables")).scalar() if there else 0
    finally:
        reader.dispose()
        writer.dispose()
    if others:
        raise StorageError(f"{others} connections of servers use the database: stop them first.")
    must_be_empty(int(count or 0), replace)
    options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    name = str(target.database)
    run_postgresql(target, ["pg_restore", *options, f"--dbname={name}", str(file.absolute())])


OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()"
)
"""The connections that Quadriga has open to this database, but for the one that asks."""
