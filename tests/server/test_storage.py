"""What was acknowledged is stored, once, whatever happens; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, text

from quadriga.server.storage import (
    Append,
    Conflict,
    Cursor,
    KeyRow,
    Spent,
    Storage,
    StorageError,
    StorageGone,
    TableRow,
    data_folder,
    database_url,
)
from quadriga.server.storage.engines import engines, parse
from quadriga.server.storage.migrate import LATEST, version_of
from quadriga.server.storage.models import keys, metadata, tables
from quadriga.server.storage.rows import values_of_key, values_of_table
from quadriga.server.storage.statements import TOGETHER
from tests.server.services import Postgres

HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])}


def table(name: str, **changes: Any) -> TableRow:
    row = TableRow(name, 100.0, 100.0, {"game": "caesar"}, f"secret of {name}", "live", 0, True, "caesar", {"turn": 0})
    for column, value in changes.items():
        setattr(row, column, value)
    return row


def addition(name: str, number: int, said: str = "salve", count: int = 1, **changes: Any) -> Append:
    entries = [{"kind": "say", "text": said, "number": number + more} for more in range(count)]
    change = Append(name, number, 200.0, entries, number + count, "live", {"turn": number}, 200.0)
    for column, value in changes.items():
        setattr(change, column, value)
    return change


def visitor(name: str, seat: int, key: str) -> KeyRow:
    return KeyRow(name, seat, key, "visitor", 100.0)


def link(name: str, seat: int, key: str) -> KeyRow:
    return KeyRow(name, seat, key, "link", 100.0)


def with_storage(url: str, play: Callable[[Storage], Awaitable[Any]], patience: float = 30.0) -> Any:
    """Open a storage, do something with it and close it."""

    async def scene() -> Any:
        storage = Storage(url, patience)
        await storage.open()
        try:
            return await play(storage)
        finally:
            await storage.close()

    return asyncio.run(scene())


async def log_of(storage: Storage, name: str) -> list[tuple[int, str]]:
    return [(row.number, row.entries[0]["text"]) for row in await storage.appends_since(name, 0)]


# What is stored comes back


def test_a_table_and_its_log_survive_reopening(url: str) -> None:
    row = table("t", terms={"name": "Lívia\0"}, listed=False, deadline=300.5, series="s", series_number=2)

    async def write(storage: Storage) -> None:
        await storage.create(row, [visitor("t", 0, "a")])
        await storage.append(addition("t", 0, "first", count=2, bot_due=True, claimed_by="me", claimed_until=9.0))
        await storage.append(addition("t", 2, "second", status="over", deadline=None, keys=[visitor("t", 1, "b")]))

    async def read(storage: Storage) -> None:
        loaded = await storage.load("t")
        expected = table("t", terms={"name": "Lívia\0"}, listed=False, series="s", series_number=2)
        expected.status, expected.version, expected.updated_at, expected.summary = "over", 3, 200.0, {"turn": 2}
        assert loaded == expected
        assert await log_of(storage, "t") == [(0, "first"), (2, "second")]
        assert [len(each.entries) for each in await storage.appends_since("t", 0)] == [2, 1]
        assert [each.number for each in await storage.appends_since("t", 1)] == [2]
        assert await storage.keys_of("t") == [visitor("t", 0, "a"), visitor("t", 1, "b")]
        assert await storage.load("nothing") is None
        assert await storage.load("no\0thing") is None
        assert await storage.healthy()

    with_storage(url, write)
    with_storage(url, read)


def test_what_the_caller_changes_later_is_not_stored(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        change = addition("t", 0, "meant")
        stored = asyncio.ensure_future(storage.append(change))
        await asyncio.sleep(0)
        change.entries[0]["text"] = "not meant"
        await stored
        assert await log_of(storage, "t") == [(0, "meant")]

    with_storage(url, play)


def test_tables_are_listed_newest_first(url: str) -> None:
    async def play(storage: Storage) -> None:
        for age, (name, status, listed) in enumerate(
            [
                ("a", "live", True),
                ("b", "live", True),
                ("c", "waiting", True),
                ("d", "live", False),
                ("e", "over", True),
            ]
        ):
            row = table(name, created_at=float(age), status=status, listed=listed, series="s", series_number=9 - age)
            await storage.create(row, [visitor(name, 0, "me"), visitor(name, 1, "me"), link(name, 1, "you")])
        assert [row.id for row in await storage.listed("live", 10)] == ["b", "a"]
        assert [row.id for row in await storage.listed("live", 1)] == ["b"]
        assert [row.id for row in await storage.listed("live", 10, Cursor(1, 1.0, "b"))] == ["a"]
        assert [row.id for row in await storage.held_by("me", 3)] == ["e", "d", "c"]
        assert await storage.held_by("you", 3) == []
        assert [row.id for row in await storage.in_series("s")] == ["e", "d", "c", "b", "a"]
        assert await storage.count_open() == 4

    with_storage(url, play)


def test_due_are_live_tables_out_of_time_or_with_an_idle_bot(url: str) -> None:
    async def play(storage: Storage) -> None:
        tables: dict[str, dict[str, Any]] = {
            "late": {"deadline": 9.0, "updated_at": 1.0},
            "early": {"deadline": 11.0},
            "bot": {"bot_due": True, "updated_at": 2.0},
            "claimed": {"bot_due": True, "claimed_by": "other", "claimed_until": 12.0},
            "expired": {"bot_due": True, "claimed_by": "other", "claimed_until": 8.0, "updated_at": 3.0},
            "over": {"bot_due": True, "deadline": 1.0, "status": "over"},
        }
        for name, changes in tables.items():
            await storage.create(table(name, **changes), [])
        assert [row.id for row in await storage.due(10.0, 10)] == ["late", "bot", "expired"]
        assert [row.id for row in await storage.due(10.0, 1)] == ["late"]

    with_storage(url, play)


# Two cannot write the same


def test_of_many_appends_at_one_number_one_wins_and_innocent_others_are_stored(url: str) -> None:
    async def play(first: Storage) -> None:
        second = Storage(url)
        await second.open()
        await first.create(table("disputed"), [])
        for each in range(20):
            await first.create(table(f"innocent {each}"), [])
        for number in range(5):
            disputed = [
                storage.append(addition("disputed", number, f"{number} {which} {each}"))
                for each in range(10)
                for which, storage in enumerate((first, second))
            ]
            innocent = [
                (first if each % 2 else second).append(addition(f"innocent {each}", number)) for each in range(20)
            ]
            results = await asyncio.gather(*disputed[:10], *innocent, *disputed[10:], return_exceptions=True)
            of_disputed = results[:10] + results[30:]
            assert results[10:30] == [None] * 20
            assert sorted(str(type(result)) for result in of_disputed) == sorted(
                [str(type(None))] + [str(Conflict)] * 19
            )
            winner = of_disputed.index(None)
            assert (await log_of(first, "disputed"))[number] == (number, f"{number} {winner % 2} {winner // 2}")
        row = await second.load("disputed")
        assert row and row.version == 5
        await second.close()

    with_storage(url, play)


def test_an_append_must_extend_the_version_that_the_table_is_at(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        await storage.append(addition("t", 0, count=3))
        for stale in (0, 1, 2, 4):
            with pytest.raises(Conflict):
                await storage.append(addition("t", stale))
        with pytest.raises(StorageError, match="no table"):
            await storage.append(addition("missing", 0))
        with pytest.raises(ValueError, match="entries"):
            await storage.append(addition("t", 3, count=0))
        assert await log_of(storage, "t") == [(0, "salve")]

    with_storage(url, play)


def test_an_append_where_one_left_a_table_is_refused_if_another_process_has_gone_on(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        await storage.append(addition("t", 0, "mine", count=2, quiet=True))
        other = Storage(url)
        await other.open()
        await other.append(addition("t", 2, "theirs", quiet=True))
        with pytest.raises(Conflict):
            await storage.append(addition("t", 2, "mine", quiet=True))
        await storage.append(addition("t", 3, "mine", quiet=True))
        with pytest.raises(Conflict):
            await other.append(addition("t", 3, "theirs"))
        await other.close()
        assert await log_of(storage, "t") == [(0, "mine"), (2, "theirs"), (3, "mine")]

    with_storage(url, play)


@pytest.mark.parametrize("many", [TOGETHER // 2, TOGETHER + 5])
def test_of_the_moves_of_one_turn_only_those_are_refused_where_another_process_was_first(url: str, many: int) -> None:
    """They are one statement, or several in a transaction: what one of them fails for the others do not pay."""

    async def play(storage: Storage) -> None:
        names = [f"t{number}" for number in range(many)]
        for name in names:
            await storage.create(table(name), [])
        await asyncio.gather(*(storage.append(addition(name, 0, quiet=True)) for name in names))
        other = Storage(url)
        await other.open()
        await other.append(addition("t3", 1, "theirs", quiet=True))
        coming = [storage.append(addition(name, 1, "mine", quiet=True)) for name in names]
        results = await asyncio.gather(*coming, return_exceptions=True)
        assert [name for name, result in zip(names, results, strict=True) if isinstance(result, Conflict)] == ["t3"]
        assert [result for result in results if not isinstance(result, Conflict)] == [None] * (many - 1)
        for name in names:
            assert await log_of(other, name) == [(0, "salve"), (1, "theirs" if name == "t3" else "mine")]
        await asyncio.gather(*(storage.append(addition(name, 2, quiet=True)) for name in names))
        await other.close()

    with_storage(url, play)


def test_a_quiet_append_leaves_the_row_alone_and_is_seen_in_lists(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t", series="s", series_number=1), [visitor("t", 0, "a")])
        await storage.create(table("untouched"), [])
        await storage.append(addition("t", 0, count=2, at=300.0, quiet=True, summary=None))
        assert await storage.load("t") == table("t", series="s", series_number=1)
        assert await storage.versions(["t", "untouched", "missing"]) == {"t": 1}  # at least: some is to be followed
        for listed in (await storage.listed("live", 9), await storage.held_by("a", 9), await storage.in_series("s")):
            seen = {row.id: (row.version, row.updated_at) for row in listed}
            assert seen["t"] == (2, 300.0)
            assert seen.get("untouched", (0, 100.0)) == (0, 100.0)

    with_storage(url, play)


def test_an_append_that_fails_adds_no_key(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        await storage.append(addition("t", 0))
        with pytest.raises(Conflict):
            await storage.append(addition("t", 0, keys=[visitor("t", 0, "a")]))
        assert await storage.keys_of("t") == []

    with_storage(url, play)


def test_a_table_is_created_once(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        with pytest.raises(StorageError):
            await storage.create(table("t", secret="another"), [])
        row = await storage.load("t")
        assert row and row.secret == "secret of t"

    with_storage(url, play)


# Claims


def test_a_claim_is_won_once_renewed_by_its_holder_and_expires(url: str) -> None:
    async def play(first: Storage) -> None:
        second = Storage(url)
        await second.open()
        for name in ("a", "b", "c"):
            await first.create(table(name, bot_due=True), [])
        for name in ("a", "b", "c"):
            everybody = [
                (storage, f"{which} {each}") for each in range(10) for which, storage in enumerate((first, second))
            ]
            won = await asyncio.gather(*(storage.claim(name, 0, who, 20.0, 10.0) for storage, who in everybody))
            assert sum(won) == 1
            holder = everybody[won.index(True)][1]
            row = await second.load(name)
            assert row and (row.claimed_by, row.claimed_until) == (holder, 20.0)
            assert await second.claim(name, 0, holder, 30.0, 15.0)
            assert not await second.claim(name, 0, "late", 40.0, 25.0)
            assert await second.claim(name, 0, "late", 40.0, 31.0)
            assert not await first.claim(name, 1, "late", 50.0, 31.0)
            await first.append(addition(name, 0))
            assert not await first.claim(name, 0, "next", 50.0, 60.0)
            assert await first.claim(name, 1, "next", 50.0, 32.0)
        assert not await first.claim("nothing", 0, "me", 50.0, 32.0)
        await second.close()

    with_storage(url, play)


# Keys


def test_a_link_works_once(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [visitor("t", 1, "phone")])
        await storage.create(table("u"), [])
        await storage.add_key(link("t", 1, "link"))
        await storage.add_key(link("t", 1, "link"))
        assert await storage.seat_of_link("u", "link") is None
        assert await storage.seat_of_link("t", "phone") is None
        assert await storage.seat_of_link("t", "link") == 1
        claims = [addition("t", 0, f"tablet {each}", keys=[visitor("t", 1, f"tablet {each}")]) for each in range(10)]
        for claim in claims:
            claim.link = "link"
        done = await asyncio.gather(*map(storage.append, claims), return_exceptions=True)
        assert [type(each) for each in done].count(type(None)) == 1
        winner = done.index(None)
        assert await log_of(storage, "t") == [(0, f"tablet {winner}")]
        assert await storage.keys_of("t") == [visitor("t", 1, "phone"), visitor("t", 1, f"tablet {winner}")]
        late = addition("t", 1, "too late", keys=[visitor("t", 1, "late")])
        late.link = "link"
        await storage.create(table("v"), [])
        both = await asyncio.gather(
            storage.append(late), storage.append(addition("v", 0, "meanwhile")), return_exceptions=True
        )
        assert [type(each) for each in both] == [Spent, type(None)]
        assert len(await storage.keys_of("t")) == 2, "a link that is used up gives nothing"
        assert await log_of(storage, "t") == [(0, f"tablet {winner}")]
        await storage.add_key(link("t", 1, "again"))
        await storage.drop_link("t", "again")
        assert await storage.seat_of_link("t", "again") is None
        assert len(await storage.keys_of("t")) == 2
        await storage.add_key(visitor("t", 0, "phone"))
        await storage.drop_keys("t", 1)
        assert await storage.keys_of("t") == [visitor("t", 0, "phone")]
        with pytest.raises(StorageError):
            await storage.add_key(visitor("nowhere", 0, "phone"))

    with_storage(url, play)


# A database that goes away


def test_nothing_is_lost_or_doubled_while_postgresql_is_away(postgres: Postgres, postgres_url: str) -> None:
    names = [f"t{each}" for each in range(30)]

    async def play(storage: Storage) -> None:
        for name in names:
            await storage.create(table(name), [])
        stored = dict.fromkeys(names, 0)
        going = True

        async def write(name: str) -> None:
            while going:
                await storage.append(addition(name, stored[name], f"{stored[name]}"))
                stored[name] += 1

        async def read() -> None:
            while going:
                assert await storage.load("t0")
                await asyncio.sleep(0.01)

        work = [asyncio.ensure_future(write(name)) for name in names] + [asyncio.ensure_future(read())]
        for _ in range(4):
            await asyncio.sleep(0.2)
            await asyncio.to_thread(postgres.stop)
            assert not await storage.healthy()
            await asyncio.to_thread(postgres.start)
        await asyncio.sleep(0.2)
        going = False
        await asyncio.gather(*work)
        assert sum(stored.values()) > 0
        for name in names:
            row = await storage.load(name)
            assert row and row.version == stored[name]
            assert await log_of(storage, name) == [(number, f"{number}") for number in range(stored[name])]

    with_storage(postgres_url, play, patience=60.0)


class Cutter:
    """A line to PostgreSQL that, when armed, is cut after a commit was carried out and before we are told."""

    def __init__(self, server: Postgres, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.armed = False
        self.cut = 0

    async def open(self) -> None:
        await asyncio.start_unix_server(self.connect, self.folder / ".s.PGSQL.5432")

    async def connect(self, from_us: asyncio.StreamReader, to_us: asyncio.StreamWriter) -> None:
        from_it, to_it = await asyncio.open_unix_connection(self.server.folder / ".s.PGSQL.5432")

        async def answers() -> None:
            while data := await from_it.read(65536):
                if committing.is_set() and self.armed:
                    self.armed = False
                    self.cut += 1
                    break
                to_us.write(data)
            to_us.close()
            to_it.close()

        committing = asyncio.Event()
        answering = asyncio.ensure_future(answers())
        while data := await from_us.read(65536):
            if b"COMMIT" in data:
                committing.set()
            else:
                committing.clear()
            to_it.write(data)
        to_it.close()
        await answering


def test_what_was_stored_without_our_being_told_is_not_stored_again(
    postgres: Postgres, postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("c")

    async def scene() -> None:
        line = Cutter(postgres, folder)
        await line.open()
        near, far = Storage(postgres_url), Storage(postgres_url.replace(str(postgres.folder), str(folder)))
        await near.open()
        await far.open()

        async def untold(work: Awaitable[Any]) -> Any:
            line.armed = True
            result = await work
            assert not line.armed
            return result

        await far.create(table("first"), [])  # connects; the next commit is one of ours
        await untold(far.create(table("t", bot_due=True), [visitor("t", 0, "a"), link("t", 0, "link")]))
        await untold(far.append(addition("t", 0, "first", keys=[visitor("t", 1, "b")])))
        await untold(far.append(addition("t", 1, "second", bot_due=True)))
        assert await untold(far.claim("t", 2, "far", 20.0, 10.0))
        assert not await untold(far.claim("t", 2, "other", 20.0, 10.0))
        taken = addition("t", 2, "third", keys=[visitor("t", 0, "c")])
        taken.link = "link"
        await untold(far.append(taken))
        again = addition("t", 3, "fourth", keys=[visitor("t", 0, "d")])
        again.link = "link"
        with pytest.raises(Spent):
            await untold(far.append(again))
        with pytest.raises(Conflict):
            await untold(far.append(addition("t", 1, "another second")))
        with pytest.raises(Conflict):
            await far.append(addition("t", 1, "second"))
        await far.create(table("u"), [])
        both = asyncio.gather(
            far.append(addition("t", 0, "too late")), far.append(addition("u", 0)), return_exceptions=True
        )
        assert [type(result) for result in await untold(both)] == [Conflict, type(None)]
        assert await log_of(near, "u") == [(0, "salve")]
        await untold(far.drop_keys("t", 1))
        assert line.cut == 10
        row = await near.load("t")
        assert row and row.version == 3
        assert await log_of(near, "t") == [(0, "first"), (1, "second"), (2, "third")]
        assert await near.keys_of("t") == [visitor("t", 0, "a"), visitor("t", 0, "c")]
        await far.close()
        await near.close()

    asyncio.run(scene())


def test_a_database_that_stays_away_is_reported(postgres: Postgres, postgres_url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        with postgres.away():
            with pytest.raises(StorageGone):
                await storage.append(addition("t", 0))
            with pytest.raises(StorageGone):
                await storage.load("t")
            assert not await storage.healthy()
            other = Storage(postgres_url, patience=0.2)
            with pytest.raises(StorageGone):
                await other.open()
            await other.close()
        await storage.append(addition("t", 0, "back"))
        assert await log_of(storage, "t") == [(0, "back")]

    with_storage(postgres_url, play, patience=0.5)


def test_an_append_waits_for_another_process_that_writes(tmp_path: Path) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [])
        other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        stored = asyncio.ensure_future(storage.append(addition("t", 0)))
        await asyncio.sleep(0.1)
        assert not stored.done()
        assert await storage.load("t")
        other.execute("ROLLBACK")
        other.close()
        await stored
        assert await log_of(storage, "t") == [(0, "salve")]

    with_storage(f"sqlite:///{tmp_path / 'tables.sqlite3'}", play)


APPEND_FOR_EVER = """
import asyncio, sys
from tests.server.test_storage import *

