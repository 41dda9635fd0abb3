"""A backup is made while people play; restored, it is played on from where it was."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from .client import WAIT
from .forked import command
from .running import Server
from .services import Postgres, postgres_programs
from .steadfast import PATIENCE, Steadfast, arrive, is_whole, lay_out, sit, stands_by_its_word, start, until


def quadriga(folder: Path, *words: str, url: str | None = None, code: int = 0, path: str | None = None) -> str:
    """Run a command as an operator does; return what it said."""
    environ = {**os.environ, "QUADRIGA_DATA_DIR": str(folder), "PATH": path or os.environ["PATH"]}
    if url is not None:
        environ["QUADRIGA_DATABASE_URL"] = url
    done = command(words, environ, WAIT)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def path() -> str:
    """Where PostgreSQL's own programs are found: those of the server that runs."""
    return f"{postgres_programs() / 'bin'}{os.pathsep}{os.environ['PATH']}"


async def story(folder: Path, url: str | None, other: str | None, path: str) -> None:
    """Play, back up in the middle, restore elsewhere, play on there."""
    environ = {} if url is None else {"QUADRIGA_DATABASE_URL": url}
    elsewhere = {} if other is None else {"QUADRIGA_DATABASE_URL": other}
    server = Server(folder / "one", **environ)
    await start(server)

    def where() -> str:
        return server.url

    try:
        keys = [await arrive(where), await arrive(where)]
        table = await lay_out(where, keys[0], "caesar-cleopatra-2024", "me", "open", listed=True)
        await sit(where, keys[1], table, 1)
        people = [Steadfast(keys[0], table, where, 1), Steadfast(keys[1], table, where, 2)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(person.play()) for person in people]
            await until(lambda: all(len(person.answered) > 3 for person in people))
            answered = [list(person.answered) for person in people]
            said = await asyncio.to_thread(quadriga, folder / "one", "backup", str(folder / "copy"), url=url, path=path)
            assert "bytes" in said
            await asyncio.gather(*playing)
        server.stop()
        quadriga(folder / "two", "restore", str(folder / "copy"), url=other, path=path)
        server = Server(folder / "two", **elsewhere)
        await start(server)
        again = [Steadfast(key, table, where, number) for number, key in enumerate(keys, 7)]
        await asyncio.gather(*(person.play() for person in again))
        history = {entry["id"] for person in again for entry in person.seen.values() if "id" in entry}
        assert all(id in history for ids in answered for id in ids), "what was answered before the backup is missing"
        await stands_by_its_word(again, where)
    finally:
        server.stop()
    assert len(await is_whole(other or f"sqlite:///{folder / 'two' / 'tables.sqlite3'}")) == 1


def test_a_backup_of_a_running_server_is_restored_and_played_on(tmp_path: Path, path: str) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await story(tmp_path, None, None, path)

    asyncio.run(within())
    copy = tmp_path / "copy"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not copy.with_name("copy-wal").exists()


def test_the_same_with_postgresql(tmp_path: Path, postgres: Postgres, path: str) -> None:
    async def within(url: str, other: str) -> None:
        async with asyncio.timeout(PATIENCE):
            await story(tmp_path, url, other, path)

    with postgres.database() as url, postgres.database() as other:
        asyncio.run(within(url, other))


# What is refused, and changes nothing


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a database in which there is a table, and a backup of it."""
    folder = tmp_path / "data"
    stored = Path(__file__).parent / "stored"
    from .test_upgrade import fill

    folder.mkdir()
    fill(f"sqlite:///{folder / 'tables.sqlite3'}", sorted(stored.iterdir())[-1].stem)
    quadriga(folder, "backup", str(tmp_path / "copy"))
    return folder


def count(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM tables").fetchone()[0])


def test_tables_are_replaced_only_if_that_is_meant_and_kept_beside(filled: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(filled / "tables.sqlite3", isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM tables WHERE status = 'waiting'")
    assert "--replace" in quadriga(filled, "restore", str(tmp_path / "copy"), code=2)
    assert count(filled) == 4
    said = quadriga(filled, "restore", str(tmp_path / "copy"), "--replace")
    assert said.startswith("5 tables")
    assert count(filled) == 5
    (kept,) = filled.glob("tables.sqlite3.before-*")
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM tables").fetchone() == (4,)


def test_a_backup_is_not_written_over(filled: Path, tmp_path: Path) -> None:
    before = (tmp_path / "copy").read_bytes()
    assert "--force" in quadriga(filled, "backup", str(tmp_path / "copy"), code=2)
    quadriga(filled, "backup", str(tmp_path / "copy"), "--force")
    assert before[:16] == (tmp_path / "copy").read_bytes()[:16]
    assert "cannot be written" in quadriga(filled, "backup", str(tmp_path / "nowhere" / "copy"), code=2)
    assert not list(tmp_path.glob(".*"))


def test_nothing_is_backed_up_where_there_is_nothing(tmp_path: Path) -> None:
    assert "There is no database" in quadriga(tmp_path, "backup", str(tmp_path / "copy"), code=2)
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("kind", ["text", "cut", "foreign", "newer", "missing", "postgresql"])
def test_a_wrong_file_is_refused_and_changes_nothing(kind: str, filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    if kind == "text":
        copy.write_text("Salve!")
    elif kind == "cut":
        copy.write_bytes(copy.read_bytes()[:40_000])
    elif kind == "missing":
        copy.unlink()
    elif kind == "postgresql":
        copy.write_bytes(b"PGDMP\1\2")
    else:
        if kind == "foreign":
            copy.unlink()
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            if kind == "foreign":
                database.execute("CREATE TABLE letters (text TEXT)")
            else:
                database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = count(filled)
    said = quadriga(filled, "restore", str(copy), "--replace", code=2)
    words = {"newer": "newer Quadriga", "missing": "cannot be read", "postgresql": "tables export"}
    assert words.get(kind, "backup") in said
    assert len(said.splitlines()) == 1
    assert count(filled) == before
    assert not list(filled.glob("*.before-*"))


def test_a_server_that_runs_is_not_restored_under_its_feet(filled: Path, tmp_path: Path) -> None:
    server = Server(filled)
    try:
        server.start()
        assert server.process is not None
        said = quadriga(filled, "restore", str(tmp_path / "copy"), "--replace", code=2)
        assert f"process {server.process.pid}" in said
    finally:
        server.stop()


def test_postgresql_is_neither_restored_while_it_is_used_nor_without_its_programs(
    tmp_path: Path, postgres_url: str, path: str
) -> None:
    from quadriga.server.storage.tools import opened

    def done(*words: str, code: int = 0, path: str = path) -> str:
        return quadriga(tmp_path, *words, url=postgres_url, code=code, path=path)

    copy = str(tmp_path / "copy")
    bare = str(tmp_path)
    assert "pg_dump is not installed" in done("backup", copy, code=2, path=bare)
    with opened(postgres_url) as tools, tools.reading():
        done("backup", copy)
        assert "stop them first" in done("restore", copy, code=2)
    assert "pg_restore is not installed" in done("restore", copy, code=2, path=bare)
    assert done("restore", copy).startswith("0 tables")
    shutil.copy(sys.executable, tmp_path / "copy2")
    assert "no backup" in done("restore", str(tmp_path / "copy2"), code=2)
