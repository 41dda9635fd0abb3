"""Bots think in processes of their own: those may die, be slow or have nothing compiled, and nobody waits for them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.processes import children, marked

from .client import WAIT, Live, Person
from .running import Server, running
from .steadfast import PATIENCE, ROUNDS, Steadfast, arrive, lay_out, sit, stands_by_its_word, until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


BEGUN = 0.1
"""Seconds after which a consul mostly thinks, and is mostly not through; where it is not so, the tests try again."""


def bounded(story: Any) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await story()

    asyncio.run(within())


def compiling(mark: str) -> list[int]:
    """Find the processes in which a server's games are compiled."""
    found = marked(mark)
    parents = [pid for pid, command in found.items() if "quadriga.cli warm" in command]
    return [pid for parent in parents for pid in children(parent) if "spawn_main" in found.get(pid, "")]


def workers(mark: str) -> list[int]:
    """Find the processes in which bots think."""
    return [pid for pid, command in marked(mark).items() if "spawn_main" in command]


def none_is_left(mark: str) -> None:
    """Wait until a server and all that it started are gone."""
    give_up = time.monotonic() + WAIT
    while left := marked(mark):
        assert time.monotonic() < give_up, left
        time.sleep(0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("bots"), afresh=True, QUADRIGA_BOT_CLAIM="2") as started:
        yield started


def first_move(live: Live) -> dict[str, Any]:
    """Take the first legal move of what was shown last."""
    (view,) = live.message["views"]
    return {"do": "move", "version": live.version, "seat": live.message["look"], "move": view["legal"][0]["id"]}


async def look_as_who_decides(live: Live) -> None:
    """Look as the first seat that has to decide, where one plays all of them."""
    first = live.message["awaited"][0]
    if live.message["look"] != first:
        await live.look(first)


async def read_until(live: Live, true: Any) -> dict[str, Any]:
    """Read messages until one fits."""
    while True:
        message = await live.read()
        if true(message):
            return message


def has(kind: str, seat: int | None = None) -> Any:
    """Tell of messages whether they bring an entry of a kind."""
    return lambda message: any(
        entry["kind"] == kind and seat in (None, entry["seat"]) for entry in message.get("entries", ())
    )


async def thoughts(server: Server) -> int:
    """Count how often bots have come to a decision."""
    async with httpx.AsyncClient(timeout=WAIT) as client:
        text = (await client.get(f"{server.url}/metrics")).text
    return int(sum(map(float, re.findall(r"quadriga_bot_seconds_count\{.*\} ([\d.e+]+)", text))))


async def has_thought(server: Server, before: int) -> bool:
    """Wait until a bot has come to a decision, and a little longer; False if none seems to be thinking."""
    for _ in range(100):
        await asyncio.sleep(0.1)
        if await thoughts(server) > before:
            await asyncio.sleep(0.5)
            return True
    return False


def test_a_worker_that_is_killed_while_it_thinks_is_replaced_and_the_bot_moves(server: Server) -> None:
    mark = str(server.folder)

    async def story() -> None:
        key = await arrive(lambda: server.url)
        table = await lay_out(lambda: server.url, key, "caesar", "me", "consul", listed=True)
        person = Steadfast(key, table, lambda: server.url, "killer")
        killed: set[int] = set()
        async with asyncio.TaskGroup() as group:
            playing = group.create_task(person.play())
            for _ in range(ROUNDS):
                await until(lambda: playing.done() or bool(set(workers(mark)) - killed))
                answered = len(person.answered)
                await until(lambda then=answered: playing.done() or len(person.answered) > then)  # type: ignore[misc]
                for pid in set(workers(mark)) - killed:  # the person has moved, so the bot is thinking
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
        assert len(killed) >= ROUNDS
        await stands_by_its_word([person], lambda: server.url)

    bounded(story)


def test_a_bot_that_thinks_delays_nobody_elses_move(server: Server) -> None:
    async def story() -> None:
        person = await Person.arrive(server.url)
        thinking = await person.create("caesar-cleopatra-2024", "me", "consul")
        other = await person.create("caesar-cleopatra-2024", "me", "me")
        most = 0
        async with person.live(thinking) as slow, person.live(other) as fast:
            await slow.read()
            await fast.read()
            for _ in range(20):  # until a bot has thought while others made many moves
                if slow.message["views"][0]["legal"]:
                    await slow.send(**first_move(slow))
                answered = asyncio.create_task(read_until(slow, has("move")))
                between = 0
                while not answered.done() and fast.message["awaited"]:
                    await look_as_who_decides(fast)
                    await fast.send(**first_move(fast))
                    await read_until(fast, has("move"))
                    between += not answered.done()
                await answered
                most = max(most, between)
                if most >= 4:
                    break
        await person.leave()
        assert most >= 4

    bounded(story)


def test_an_undo_drops_what_the_bot_was_thinking(server: Server) -> None:
    async def story() -> None:
        person = await Person.arrive(server.url)
        caught = 0
        for _ in range(20):
            table = await person.create("caesar", "me", "consul")
            async with person.live(table, 0) as live:
                await live.read()
                if live.message["awaited"] == [1]:
                    await read_until(live, has("move", 1))
                before = await thoughts(server)
                await live.send(**first_move(live))
                await asyncio.sleep(BEGUN)  # it has begun to think, and is not through
                await live.send(do="undo", agree=True)
                await read_until(live, has("undo"))
                history = await entries_of(person, table)
                in_time = history[-2]["seat"] == 0  # the person's move was the last before it was taken back
                assert live.message["awaited"] == [0]
                if in_time and await has_thought(server, before):
                    # What it came to is for a position that is no more.
                    assert await entries_of(person, table) == history
                    await live.send(**first_move(live), id="again")
                    await read_until(live, has("move", 1))
                    kinds = [(entry["kind"], entry["seat"]) for entry in (await entries_of(person, table))]
                    assert kinds[len(history) :][:2] == [("move", 0), ("move", 1)]
                    caught += 1
            if caught == 2:
                break
        await person.leave()
        assert caught == 2, "the bot was never caught thinking"

    bounded(story)


