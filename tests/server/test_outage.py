"""A database that is gone or full: clients are told so, nothing that was answered is lost, and the match goes on."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from quadriga.server.storage import Storage

from .client import Person
from .running import Server, running
from .services import Postgres
from .steadfast import (
    GONE,
    PATIENCE,
    Steadfast,
    arrive,
    ask,
    is_whole,
    lay_out,
    sit,
    stands_by_its_word,
    start,
    until,
)

OUTAGE = 11.0
"""Seconds for which the database is away: longer than the server waits before it says so."""


def bounded(story: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await story()

    asyncio.run(within())


def is_told(answer: Any) -> bool:
    """Tell whether an answer says, in words for a person, that storage is away."""
    error = answer.json().get("error", {})
    return answer.status_code == 503 and error.get("code") == "storage" and len(error["message"]) > 20


def test_a_database_that_is_gone_for_a_while_costs_time_and_nothing_else(
    postgres: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    async def story() -> None:
        keys = [await arrive(where), await arrive(where)]
        table = await lay_out(where, keys[0], "caesar-cleopatra-2024", "me", "open", listed=True)
        await sit(where, keys[1], table, 1)
        people = [Steadfast(keys[0], table, where, 1), Steadfast(keys[1], table, where, 2, http=True)]
        bots = await lay_out(where, keys[0], "ave-caesar", "me", "tiro", options={"players": 2}, listed=True)
        people.append(Steadfast(keys[0], bots, where, 3))
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(person.play()) for person in people]
            await until(lambda: all(len(person.answered) > 2 for person in people))
            await asyncio.to_thread(postgres.stop)
            answered = [len(person.answered) for person in people]
            try:
                stranger = Person(server.url)
                assert (await stranger.http.get("/health")).status_code == 200
                assert (await stranger.http.get("/ready")).status_code == 503
                wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "me"}]}
                asked = group.create_task(stranger.http.post("/api/tables", json=wish))
                await asyncio.sleep(OUTAGE)
                assert is_told(await asked)
                await stranger.leave()
                during = [len(person.answered) for person in people]
                assert all(now - then <= 1 for now, then in zip(during, answered, strict=True)), (answered, during)
            finally:
                await asyncio.to_thread(postgres.start)
            await asyncio.gather(*playing)
        assert (await ask(where, None, "GET", "/ready")).status_code == 200
        await stands_by_its_word(people[:2], where)
        await stands_by_its_word(people[2:], where)
        assert len(await is_whole(postgres_url)) == 2

    with running(tmp_path, QUADRIGA_DATABASE_URL=postgres_url, QUADRIGA_BOT_CLAIM="2") as server:

        def where() -> str:
            return server.url

        bounded(story)


def test_nothing_is_shown_before_it_is_stored(sqlite_url: str, tmp_path: Path) -> None:
    """Somebody resigns while nothing can be stored: until that is stored, or for ever, the match is going on."""

    async def story() -> None:
        server = Server(tmp_path, QUADRIGA_DATABASE_URL=sqlite_url)
        await start(server)

        def where() -> str:
            return server.url

        try:
            keys = [await arrive(where), await arrive(where)]
            table = await lay_out(where, keys[0], "caesar", "me", "open", listed=True)
            await sit(where, keys[1], table, 1)
            path = f"/api/tables/{table}"
            people = [Person(server.url, key) for key in (*keys, None)]
            async with people[1].live(table, 0) as live:
                await live.read()
                assert live.version == 3
                lock = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
                lock.execute("BEGIN IMMEDIATE")
                resigning = asyncio.create_task(
                    people[0].http.post(f"{path}/commands", json={"do": "resign", "id": "resigned"})
                )
                await asyncio.sleep(0.3)
                await live.send(do="ping", id="p")
                asking = [
                    asyncio.create_task(person.http.get(f"{path}{what}"))
                    for person in people
                    for what in ("", "?since=0", "/history", "/versions/3", "/versions/4", "/fairness", "/record")
                ]
                arriving = asyncio.create_task(first_message(people[2], table))
                answer = await resigning
                await asyncio.wait([*asking, arriving])
                assert is_told(answer)
                pong = await live.read()
                lock.close()
            shown = [task.result() for task in asking]
            server.kill()
            await start(server)
            now = (await ask(where, keys[0], "GET", path)).json()
            assert (now["version"], now["table"]["status"]) == (3, "live"), "the lock was not held for long enough"
            secret = await secret_of(sqlite_url, table)
            for each in shown:
                assert secret not in each.text
                assert each.status_code != 200 or each.json().get("version", 3) == 3, each.text
                assert '"resign' not in each.text
            assert (pong["type"], pong["version"]) == ("pong", 3)
            first = arriving.result()
            assert first is None or (first["version"], first["table"]["status"]) == (3, "live")
            for person in people:
                await person.leave()
        finally:
            server.stop()

    bounded(story)


async def first_message(person: Person, table: str) -> dict[str, Any] | None:
    """Open a socket and return what comes first; None if there is none to be had."""
    try:
        async with person.live(table, 0) as live:
            return await live.read()
    except GONE:
        return None


async def secret_of(url: str, table: str) -> str:
    """Read the secret of a match."""
    storage = Storage(url)
    await storage.open()
    row = await storage.load(table)
    await storage.close()
    assert row is not None
    return row.secret


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux lets us fill another process's disk")
def test_a_full_disk_is_said_and_survived(sqlite_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        assert server.process is not None
        keys = [await arrive(where), await arrive(where)]
        table = await lay_out(where, keys[0], "caesar-cleopatra-2024", "me", "open", listed=True)
        await sit(where, keys[1], table, 1)
        people = [Steadfast(keys[0], table, where, 1), Steadfast(keys[1], table, where, 2, http=True)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(person.play()) for person in people]
            await until(lambda: all(len(person.answered) > 2 for person in people))
            largest = max(file.stat().st_size for file in tmp_path.iterdir())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (largest + 8192, resource.RLIM_INFINITY))
            await until(lambda: any(len(person.refused) > 3 for person in people))
            assert not any(task.done() for task in playing)
            answered = [len(person.answered) for person in people]
            wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "me"}]}
            stranger = Person(server.url)
            assert is_told(await stranger.http.post("/api/tables", json=wish))
            assert (await stranger.look(table))["table"]["status"] == "live", "what is there can still be seen"
            await stranger.leave()
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            await asyncio.gather(*playing)
        assert all(len(person.answered) > before for person, before in zip(people, answered, strict=True))
        assert {error["code"] for person in people for error in person.refused} == {"storage"}
        await stands_by_its_word(people, where)
        assert len(await is_whole(sqlite_url)) == 1

    with running(tmp_path, QUADRIGA_DATABASE_URL=sqlite_url) as server:

        def where() -> str:
            return server.url

        bounded(story)
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    told = [line for line in lines if line["message"] == "nothing can be stored or read"]
    assert len(told) == 1, "many were refused, and whoever runs the server reads it once a minute"
    assert "full" in told[0]["error"] or "disk" in told[0]["error"]
