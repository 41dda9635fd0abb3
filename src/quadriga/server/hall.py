"""The hall: all tables in use, and the one way in which anything at them changes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import orjson

from quadriga.errors import QuadrigaError
from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.show import Looker, history_json
from quadriga.table.show import summary as show_summary
from quadriga.table.table import OVER, WAITING, Table
from quadriga.table.terms import Terms

from . import steady
from .bus import Bus
from .faults import note_storage
from .identity import maker_of, new_id
from .live import Listener, LiveTable, fold
from .metrics import Metrics
from .storage import Append, AppendRow, Conflict, KeyRow, Missing, Storage, StorageError, TableRow

LOG = logging.getLogger("quadriga.server")
IDLE = 900.0
"""A table that nobody looks at is kept in memory this many seconds."""
PACK = 120.0
"""A table that nobody has used for this many seconds is packed, whoever has a socket open there."""
SLICE = 0.002
"""For this many seconds at most all tables are gone through before others have their turn."""
CLAIM = 30.0
"""A bot's work is claimed for this many seconds; then another process may do it."""
NO_TABLE = 4000
"""Closes a socket whose table is not there; the reason says so."""
FEW = 128
"""At most this many entries are folded or told in the event loop, while everybody waits; more in a thread beside it."""
TRIES = 8
"""How often a command is tried on a table that another process keeps changing."""
Work = Callable[[Table], list[Entry]]
Found = TypeVar("Found")
Due = list[tuple[int, int]]


class Sitter(NamedTuple):
    """Somebody who sits at a table from its beginning: the mark of their key, their name, the hash of their share.

    `program` says whether it is one.
    """

    visitor: str
    name: str
    hash: str | None = None
    program: bool = False