async def play(storage):
    await storage.create(table("t"), [])
    await asyncio.gather(*(storage.create(table(f"t{each}"), []) for each in range(20)))
    async def write(name):
        for number in range(1_000_000):
            await storage.append(addition(name, number))
            print(name, number, flush=True)
    await asyncio.gather(*(write(f"t{each}") for each in range(20)))

with_storage(sys.argv[1], play)
"""


def test_what_a_killed_process_acknowledged_is_there(url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", APPEND_FOR_EVER, url], env=HERE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        said = [process.stdout.readline() for _ in range(500)]
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            name, number = line.split()
            acknowledged[name] = max(int(number), acknowledged.get(name, 0))

    async def check(storage: Storage) -> None:
        assert len(acknowledged) == 20
        for name, last in acknowledged.items():
            log = await log_of(storage, name)
            assert [number for number, _ in log] == list(range(len(log)))
            assert len(log) > last
            row = await storage.load(name)
            assert row and row.version == len(log)
            await storage.append(addition(name, len(log)))

    with_storage(url, check)


# Migrations


def test_models_and_migrations_agree(url: str) -> None:
    async def nothing(storage: Storage) -> None:
        pass

    with_storage(url, nothing)
    with_storage(url, nothing)
    reader, writer = engines(parse(url))
    with reader.connect() as connection:
        assert version_of(connection) == LATEST
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    reader.dispose()
    writer.dispose()


def test_the_latest_migration_is_the_one_that_we_know() -> None:
    config = Config()
    config.set_main_option("script_location", "quadriga.server.storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [LATEST]


@pytest.mark.parametrize("before", ["0001", "0002"])
def test_a_database_of_an_older_version_is_brought_up_to_date(url: str, before: str) -> None:
    """With everything in it, and the keys of its visitors go on to be keys."""
    config = Config()
    config.set_main_option("script_location", "quadriga.server.storage:migrations")
    reader, writer = engines(parse(url))
    with writer.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, before)
        old = {name: value for name, value in values_of_table(table("t")).items() if name != "maker"}
        connection.execute(insert(tables).values(old))
        connection.execute(insert(keys), values_of_key(visitor("t", 0, "phone")))
    reader.dispose()
    writer.dispose()

    async def check(storage: Storage) -> str:
        assert (await storage.load("t")) == table("t")
        assert await storage.holds_seat("phone")
        assert not await storage.holds_seat("nobody")
        both = await asyncio.gather(storage.secret("visitors"), storage.secret("visitors"))
        assert both[0] == both[1] and len(bytes.fromhex(both[0])) == 32
        return both[0]

    assert with_storage(url, check) == with_storage(url, check), "a secret stays the same"


def test_processes_that_start_at_the_same_time_migrate_once(url: str) -> None:
    script = (
        "import sys\nfrom tests.server.test_storage import *\nasync def f(s): await s.create(table(sys.argv[2]), [])\n"
    )
    script += "sys.stdin.readline()\nwith_storage(sys.argv[1], f)\n"
    processes = [
        subprocess.Popen([sys.executable, "-c", script, url, f"t{each}"], env=HERE, stdin=subprocess.PIPE)
        for each in range(3)
    ]
    for process in processes:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.close()
    assert [process.wait() for process in processes] == [0, 0, 0]

    async def check(storage: Storage) -> None:
        assert await storage.count_open() == 3

    with_storage(url, check)


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    async def nothing(storage: Storage) -> None:
        pass

    with_storage(url, nothing)
    reader, writer = engines(parse(url))
    with writer.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    reader.dispose()
    writer.dispose()
    with pytest.raises(StorageError, match="newer Quadriga"):
        with_storage(url, nothing)


# Folders, files and addresses that cannot be used


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letters.txt"
    file.write_text("Salve, Marce! " * 1000)

    async def nothing(storage: Storage) -> None:
        pass

    with pytest.raises(StorageError, match="not a database"):
        with_storage(f"sqlite:///{file}", nothing)
    assert file.read_text() == "Salve, Marce! " * 1000


def test_a_damaged_database_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def write(storage: Storage) -> None:
        await storage.create(table("t"), [])
        for number in range(200):
            await storage.append(addition("t", number, "x" * 200))

    async def read(storage: Storage) -> None:
        await storage.appends_since("t", 0)

    with_storage(f"sqlite:///{file}", write)
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(StorageError, match="damaged"):
        with_storage(f"sqlite:///{file}", read)


WITHOUT_RIGHTS = """
import os, sys
import alembic.command
from quadriga.server.storage import *
from tests.server.test_storage import with_storage
if os.geteuid() == 0:
    os.setuid(65534)
