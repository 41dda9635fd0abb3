"""A lock on a SQLite database: two servers on one file would not see what the other does."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL

from quadriga.server.storage.engines import parse
from quadriga.server.storage.errors import StorageError


class InUse(StorageError):
    """A database belongs to another process; the message names it."""


class ServerLock:
    """A lock that one process holds for as long as it serves a SQLite file; the kernel lets go of it whatever happens.

    The file `.lock` beside the database is locked, the file `.server` says by whom. PostgreSQL needs neither.
    """

    def __init__(self, url: str, place: str = "") -> None:
        self._url: URL = parse(url)
        self._place = place
        self._lock: FileLock | None = None

    def take(self) -> None:
        """Take the lock; InUse if another process has it."""
        if self._url.get_backend_name() != "sqlite":
            return
        path = Path(str(self._url.database)).absolute()
        if not path.parent.is_dir():
            raise StorageError(f"The database {path} cannot be opened: there is no folder {path.parent}.")
        lock = FileLock(path.with_name(f"{path.name}.lock"), mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise InUse(f"{path} is in use {holder(note(path))}. Stop that one, or set QUADRIGA_DATA_DIR.") from error
        except OSError as error:
            raise StorageError(f"The database {path} cannot be locked: {error.strerror}.") from error
        self._lock = lock
        mine = {"pid": os.getpid(), "place": self._place, "since": time.time()}
        with contextlib.suppress(OSError):  # a full disk: others are told less, and are kept out all the same
            note(path).write_text(json.dumps(mine))

    def release(self) -> None:
        """Let the next one in."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def note(path: Path) -> Path:
    """Name the file that says who serves a database."""
    return path.with_name(f"{path.name}.server")


def holder(file: Path) -> str:
    """Say who holds a lock, as far as it said so itself."""
    try:
        who = json.loads(file.read_text())
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(who["since"]))
        return f"by process {int(who['pid'])}{' at ' if who['place'] else ''}{who['place']}, since {since}"
    except (OSError, ValueError, KeyError, TypeError):
        return "by another process"
