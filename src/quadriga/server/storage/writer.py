"""The one thread that writes. Whatever is waiting goes into one transaction: a commit is what costs, not a row."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from sqlalchemy import URL, Connection, Engine, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from quadriga.server.storage.engines import explain, hopeless, may_pass, pauses, seconds_to_gather
from quadriga.server.storage.errors import Conflict, Missing, Spent, StorageError, StorageGone
from quadriga.server.storage.models import appends, tables
from quadriga.server.storage.rows import Append, Json, text_of, values_of_key
from quadriga.server.storage.statements import (
    INSERT_KEY,
    LAST_APPENDS,
    SPEND_LINK,
    TOGETHER,
    UPDATE_TABLE,
    Prepared,
    Rows,
)

MOST = 1000
"""With this many jobs a transaction is begun, so that the first of them does not wait for all others."""
REMEMBERED = 50_000
"""Of this many tables at most it is remembered where the log ends."""

Call = Callable[[Connection], Any]


class Job:
    """Something to write, and who waits for it: an append, or a call that writes and may be made again."""

    __slots__ = (
        "appended", "call", "end", "error", "future", "keys", "link", "result", "since", "table_id", "unsure",
        "updated",
    )  # fmt: skip

    def __init__(self, future: asyncio.Future[Any], table_id: str, work: Append | Call) -> None:
        self.future = future
        self.table_id = table_id
        self.since = time.monotonic()
        self.unsure = False  # whether an earlier try may have been stored although we were not told so
        self.result: Any = None
        self.error: Exception | None = None
        self.keys: list[Json] = []
        self.link: Json | None = None
        self.appended: Json = {}
        self.updated: Json | None = None
        self.call: Call | None = None
        self.end = 0  # the version after an append
        if not isinstance(work, Append):
            self.call = work
            return
        # Written as text here, in the caller's thread: what the caller changes later cannot change what is stored.
        self.appended = {
            "table_id": table_id,
            "number": work.number,
            "at": work.at,
            "entries": text_of(work.entries),
        }
        self.end = work.version
        if not work.quiet:
            self.updated = {
                "table": table_id,
                "new_version": work.version,
                "new_updated_at": work.updated_at,
                "new_status": work.status,
                "new_summary": None if work.summary is None else text_of(work.summary),
                "new_bot_due": work.bot_due,
                "new_claimed_by": work.claimed_by,
                "new_claimed_until": work.claimed_until,
                "keeps_claim": work.keeps_claim,
                "new_deadline": work.deadline,
            }
        if work.keys:
            self.keys = [values_of_key(key) for key in work.keys]
        if work.link is not None:
            self.link = {"link_table": table_id, "link_hash": work.link}

    @property
    def is_plain(self) -> bool:
        """Whether it is an append of which nothing but the log has to know, as most moves are."""
        return self.call is None and self.updated is None and not self.keys and self.link is None


def in_order(changes: list[Job]) -> list[Job]:
    """Put appends in one order, the same everywhere: of two processes with the same tables one waits, never both."""
    return sorted(changes, key=lambda job: (job.table_id, job.appended["number"]))


class Outdated(Exception):
    """A table is not at the version that an append extends."""


class Writer:
    """A writer of jobs in the order in which they come, many at a time; each is answered after it is committed."""

    def __init__(self, engine: Engine, single: Engine, url: URL, patience: float) -> None:
        """Take an engine that writes transactions, and one whose statements are each a transaction of its own."""
        self._engine = engine
        self._single = single
        self._held: Connection | None = None
        """A connection of the latter, which is kept: to take one for every turn of the loop costs."""
        self._gather = seconds_to_gather(url)
        self._url = url
        self._patience = patience
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._coming: list[Job] = []
        self._loop = asyncio.get_running_loop()
        self._open = True
        self.waiting = 0
        """How many jobs are not answered yet."""
        self._ends: dict[str, int] = {}
        """The versions at which we left tables, or found them. An append there needs no look at the log: if anybody
        else has extended that version, the database refuses to do so again."""
        self._insert = Rows(appends, engine.dialect)
        self._update = Prepared(UPDATE_TABLE, engine.dialect)
        self._thread = threading.Thread(target=self._run, name="quadriga-writer", daemon=True)
        self._thread.start()

    def put(self, table_id: str, work: Append | Call) -> asyncio.Future[Any]:
        """Take a job; the future is done when it is committed or has failed."""
        if not self._open:
            raise StorageError("The storage is closed.")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._coming.append(Job(future, table_id, work))
        self.waiting += 1
        if len(self._coming) == 1:
            self._loop.call_soon(self._hand_over)  # with all of this turn of the loop: waking a thread costs
        return future

    def followed(self, table_id: str, version: int) -> None:
        """Note where a table's log ended when it was read."""
        self._ends[table_id] = max(version, self._ends.get(table_id, 0))

    def _hand_over(self) -> None:
        if self._coming:
            self._queue.put(self._coming)
            self._coming = []

    async def close(self) -> None:
        """Write what is waiting and stop."""
        if self._open:
            self._open = False
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        waiting: list[Job] = []
        pause: Iterator[float] = pauses()
        going = True
        begun = float("-inf")
        while going or waiting:
            going = self._fetch(waiting) and going
            if going and (rest := begun + self._gather - time.monotonic()) > 0:
                time.sleep(rest)
                going = self._fetch(waiting)
            begun = time.monotonic()
            try:
                if waiting:
                    self._write(waiting)
            except Exception as error:
                self._engine.dispose()
                given_up = self._give_up(waiting, error)
                waiting = [job for job in waiting if job not in given_up]
                self._answer(list(given_up))
                if waiting:
                    time.sleep(next(pause))
            else:
                self._answer(waiting)
                waiting = []
                pause = pauses()
        self._let_go()

    def _fetch(self, waiting: list[Job]) -> bool:
        """Take what is in the queue, wait only if there is nothing to do; False when the storage is being closed."""
        try:
            while len(waiting) < MOST:
                jobs = self._queue.get(block=not waiting)
                if jobs is None:
                    return False
                waiting.extend(jobs)
        except queue.Empty:
            pass
        return True

    def _write(self, jobs: list[Job]) -> None:
        """Write and commit all jobs that can be; note the error of each that cannot. Raise if nothing is known."""
        for job in jobs:
            job.error = None
        try:
            if len(jobs) <= TOGETHER and all(job.is_plain for job in jobs) and self._goes_on(jobs):
                self._held = self._held or self._single.connect()
                self._insert.run(self._held, [job.appended for job in in_order(jobs)])
            else:
                with self._engine.begin() as connection:
                    self._carry_out(connection, jobs)
            self._remember(jobs)
            return
        except DBAPIError as error:
            self._let_go()
            if may_pass(error) or hopeless(error):
                raise
        except Exception:
            self._let_go()  # it is of one job; the next lines find out of which
        with self._engine.begin() as connection:
            for job in jobs:
                try:
                    with connection.begin_nested():
                        self._carry_out(connection, [job])
                except DBAPIError as error:
                    if may_pass(error) or hopeless(error):
                        raise
                    job.error = self._judge(connection, job, error)
                except Exception as error:
                    job.error = self._judge(connection, job, error)

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with contextlib.suppress(DBAPIError):  # it may be broken, which is why it goes
                held.close()

    def _remember(self, jobs: list[Job]) -> None:
        if len(self._ends) > REMEMBERED:
            self._ends.clear()
        for job in jobs:
            if not job.call:
                self._ends[job.table_id] = max(job.end, self._ends.get(job.table_id, 0))

    def _goes_on(self, changes: list[Job]) -> bool:
        """Tell whether all appends go on where their logs are known to end."""
        ends: dict[str, int] = {}
        for job in changes:
            if job.appended["number"] != ends.get(job.table_id, self._ends.get(job.table_id)):
                return False
            ends[job.table_id] = job.end
        return True

    def _check(self, connection: Connection, changes: list[Job]) -> None:
        """Raise Outdated if an append would not go on where the log ends."""
        ends = {job.table_id: self._ends.get(job.table_id) for job in changes}
        unsure = [job.table_id for job in changes if ends[job.table_id] != job.appended["number"]]
        if unsure:
            ends.update(dict.fromkeys(unsure, 0))
            for row in connection.execute(LAST_APPENDS, {"table_ids": unsure}):
                ends[row.table_id] = row.number + len(orjson.loads(row.entries))
        for job in changes:
            if ends[job.table_id] != job.appended["number"]:
                raise Outdated
            ends[job.table_id] = job.end

    def _carry_out(self, connection: Connection, jobs: list[Job]) -> None:
        changes = in_order([job for job in jobs if not job.call])
        if changes:
            self._check(connection, changes)
            self._insert.run(connection, [job.appended for job in changes])
        updates = [job.updated for job in changes if job.updated is not None]
        if updates and self._update.run(connection, updates) != len(updates):
            raise Outdated
        for job in changes:
            if job.link is not None and connection.execute(SPEND_LINK, job.link).rowcount != 1:
                raise Spent("This link was used before.")
        if new := [key for job in changes for key in job.keys]:
            connection.execute(INSERT_KEY, new)
        for job in sorted((job for job in jobs if job.call), key=lambda job: job.table_id):
            job.result = job.call and job.call(connection)

    def _judge(self, connection: Connection, job: Job, error: Exception) -> Exception | None:
        """Tell what a job that failed alone has come to; None if it turns out to be stored by an earlier try."""
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            return StorageError(explain(self._url, error))
        if job.call:
            wrong = f"There is no table {job.table_id}, or there is one already."
            return StorageError(wrong) if isinstance(error, IntegrityError) else error
        ours = job.appended
        there = select(appends.c.at, appends.c.entries).where(
            appends.c.table_id == job.table_id, appends.c.number == ours["number"]
        )
        stored = connection.execute(there).one_or_none()
        if job.unsure and stored is not None and tuple(stored) == (ours["at"], ours["entries"]):
            return None
        if isinstance(error, Spent):
            return error
        if connection.execute(select(tables.c.id).where(tables.c.id == job.table_id)).first() is None:
            return Missing(f"There is no table {job.table_id}.")
        return Conflict(f"Table {job.table_id} is no longer at version {ours['number']}.")

    def _give_up(self, jobs: list[Job], error: Exception) -> set[Job]:
        """Choose which jobs are not tried again, and give them their error."""
        if not isinstance(error, DBAPIError):
            final: Exception = StorageError(f"Nothing could be stored: {error!r}")
            given_up = set(jobs)
        elif hopeless(error) or not may_pass(error):
            final = StorageError(explain(self._url, error))
            given_up = set(jobs)
        else:
            final = StorageGone(explain(self._url, error))
            now = time.monotonic()
            given_up = {job for job in jobs if now - job.since > self._patience}
        for job in jobs:
            job.unsure = True
            job.error = final
        return given_up

    def _answer(self, jobs: list[Job]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._resolve, jobs)

    def _resolve(self, jobs: list[Job]) -> None:
        self.waiting -= len(jobs)
        for job in jobs:
            if job.future.done():
                continue
            if job.error is None:
                job.future.set_result(job.result)
            else:
                job.future.set_exception(job.error)