async def nothing(storage): pass
try:
    with_storage(sys.argv[1] if len(sys.argv) > 1 else database_url(), nothing)
except StorageError as error:
    print(error)
"""


def run_without_rights(folder: Path, *arguments: str) -> str:
    """Open a storage as somebody for whom modes of files matter, which they do not for root."""
    folder.chmod(0o555)
    environment = {**HERE, "QUADRIGA_DATA_DIR": str(folder)}
    environment.pop("QUADRIGA_DATABASE_URL", None)
    command = [sys.executable, "-c", WITHOUT_RIGHTS, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others can reach, which those of pytest are not."""
    with tempfile.TemporaryDirectory(prefix="quadriga-") as folder:
        yield Path(folder)


def test_a_read_only_folder_is_reported(open_folder: Path) -> None:
    file = open_folder / "tables.sqlite3"
    assert "cannot be written to" in run_without_rights(open_folder)
    assert "cannot be opened" in run_without_rights(open_folder, f"sqlite:///{file}")
    assert "cannot be opened" in run_without_rights(open_folder, f"sqlite:///{open_folder / 'none' / 'x'}")

    async def nothing(storage: Storage) -> None:
        pass

    with_storage(f"sqlite:///{file}", nothing)
    file.chmod(0o444)
    assert "Permission denied" in run_without_rights(open_folder, f"sqlite:///{file}")
    file.chmod(0o666)
    assert "read-only" in run_without_rights(open_folder, f"sqlite:///{file}")