async def entries_of(person: Person, table: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = (await person.http.get(f"/api/tables/{table}/history")).json()["entries"]
    return entries


def test_who_takes_their_seat_back_in_the_middle_of_a_bots_thought_moves_themselves(server: Server) -> None:
    async def story() -> None:
        def where() -> str:
            return server.url

        keys = [await arrive(where), await arrive(where)]
        table = await lay_out(where, keys[0], "caesar", "me", "open", takeover="consul", listed=True)
        await sit(where, keys[1], table, 1)
        people = [Steadfast(keys[0], table, where, "a"), Steadfast(keys[1], table, where, "b")]
        caught = 0
        async with Person(server.url, keys[0]).live(table, 0) as live:
            await live.read()
            for _ in range(6):
                if live.message["awaited"] != [0]:
                    async with Person(server.url, keys[1]).live(table, 0) as opposite:
                        await opposite.read()
                        while opposite.message["awaited"] == [1]:  # a turn may have several decisions
                            await opposite.send(**first_move(opposite))
                            await read_until(opposite, has("move", 1))
                    await read_until(live, lambda message: message.get("awaited") == [0])
                before = await thoughts(server)
                await live.send(do="leave")
                await asyncio.sleep(BEGUN)  # the bot has begun to think, and is not through
                await live.send(do="return")
                message = await read_until(live, lambda m: has("return")(m) or m["type"] == "refused")
                if message["type"] == "refused":
                    continue
                version = live.version
                if live.message["awaited"] == [0] and await has_thought(server, before):
                    caught += 1
                    await live.send(do="ping")
                    assert (await live.read())["version"] == version, "a bot moved for somebody who was back"
                    break
        await asyncio.gather(*(person.play() for person in people))
        await stands_by_its_word(people, where)
        assert caught, "the bot was never caught thinking"

    bounded(story)


def test_bots_move_while_nothing_is_compiled_and_no_compiler_is_left_behind(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with running(tmp_path / "data", afresh=True, QUADRIGA_CACHE_DIR=str(cache)) as server:

        async def story() -> None:
            person = await Person.arrive(server.url)
            table = await person.create("caesar-cleopatra-2024", "me", "consul")
            async with person.live(table, 0) as live:
                await live.read()
                made = 0
                while made < 5:
                    if any(view["legal"] for view in live.message["views"]):
                        await live.send(**first_move(live))
                    made += has("move", 1)(await read_until(live, has("move")))
            await person.leave()
            assert not list(cache.rglob("warm")), "the rules were compiled before the bot moved: this proves nothing"

        bounded(story)
        asyncio.run(until(lambda: bool(compiling(str(cache)))))  # it compiles in several processes
        server.stop()
    none_is_left(str(cache))


def test_a_server_that_is_killed_leaves_no_bots_behind(tmp_path: Path) -> None:
    server = Server(tmp_path, afresh=True).start()

    async def story() -> None:
        person = await Person.arrive(server.url)
        table = await person.create("caesar", "tiro", "tiro")
        async with person.live(table, 0) as live:
            await live.read()
            await read_until(live, has("move"))
        await person.leave()

    bounded(story)
    assert workers(str(tmp_path))
    server.kill()
    none_is_left(str(tmp_path))


def test_a_server_that_is_stopped_with_much_to_think_about_says_nothing_of_it(tmp_path: Path) -> None:
    with running(tmp_path, afresh=True) as server:

        async def story() -> None:
            person = await Person.arrive(server.url)
            tables = [await person.create("ave-caesar", *["consul"] * 6) for _ in range(12)]
            async with AsyncExitStack() as stack:
                lives = [await stack.enter_async_context(person.live(table, 0)) for table in tables]
                await lives[0].read()
                await read_until(lives[0], has("move"))
                assert await asyncio.to_thread(server.stop) == 0
            await person.leave()

        bounded(story)
    assert "Traceback" not in server.log.read_text() and "Error" not in server.log.read_text()
    none_is_left(str(tmp_path))


def test_a_server_stops_while_it_looks_back_at_a_match(tmp_path: Path) -> None:
    with running(tmp_path, afresh=True) as server:

        async def story() -> None:
            person = await Person.arrive(server.url)
            table = await person.create("caesar-cleopatra-1997", "me", "me")
            async with person.live(table, 0) as live:
                await live.read()
                while live.version < 80:
                    await look_as_who_decides(live)
                    await live.send(**first_move(live))
                    await read_until(live, has("move"))
                await live.send(do="resign", seat=0)
                await read_until(live, has("resign"))
            answer = await person.http.get(f"/api/tables/{table}/analysis")
            await until(lambda: bool(workers(str(tmp_path))))
            answer = await person.http.get(f"/api/tables/{table}/analysis")
            assert answer.status_code == 202, answer.text
            await person.leave()

        bounded(story)
        assert server.process is not None
        before = set(workers(str(tmp_path)))
        server.process.send_signal(signal.SIGINT)  # as somebody at the keyboard would
        while server.process.poll() is None:
            assert set(workers(str(tmp_path))) <= before, "the work was begun anew instead"
            time.sleep(0.05)
    none_is_left(str(tmp_path))
