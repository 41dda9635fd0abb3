"""A server that is killed at any moment has lost nothing that it answered, and doubled nothing that was sent again."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

from .client import Person
from .running import Server, running
from .steadfast import (
    PATIENCE,
    ROUNDS,
    Steadfast,
    Where,
    arrive,
    is_whole,
    lay_out,
    sit,
    stands_by_its_word,
    start,
    until,
)

MATCHES: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    ("caesar", ("me", "open"), {"modules": ["poison", "centurions"]}),
    ("ave-caesar", ("me", "open", "tiro"), {"players": 3}),
    ("caesar-cleopatra-2024", ("me", "open"), {"opening": "veterans"}),
    ("caesar", ("tiro", "me"), {}),
    ("caesar", ("tiro", "tiro"), {}),
]


class Load:
    """Keep tables busy, match after match, until somebody says that it is enough."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.enough = False
        self.people: list[Steadfast] = []
        self.finished = 0

    @property
    def answered(self) -> int:
        """How many commands were answered as stored up to now."""
        return sum(len(person.answered) for person in self.people)

    async def run(self) -> None:
        """Play all kinds of matches at the same time."""
        await asyncio.gather(*(self.play(number) for number in range(len(MATCHES))))

    async def play(self, number: int) -> None:
        """Play one kind of match, again and again; check each when it is over."""
        game, seats, options = MATCHES[number]
        while True:
            keys = [await arrive(self.where) for _ in range(2)]
            table = await lay_out(self.where, keys[0], game, *seats, options=options, listed=True)
            if "open" in seats:
                await sit(self.where, keys[1], table, seats.index("open"))
            mine = [
                Steadfast(key, table, self.where, (number, self.finished, key_number), http=number == 0)
                for key_number, key in enumerate(keys)
                if key_number < sum(seat in ("me", "open") for seat in seats) or "me" not in seats
            ]
            self.people += mine
            await asyncio.gather(*(person.play() for person in mine))
            await stands_by_its_word(mine, self.where)
            self.finished += 1
            if self.enough:
                return


def test_what_was_answered_survives_kills_at_random_moments(url: str, tmp_path: Path) -> None:
    chooser = Random(f"{url[:6]} {ROUNDS}")

    async def story() -> None:
        server = Server(tmp_path, QUADRIGA_DATABASE_URL=url, QUADRIGA_BOT_CLAIM="1")
        await start(server)
        load = Load(lambda: server.url)
        try:
            async with asyncio.timeout(PATIENCE + 30 * ROUNDS), asyncio.TaskGroup() as group:
                playing = group.create_task(load.run())
                for _ in range(ROUNDS):
                    goal = load.answered + chooser.randrange(5, 80)
                    await until(lambda goal=goal: load.answered >= goal or playing.done())  # type: ignore[misc]
                    await asyncio.sleep(chooser.random() * 0.05)
                    server.kill()
                    await start(server)
                load.enough = True
        finally:
            server.stop()
        assert load.finished >= len(MATCHES)
        assert any(person.connections > 1 for person in load.people), "nobody was in the middle of a match"
        tables = await is_whole(url)
        assert len(tables) >= load.finished
        print(f"{url[:6]}: {ROUNDS} kills, {load.answered} answered moves, {load.finished} matches")

    asyncio.run(story())


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
