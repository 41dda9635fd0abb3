"""Two server processes share their tables through a real PostgreSQL and a real Redis."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from quadriga.server.redis_bus import RedisBus
from quadriga.server.storage import AppendRow, Storage

from .client import WAIT, Person
from .running import Server
from .services import Postgres, RedisServer
from .steadfast import (
    PATIENCE,
    ROUNDS,
    Steadfast,
    arrive,
    ask,
    is_whole,
    lay_out,
    sit,
    stands_by_its_word,
    until,
)


class Pair:
    """Two processes with the same database and the same Redis."""

    def __init__(self, folder: Path, database: str, redis: str, **environ: str) -> None:
        self.database = database
        self.first, self.second = (
            Server(folder / name, QUADRIGA_DATABASE_URL=database, QUADRIGA_REDIS_URL=redis, **environ)
            for name in ("first", "second")
        )

    def here(self) -> str:
        """The address of the first process."""
        return self.first.url

    def there(self) -> str:
        """The address of the second process."""
        return self.second.url


@contextmanager
def two(folder: Path, postgres: Postgres, redis: RedisServer, **environ: str) -> Iterator[Pair]:
    redis.start()
    with postgres.database() as url:
        pair = Pair(folder, url, redis.url, **environ)
        with ExitStack() as stack:
            for server in (pair.first, pair.second):
                server.start()
                stack.callback(server.kill)
                stack.callback(server.stop)
            yield pair


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_of_session: RedisServer
) -> Iterator[Pair]:
    """Two processes for the tests that let them live."""
    with two(tmp_path_factory.mktemp("shared"), postgres, redis_of_session) as pair:
        yield pair


@pytest.fixture
def mortal(tmp_path: Path, postgres: Postgres, redis_server: RedisServer) -> Iterator[Pair]:
    """Two processes for a test that kills one."""
    with two(tmp_path, postgres, redis_server, QUADRIGA_BOT_CLAIM="2") as pair:
        yield pair


async def couple(pair: Pair, game: str, *more: str, **wish: Any) -> tuple[str, list[str]]:
    """Let two people on two processes sit down at one table."""
    keys = [await arrive(pair.here), await arrive(pair.there)]
    table = await lay_out(pair.here, keys[0], game, "me", "open", *more, listed=True, **wish)
    await sit(pair.there, keys[1], table, 1)
    return table, keys


def bounded(story: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await story()

    asyncio.run(within())


def test_two_people_on_two_processes_play_one_match_and_others_look_on(shared: Pair) -> None:
    async def story() -> None:
        table, keys = await couple(shared, "caesar-cleopatra-2024")
        one = Steadfast(keys[0], table, shared.here, "one")
        two = Steadfast(keys[1], table, shared.there, "two")
        watchers = [Steadfast(None, table, shared.here, 1), Steadfast(None, table, shared.there, 2)]
        async with asyncio.TaskGroup() as group:
            looking = [group.create_task(watcher.watch(10**6)) for watcher in watchers]
            await asyncio.gather(one.play(), two.play())
            await until(lambda: all(watcher.over for watcher in watchers))
            for task in looking:
                task.cancel()
        await stands_by_its_word([one, two, *watchers], shared.there)
        assert {person.connections for person in (one, two, *watchers)} == {1}, "nobody had to come back"
        assert one.about["result"] == two.about["result"]

    bounded(story)


def test_people_on_two_processes_are_told_that_the_other_is_there(shared: Pair) -> None:
    async def story() -> None:
        table, keys = await couple(shared, "caesar-cleopatra-2024")
        one, two = Person(shared.here(), keys[0]), Person(shared.there(), keys[1])
        onlooker = Person(shared.there())
        async with one.live(table) as live:
            await live.hear()
            async with onlooker.live(table) as looking:
                await looking.hear()
                assert (await looking.hear())["here"] == [0], "who comes to a process is told who is with the other"
                async with two.live(table):
                    assert (await live.hear())["here"] == [0, 1]
                    assert (await looking.hear())["here"] == [0, 1]
                assert (await live.hear())["here"] == [0]
        for person in (one, two, onlooker):
            await person.leave()

    bounded(story)


def test_somebody_whose_requests_go_to_either_process_is_never_told_that_they_see_too_much(shared: Pair) -> None:
    """As behind a balancer: what one process answered, the other knows when it is asked to go on from there."""

    async def story() -> None:
        turns = count()

        def either() -> str:
            return (shared.here if next(turns) % 2 else shared.there)()

        key = await arrive(shared.here)
        table = await lay_out(shared.here, key, "ave-caesar", "me", "me", options={"players": 2}, listed=True)
        version = (await ask(shared.here, key, "GET", f"/api/tables/{table}")).json()["version"]
        assert version == 3
        for number in range(30):
            shown = (await ask(either, key, "GET", f"/api/tables/{table}")).json()
            assert shown["version"] >= version, "a process does not know yet what the other answered"
            if shown["table"]["status"] == "over":
                break
            seat = shown["awaited"][0]
            seen = (await ask(either, key, "GET", f"/api/tables/{table}?seat={seat}")).json()
            move = seen["views"][0]["legal"][0]
            order = {"do": "move", "id": f"e-{number}", "seat": seat, "version": shown["version"], "move": move["id"]}
            answer = await ask(either, key, "POST", f"/api/tables/{table}/commands", order)
            assert answer.status_code == 200, answer.text
            next(turns)
            version = answer.json()["version"]

    bounded(story)


def test_a_command_that_is_sent_to_both_processes_counts_once(shared: Pair) -> None:
    async def story() -> None:
        key = await arrive(shared.here)
        table = await lay_out(shared.here, key, "caesar", "me", "me", listed=True)
        path = f"/api/tables/{table}"
        sent = []
        for number in range(12):
            shown = (await ask(shared.there, key, "GET", path)).json()
            if shown["table"]["status"] == "over":
                break
            seat = shown["awaited"][0]
            move = (await ask(shared.there, key, "GET", f"{path}?seat={seat}")).json()["views"][0]["legal"][0]
            order = {"do": "move", "id": f"b-{number}", "seat": seat, "version": shown["version"], "move": move["id"]}
            answers = await asyncio.gather(
                *(ask(where, key, "POST", f"{path}/commands", order) for where in (shared.here, shared.there))
            )
            assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
            assert sorted(answer.json()["repeated"] for answer in answers) == [False, True]
            sent.append(order["id"])
        entries = (await ask(shared.here, key, "GET", f"{path}/history")).json()["entries"]
        assert [entry["id"] for entry in entries if entry["kind"] == "move"] == sent

    bounded(story)


def test_one_of_two_gets_the_seat_that_both_want_at_the_same_moment(shared: Pair) -> None:
    async def story() -> None:
        host = await arrive(shared.here)
        for _ in range(3 * ROUNDS):
            table = await lay_out(shared.here, host, "caesar", "me", "open", listed=True)
            path = f"/api/tables/{table}"
            await ask(shared.there, None, "GET", path)
            keys = [await arrive(shared.here), await arrive(shared.there)]
            order = {"do": "sit", "seat": 1, "name": "Marcus"}
            answers = await asyncio.gather(
                ask(shared.here, keys[0], "POST", f"{path}/commands", order),
                ask(shared.there, keys[1], "POST", f"{path}/commands", order),
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409], [each.text for each in answers]
            got = [answer.status_code == 200 for answer in answers]
            for where in (shared.here, shared.there):
                held = [(await ask(where, key, "GET", path)).json()["held"] for key in keys]
                assert held == [[1] if each else [] for each in got]
                mine = [(await ask(where, key, "GET", "/api/tables?show=mine")).json() for key in keys]
                assert [len(each) for each in mine] == got

    bounded(story)


async def thoughts(pair: Pair) -> int:
    """Count how often a bot has thought in either process."""
    total = 0.0
    async with httpx.AsyncClient(timeout=WAIT) as client:
        for where in (pair.here, pair.there):
            text = (await client.get(f"{where()}/metrics")).text
            total += sum(float(number) for number in re.findall(r"quadriga_bot_seconds_count\{.*\} ([\d.e+]+)", text))
    return int(total)


def test_bots_think_once_for_every_move_wherever_they_think(shared: Pair) -> None:
    """Many tables with bots, more than one process has room for, and people who talk to them on the other one."""

    async def story() -> None:
        before = await thoughts(shared)
        key = await arrive(shared.here)
        tables = [
            await lay_out(where, key, "caesar", "tiro", "tiro", listed=True)
            for where in (*[shared.here] * 5, shared.there)
        ]
        watchers = [Steadfast(None, table, shared.there, table) for table in tables]

        async def chat() -> None:
            order = {"do": "say", "text": "Macte!", "name": "Cicero"}
            while not all(watcher.over for watcher in watchers):
                for table in tables:
                    said = await ask(shared.there, None, "POST", f"/api/tables/{table}/commands", order)
                    assert said.status_code == 200, said.text
                await asyncio.sleep(0.3)

        async with asyncio.TaskGroup() as group:
            looking = [group.create_task(watcher.watch(10**6)) for watcher in watchers]
            await chat()
            for task in looking:
                task.cancel()
        moves = 0
        for watcher in watchers:
            history = (await ask(shared.here, None, "GET", f"/api/tables/{watcher.table}/history")).json()
            moves += sum(entry["kind"] == "move" for entry in history["entries"])
        assert await thoughts(shared) - before == moves

    bounded(story)


def test_two_who_want_a_rematch_at_the_same_moment_get_one_match(shared: Pair) -> None:
    async def story() -> None:
        for _ in range(ROUNDS):
            table, keys = await couple(shared, "caesar")
            path = f"/api/tables/{table}"
            await ask(shared.there, keys[1], "POST", f"{path}/commands", {"do": "resign"})
            await asyncio.gather(
                ask(shared.here, keys[0], "POST", f"{path}/commands", {"do": "rematch"}),
                ask(shared.there, keys[1], "POST", f"{path}/commands", {"do": "rematch"}),
            )
            following = None
            while following is None:
                following = (await ask(shared.here, None, "GET", path)).json()["table"]["next"]
            for where, key in zip((shared.here, shared.there), keys, strict=True):
                mine = (await ask(where, key, "GET", "/api/tables?show=mine")).json()
                assert [each["id"] for each in mine] == [following, table]
                assert mine[0]["status"] == "live"

    bounded(story)


def test_when_a_process_dies_its_people_and_bots_go_on_in_the_other(mortal: Pair) -> None:
    async def story() -> None:
        dead = False

        def alive() -> str:
            return (mortal.there if dead else mortal.here)()

        table, keys = await couple(mortal, "caesar-cleopatra-2024")
        people = [Steadfast(keys[0], table, alive, "a"), Steadfast(keys[1], table, mortal.there, "b")]
        solo = await lay_out(mortal.here, keys[0], "ave-caesar", "me", "tiro", options={"players": 2}, listed=True)
        people.append(Steadfast(keys[0], solo, alive, "c"))
        robots = [await lay_out(mortal.here, keys[0], "caesar", "tiro", "tiro", listed=True) for _ in range(3)]
        watchers = [Steadfast(None, robot, mortal.there, robot) for robot in robots]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(people[2].play())]
            looking = [group.create_task(watcher.watch(10**6)) for watcher in watchers]
            await until(lambda: len(people[2].answered) > 2)
            playing += [group.create_task(person.play()) for person in people[:2]]
            await until(lambda: all(len(person.answered) > 5 for person in people[:2]))
            mortal.first.kill()
            dead = True
            await asyncio.gather(*playing)
            await until(lambda: all(watcher.over for watcher in watchers))
            for task in looking:
                task.cancel()
        assert [person.connections for person in people[:2]] == [2, 1]
        await stands_by_its_word(people[:2], mortal.there)
        await stands_by_its_word(people[2:], mortal.there)
        assert len(await is_whole(mortal.database)) == 5

    bounded(story)


def test_a_clock_runs_out_although_the_process_that_held_the_table_died(mortal: Pair) -> None:
    async def story() -> None:
        keys = [await arrive(mortal.here) for _ in range(2)]
        clock = {"kind": "move", "seconds": 5}
        table = await lay_out(mortal.here, keys[0], "caesar", "me", "open", clock=clock, listed=True)
        await sit(mortal.here, keys[1], table, 1)
        mortal.first.kill()
        storage = Storage(mortal.database)
        await storage.open()
        try:
            while True:  # nobody asks the other process for this table
                row = await storage.load(table)
                assert row is not None
                if row.status == "over":
                    break
                await asyncio.sleep(0.2)
        finally:
            await storage.close()
        assert row.summary["result"]["how"] == "time"

    bounded(story)


def test_a_match_goes_on_while_redis_is_away_and_after_it_came_back(mortal: Pair, redis_server: RedisServer) -> None:
    async def story() -> None:
        table, keys = await couple(mortal, "caesar-cleopatra-2024")
        one, two = Steadfast(keys[0], table, mortal.here, "x"), Steadfast(keys[1], table, mortal.there, "y")

        async def more(moves: int) -> None:
            goal = len(one.answered) + len(two.answered) + moves
            await until(lambda: len(one.answered) + len(two.answered) >= goal)

        async with asyncio.TaskGroup() as group:
            group.create_task(one.play())
            group.create_task(two.play())
            await more(10)
            await asyncio.to_thread(redis_server.stop)
            try:
                await more(6)
            finally:
                await asyncio.to_thread(redis_server.start)
        assert one.connections == two.connections == 1
        await stands_by_its_word([one, two], mortal.here)

    bounded(story)


def test_a_process_stops_hearing_at_whatever_moment_it_is_told_to(redis_server: RedisServer) -> None:
    async def story() -> None:
        chooser = Random(4)
        for _ in range(20 * ROUNDS):
            bus = RedisBus(redis_server.url)
            await bus.open()
            for version in range(chooser.randrange(3)):
                await bus.publish(AppendRow("table", version, 0.0, [{}]))
            for _ in range(chooser.randrange(25)):
                await asyncio.sleep(0)
            closing = asyncio.create_task(bus.close())
            done, _ = await asyncio.wait([closing], timeout=WAIT)
            while not closing.done():  # so that a test that fails does not hang
                for task in bus._tasks:
                    task.cancel()
                await asyncio.sleep(0.01)
            assert done

    bounded(story)


def test_people_who_only_look_see_what_happens_while_redis_is_away(mortal: Pair, redis_server: RedisServer) -> None:
    async def story() -> None:
        table, keys = await couple(mortal, "caesar")
        watcher = Steadfast(None, table, mortal.there, "w")
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(watcher.watch(10**6))
            await until(lambda: watcher.version == 3)
            person = Person(mortal.first.url, keys[0])
            await person.http.get(f"/api/tables/{table}")  # so that the first process knows that it has begun
            with redis_server.away():
                answer = await person.http.post(f"/api/tables/{table}/commands", json={"do": "resign"})
                assert answer.status_code == 200
                await person.leave()
                await until(lambda: watcher.over)
            looking.cancel()
        assert watcher.connections == 1

    bounded(story)
