"""What a kill between two steps of the server leaves half done is gone on with; torture.py kills at random moments."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from .client import Person
from .running import running
from .steadfast import PATIENCE


def test_a_series_goes_on_although_the_server_died_before_it_laid_out_the_next_match(
    sqlite_url: str, tmp_path: Path
) -> None:
    """What a kill between the last move and the next table leaves behind is made by taking the next table away."""

    async def play() -> tuple[str, str, str]:
        person, other = await Person.arrive(server.url), await Person.arrive(server.url)
        table = await person.create("caesar", "me", "open", games=3, listed=True)
        await other.http.post(f"/api/tables/{table}/commands", json={"do": "sit", "seat": 1})
        await other.http.post(f"/api/tables/{table}/commands", json={"do": "resign"})
        following = None
        while following is None:
            following = (await person.look(table))["table"]["next"]
        await person.leave()
        await other.leave()
        assert person.key is not None
        return person.key, table, following

    async def come_back(key: str, table: str) -> None:
        person = Person(server.url, key)
        following = None
        async with asyncio.timeout(PATIENCE):
            while following is None:
                following = (await person.look(table))["table"]["next"]
        now = await person.look(following)
        assert (now["table"]["status"], now["table"]["series_number"]) == ("live", 2)
        series = (await person.http.get(f"/api/series/{now['table']['series']}")).json()["matches"]
        assert [each["id"] for each in series] == [table, following]
        await person.leave()

    with running(tmp_path, QUADRIGA_DATABASE_URL=sqlite_url) as server:
        key, table, following = asyncio.run(play())
        server.kill()
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as database:
        for part in ("appends", "keys"):
            database.execute(f"DELETE FROM {part} WHERE table_id = ?", (following,))
        database.execute("DELETE FROM tables WHERE id = ?", (following,))
        number, entries = database.execute(
            "SELECT number, entries FROM appends WHERE table_id = ? ORDER BY number DESC", (table,)
        ).fetchone()
        assert following in entries
        database.execute("DELETE FROM appends WHERE table_id = ? AND number = ?", (table, number))
        database.execute("UPDATE tables SET version = ? WHERE id = ?", (number, table))
    with running(tmp_path, QUADRIGA_DATABASE_URL=sqlite_url) as server:
        asyncio.run(come_back(key, table))


def test_two_who_look_on_without_a_key_both_are_heard(sqlite_url: str, tmp_path: Path) -> None:
    """Pages number their commands alike; of two strangers neither is the other."""

    async def story() -> None:
        host, one, other = await Person.arrive(server.url), Person(server.url), Person(server.url)
        table = await host.create("caesar", "me", "open")
        async with one.live(table, 0) as here, other.live(table, 0) as there:
            for live, text in ((here, "Ave"), (there, "Salve")):
                await live.send(do="say", id="c-1", name="Guest", text=text)
            async with asyncio.timeout(PATIENCE):
                while here.version < 3:
                    await here.read()
        said = (await host.http.get(f"/api/tables/{table}/history")).json()["entries"]
        assert {entry["text"] for entry in said if entry["kind"] == "say"} == {"Ave", "Salve"}
        for person in (host, one, other):
            await person.leave()

    with running(tmp_path, QUADRIGA_DATABASE_URL=sqlite_url) as server:
        asyncio.run(story())