FILL = """
import resource, sys
from tests.server.test_storage import *

async def play(storage):
    await storage.create(table("t"), [])
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
    for number in range(1_000_000):
        try:
            await storage.append(addition("t", number, "x" * 1000))
        except StorageError as error:
            assert not isinstance(error, Conflict)
            print(number, error)
            break

with_storage(sys.argv[1], play)
"""


def test_when_nothing_more_can_be_written_what_was_acknowledged_stays(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    done = subprocess.run([sys.executable, "-c", FILL, url], env=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "cannot be used" in done.stdout
    acknowledged = int(done.stdout.split()[0])

    async def check(storage: Storage) -> None:
        log = await log_of(storage, "t")
        assert acknowledged > 10
        assert [number for number, _ in log[:acknowledged]] == list(range(acknowledged))
        await storage.append(addition("t", len(log)))

    with_storage(url, check)


def test_the_environment_says_where_data_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUADRIGA_DATABASE_URL", raising=False)
    monkeypatch.setenv("QUADRIGA_DATA_DIR", str(tmp_path / "new" / "da%ta ?#"))

    async def write(storage: Storage) -> None:
        await storage.create(table("t"), [])

    with_storage(database_url(), write)
    assert data_folder().stat().st_mode & 0o777 == 0o700
    assert (data_folder() / "tables.sqlite3").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("QUADRIGA_DATABASE_URL", "postgresql://me@host/name")
    assert database_url() == "postgresql://me@host/name"
    monkeypatch.setenv("QUADRIGA_DATA_DIR", "/dev/null/data")
    with pytest.raises(StorageError, match="cannot be made"):
        data_folder()


@pytest.mark.parametrize("address", ["nonsense", "mysql://me@host/name", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_means_nothing_is_refused(address: str) -> None:
    with pytest.raises(StorageError):
        Storage(address)