class Hall:
    """The tables in use by this process."""

    def __init__(
        self, storage: Storage, bus: Bus, metrics: Metrics, *, shared: bool = False, claim: float = CLAIM,
        pack: float = PACK,
    ) -> None:  # fmt: skip
        self.storage = storage
        self.bus = bus
        self.metrics = metrics
        self.shared = shared
        """Whether other processes may change the same tables."""
        self.claim = claim
        self.pack = pack
        self.me = secrets.token_hex(8)
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="quadriga-past")
        """Where long work about a single table is done, one after the other: it never takes more than a core."""
        self.attend: Callable[[LiveTable, bool], None] = lambda live, mine: None
        """Called whenever a table may wait for a clock or a bot; with whether its bots are this process's."""
        self.met: Callable[[LiveTable], None] = lambda live: None
        """Called when somebody may have sat down at a table or left it."""
        self.ended: Callable[[LiveTable], None] = lambda live: None
        """Called when a match has ended by what this process stored."""
        self.looked: Callable[[LiveTable], None] = lambda live: None
        """Called when somebody looks at a table."""
        self.claims: Callable[[LiveTable], bool] = lambda live: False
        """Asked whether this process has room for the work of a table's bots."""

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something in the background; a failure is logged."""
        begin(work, self.tasks)

    async def close(self) -> None:
        """Stop what goes on in the background."""
        for live in self.tables.values():
            if live.timer is not None:
                live.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thread.shutdown(wait=False, cancel_futures=True)

    async def beside(self, work: Callable[[], Found], size: int) -> Found:
        """Do some work of a size (in entries) at once if it is little, else beside the event loop."""
        if size <= FEW:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self.thread, work)

    # --- finding tables

    async def get(self, id: str) -> LiveTable:
        """Return a table, from memory or storage; TableError if there is none."""
        live = self.tables.get(id)
        if live is None:
            live = await self._load(id)
        if live is None:
            raise TableError("unknown", "there is no such table")
        if live.doubtful:
            async with self.settled(live):
                pass
        live.used = time.monotonic()
        return live

    def at_hand(self, id: str) -> LiveTable | None:
        """Return a table as `get` does if that needs no waiting; else None."""
        live = self.tables.get(id)
        if live is None or live.doubtful:
            return None
        live.used = time.monotonic()
        return live

    @asynccontextmanager
    async def settled(self, live: LiveTable) -> AsyncIterator[None]:
        """Hold a table's lock; whatever is at the table then is stored."""
        async with live.lock:
            if live.doubtful:
                await self._reload(live, 0)
            yield

    async def current(self, id: str) -> LiveTable:
        """Return a table with everything that other processes stored up to now."""
        live = await self.get(id)
        if self.shared:
            await self.follow(live)
        return live

    async def fresh(self, id: str) -> LiveTable:
        """Return a table as it is now for somebody who asks for it: that counts as looking at it."""
        live = await self.current(id)
        live.asked = time.monotonic()
        self.looked(live)
        return live

    async def _load(self, id: str) -> LiveTable | None:
        """Load a table once, however many ask for it at the same time."""
        known = self.loading.get(id)
        if known is not None:
            return await asyncio.shield(known)
        waiting: asyncio.Future[LiveTable | None] = asyncio.get_running_loop().create_future()
        self.loading[id] = waiting
        try:
            row = await self.storage.load(id)
            live = None
            if row is not None:
                given = Terms.read(row.terms), int(row.secret, 16)
                live = LiveTable(row, await self._fold(*given, await self.storage.appends_since(id, 0)))
                self.storage.followed(id, live.stored)
                self.tables[id] = live
                self.metrics.in_memory.set(len(self.tables))
                self.attend(live, False)
            waiting.set_result(live)
            return live
        except BaseException as error:
            waiting.set_exception(error)
            waiting.exception()  # it is raised here; perhaps nobody else waits
            raise
        finally:
            del self.loading[id]

    async def follow(self, live: LiveTable) -> bool:
        """Follow what other processes stored; tell whether there was something."""
        async with self.settled(live):
            since = live.table.version
            for row in await self.storage.appends_since(live.id, since):
                self._follow_one(live, row)
            changed = live.table.version != since
            if changed:
                self.attend(live, False)
            return changed

    def hear(self, row: AppendRow) -> None:
        """Follow what another process says that it stored, if that comes next; else look for what is missing.

        A table that nobody watches here is followed when somebody asks for it.
        """
        live = self.tables.get(row.table_id)
        if live is None or not live.listeners:
            return
        if live.stored == row.number and not live.lock.locked() and not live.doubtful:
            self._follow_one(live, row)
            self.attend(live, False)
        else:
            self.hear_of(row.table_id, row.version)

    def hear_of(self, id: str, version: int) -> None:
        """Follow a table that another process brought to a version, if somebody watches it here."""
        live = self.tables.get(id)
        if live is not None and live.listeners and version > live.stored:
            self.run(self.follow(live))

    def _follow_one(self, live: LiveTable, row: AppendRow) -> None:
        before = live.table.version
        live.follow(row)
        self.storage.followed(live.id, live.stored)
        live.publish(before, live.note())

    async def _reload(self, live: LiveTable, since: int) -> None:
        """Fold a table again from storage, and show it to all who listen."""
        live.take(await self._fold(live.terms, live.secret, await self.storage.appends_since(live.id, 0)))
        self.storage.followed(live.id, live.stored)
        await self.show(live, list(live.listeners), since)
        self.attend(live, False)

    async def _fold(self, terms: Terms, secret: int, appends: Sequence[AppendRow]) -> Table:
        return await self.beside(lambda: fold(terms, secret, appends), sum(len(append.entries) for append in appends))

    # --- showing tables; their lock is held

    async def history(self, live: LiveTable, looker: Looker, since: int) -> bytes:
        """Show the entries after a version as JSON; whoever claims to know more than there is is told nothing."""
        table = live.table
        if since >= table.version:
            return b"[]"
        ears = looker.ears(table)
        return await self.beside(lambda: history_json(table, since, ears, looker.own), table.version - since)

    async def message(self, live: LiveTable, looker: Looker, since: int | None) -> dict[str, Any]:
        """Show the whole table to somebody, with the entries after a version; None: without entries."""
        if since is None:
            return live.message(looker, None, b"[]")
        entries = await self.history(live, looker, since)
        return live.message(looker, min(since, live.table.version), entries)

    async def show(
        self, live: LiveTable, listeners: Sequence[Listener], since: int | None, ready: Callable[[], None] | None = None
    ) -> None:
        """Show the whole table to some who listen; those who look with the same eyes get the same entries.

        `ready` is called as soon as there is nothing more to wait for, before they are shown it.
        """
        lookers = {live.looker(listener.visitor, listener.seat) for listener in listeners}
        entries = {looker: b"[]" if since is None else await self.history(live, looker, since) for looker in lookers}
        if ready is not None:
            ready()
        since = None if since is None else min(since, live.table.version)
        for listener in listeners:
            looker = live.looker(listener.visitor, listener.seat)
            listener.post(orjson.dumps({**live.message(looker, since, entries[looker]), "now": steady.now()}))

    async def one_by_one(self) -> AsyncIterator[LiveTable]:
        """Go through the tables in memory, and let others have their turn now and then."""
        begun = time.monotonic()
        for live in list(self.tables.values()):
            if time.monotonic() - begun > SLICE:
                await asyncio.sleep(0)
                begun = time.monotonic()
            if self.tables.get(live.id) is live:
                yield live

    async def tidy(self) -> None:
        """Drop the tables from memory that nobody has looked at for long, and pack those that nobody has used."""
        packed = 0
        async for live in self.one_by_one():
            unused = time.monotonic() - live.used
            if unused > IDLE and not live.listeners and not live.lock.locked() and not live.thinking:
                if live.timer is not None:
                    live.timer.cancel()
                del self.tables[live.id]
            elif unused > self.pack:
                live.pack()
            packed += live.is_packed
        self.metrics.in_memory.set(len(self.tables))
        self.metrics.packed.set(packed)

    def drop(self, id: str) -> None:
        """Let go of a table that is no longer stored, and send away who looks at it."""
        live = self.tables.pop(id, None)
        if live is None:
            return
        if live.timer is not None:
            live.timer.cancel()
        for listener in list(live.listeners):
            listener.end(NO_TABLE, "unknown")
        self.metrics.in_memory.set(len(self.tables))

    # --- changing tables

    async def lay_out(
        self,
        terms: Terms,
        people: dict[int, Sitter],
        series: str | None = None,
        number: int = 1,
        id: str | None = None,
        client: str = "",
    ) -> LiveTable:
        """Lay out a table at which some people sit already, by seat.

        With an id of your own it is laid out once: if it is there, or half done, that is gone on with.
        """
        now = steady.now()
        live = None if id is None else self.tables.get(id) or await self._load(id)
        if live is None:
            live = await self._create(terms, people, series, number, id, now, maker_of(client) if client else None)
            live.client = client

        def settle(table: Table) -> list[Entry]:
            if table.version:
                return []
            entries = []
            for seat, who in people.items():
                entries += commands.sit(table, seat, who.name, now, by=who.visitor, hash=who.hash, program=who.program)
            return entries if people or table.open_seats else commands.begin(table, now)

        await self.change(live, settle)
        return live

    async def _create(
        self, terms: Terms, people: dict[int, Sitter], series: str | None, number: int, given: str | None, now: float,
        maker: str | None,
    ) -> LiveTable:  # fmt: skip
        id, secret = given or new_id(), secrets.randbits(128)
        keys = [KeyRow(id, seat, who.visitor, "visitor", now) for seat, who in people.items()]
        row = TableRow(
            id=id, created_at=now, updated_at=now, terms=terms.write(), secret=f"{secret:032x}", status=WAITING,
            version=0, listed=terms.listed, game=terms.game, summary=show_summary(Table(terms, secret)), series=series,
            series_number=number if series else None, maker=maker,
        )  # fmt: skip
        try:
            await self.storage.create(row, keys)
        except StorageError:
            there = await self._load(id) if given else None
            if there is None:
                raise
            return there  # another process was first
        live = LiveTable(row, Table(terms, secret))
        live.used = time.monotonic()
        self.tables[id] = live
        self.metrics.in_memory.set(len(self.tables))
        self.metrics.created.labels(terms.game).inc()
        return live

    async def change(
        self, live: LiveTable, work: Work, keys: list[KeyRow] | None = None, link: str | None = None
    ) -> int:
        """Change a table: check, store, then tell. Returns the version that is stored.

        With it keys are stored, and a private link is used up; Spent if it was before. If another process was first,
        what it did is followed and the work is checked again.
        """
        for _ in range(TRIES):
            async with live.lock:
                if live.doubtful:
                    await self._reload(live, 0)
                before, due, was_over = live.table.version, due_at(live.table), live.table.status == OVER
                try:
                    entries = work(live.table)
                except BaseException as error:
                    # Refused: then nothing was added.
                    live.doubtful = live.table.version != before or not isinstance(error, QuadrigaError)
                    raise
                if not entries:
                    return before
                changed = live.note()
                summary = live.summary if changed else None
                append = self._append(live, before, entries, keys or [], summary, due, link)
                try:
                    await self.storage.append(append)
                except Missing as error:
                    self.drop(live.id)
                    raise TableError("unknown", "there is no such table any more") from error
                except Conflict:
                    await self._reload(live, before)
                    continue
                except BaseException:
                    # Whether it was stored is not known: nobody may see it before storage says so.
                    live.doubtful = True
                    raise
                live.stored = live.table.version
                live.publish(before, changed)
                if changed:
                    self.met(live)
                if live.table.status == OVER and not was_over:
                    self.ended(live)
                self.metrics.entries.count += len(entries)
                version = live.table.version
                self.attend(live, append.claimed_by is not None and not append.keeps_claim)
            if self.shared:
                await self.bus.publish(AppendRow(live.id, before, append.at, append.entries))
                if append.bot_due and append.claimed_by is None and not append.keeps_claim:
                    await self.bus.publish_due()
            return version
        raise TableError("busy", "this table changes faster than you: try again")

    def _append(
        self,
        live: LiveTable,
        before: int,
        entries: list[Entry],
        keys: list[KeyRow],
        summary: dict[str, Any] | None,
        due_before: Due,
        link: str | None,
    ) -> Append:
        table = live.table
        due = bool(table.bots_due)
        keeps = due and due_at(table) == due_before  # whoever thinks about it, here or elsewhere, goes on
        mine = due and not keeps and (live.thinking or self.claims(live))
        now = time.time()
        # Only what bots and clocks do to a row is not seen in its summary; its version matters to bots alone.
        quiet = summary is None and not due and not due_before and table.clock.terms.kind == "none"
        return Append(
            live.id, before, entries[-1].at, [entry.write() for entry in entries], table.version,
            table.status, summary, now, bot_due=due and bool(table.people), claimed_by=self.me if mine else None,
            claimed_until=now + self.claim if mine else None, deadline=table.deadline(), keys=keys,
            keeps_claim=keeps, quiet=quiet, link=link,
        )  # fmt: skip


def due_at(table: Table) -> Due:
    """Say what bots have to decide: the seats, and the version since when nothing about each decision has changed."""
    return [(seat, table.decision_since[seat]) for seat in table.bots_due]


def begin(work: Coroutine[Any, Any, object], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
    """Do something in the background; its task is among the given ones until it ends."""
    task = asyncio.get_running_loop().create_task(logged(work))
    tasks.add(task)

    def ended(task: asyncio.Task[None]) -> None:
        tasks.discard(task)
        work.close()  # in case it was cancelled before it began

    task.add_done_callback(ended)
    return task


async def logged(work: Coroutine[Any, Any, object]) -> None:
    """Do something; log what goes wrong instead of losing it."""
    try:
        await work
    except StorageError as error:
        note_storage(error)
    except TableError as error:
        LOG.info("refused", extra={"code": error.code})
    except Exception:
        LOG.exception("background work failed")
