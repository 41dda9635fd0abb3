"""One server a SQLite file: the second says who was first, and the tools of an operator work beside it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from quadriga.server.storage import InUse, ServerLock, StorageError

from .client import WAIT
from .forked import command
from .running import running


def serve(folder: Path) -> subprocess.CompletedProcess[str]:
    """Start one more server; it must end by itself."""
    environ = {**os.environ, "QUADRIGA_DATA_DIR": str(folder)}
    return command(["serve", "--no-browser", "--port", "0"], environ, WAIT)


def test_a_second_server_names_the_first_and_ends(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        assert first.process is not None
        second = serve(tmp_path)
        assert second.returncode == 2
        assert second.stdout == ""
        assert len(second.stderr.splitlines()) == 1, second.stderr
        port = first.url.rpartition(":")[2]
        for word in (str(tmp_path / "tables.sqlite3"), f"process {first.process.pid} ", f":{port},", "since 20"):
            assert word in second.stderr
        first.kill()
        first.start()  # a lock does not outlive its process


def test_a_lock_is_held_until_it_is_let_go(sqlite_url: str) -> None:
    first, second = ServerLock(sqlite_url, "http://localhost:1"), ServerLock(sqlite_url)
    first.take()
    with pytest.raises(InUse, match=rf"process {os.getpid()} at http://localhost:1, since "):
        second.take()
    first.release()
    second.take()
    with pytest.raises(InUse, match=rf"process {os.getpid()}, since "):
        first.take()
    second.release()


def test_what_the_other_says_of_itself_may_be_missing(sqlite_url: str, tmp_path: Path) -> None:
    lock = ServerLock(sqlite_url)
    lock.take()
    (tmp_path / "tables.sqlite3.server").write_text("{")
    with pytest.raises(InUse, match="in use by another process"):
        ServerLock(sqlite_url).take()
    lock.release()


def test_a_folder_that_is_not_there_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="there is no folder"):
        ServerLock(f"sqlite:///{tmp_path / 'file' / 'tables.sqlite3'}").take()


def test_postgresql_needs_no_lock() -> None:
    locks = [ServerLock("postgresql://nobody@nowhere/none") for _ in range(2)]
    for lock in locks:
        lock.take()
    for lock in locks:
        lock.release()
