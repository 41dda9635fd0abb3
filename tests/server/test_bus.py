"""Processes hear of each other's changes through a real Redis, and do without when it is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from redis import Redis

from quadriga.server.bus import Bus, Listeners, LocalBus
from quadriga.server.redis_bus import CHANNEL, MOST, RedisBus
from quadriga.server.storage import AppendRow
from tests.server.services import START_SECONDS, RedisServer


def added(table_id: str, version: int) -> AppendRow:
    """What brought a table to a version."""
    return AppendRow(table_id, version - 1, 1.5, [{"kind": "say", "at": 1.5, "seat": None, "text": f"{version}"}])


class Listener:
    """What one process heard."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.changed: dict[str, int] = {}
        self.heard: list[tuple[str, int]] = []
        self.added: list[AppendRow] = []
        self.due = 0
        self.missed = 0
        self.wanted: list[tuple[str, str]] = []
        bus.subscribe(self.ears())

    def ears(self, **other: Any) -> Listeners:
        heard = Listeners(
            self._added, self._changed, self._due, self._missed, lambda *here: None,
            lambda table_id, owner: self.wanted.append((table_id, owner)),
        )  # fmt: skip
        return heard._replace(**other)

    def _added(self, row: AppendRow) -> None:
        self.added.append(row)
        self._changed(row.table_id, row.version)

    def _changed(self, table_id: str, version: int) -> None:
        self.heard.append((table_id, version))
        self.changed[table_id] = version

    def _due(self) -> None:
        self.due += 1

    def _missed(self) -> None:
        self.missed += 1


async def until(true: Callable[[], bool]) -> None:
    give_up = time.monotonic() + START_SECONDS
    while not true():
        assert time.monotonic() < give_up, "waited in vain"
        await asyncio.sleep(0.01)


def with_listeners(url: str, play: Callable[[Listener, Listener], Awaitable[Any]], connected: bool = True) -> None:
    """Let two processes listen to each other."""

    async def scene() -> None:
        first, second = Listener(RedisBus(url)), Listener(RedisBus(url))
        await first.bus.open()
        await second.bus.open()
        try:
            if connected:
                await until(lambda: first.missed == 1 and second.missed == 1)
            await play(first, second)
        finally:
            await first.bus.close()
            await second.bus.close()

    asyncio.run(scene())


def test_others_hear_and_oneself_does_not(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        await first.bus.publish(added("a", 1))
        await first.bus.publish_due()
        await second.bus.publish(added("b", 7))
        second.bus.publish_wanted("c", "127.0.0.1")
        await until(
            lambda: (
                first.wanted == [("c", "127.0.0.1")]
                and second.changed == {"a": 1}
                and second.due == 1
                and first.changed == {"b": 7}
            )
        )
        await first.bus.publish(added("last", 1))
        await second.bus.publish(added("last", 1))
        await until(lambda: "last" in first.changed and "last" in second.changed)
        assert first.heard == [("b", 7), ("last", 1)]
        assert second.heard == [("a", 1), ("last", 1)]
        assert second.added == [added("a", 1), added("last", 1)]
        assert (first.due, second.due) == (0, 1)

    with_listeners(redis_server.url, play)


def test_of_more_changes_than_one_message_takes_the_newest_of_a_table_is_heard(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        for version in range(1, MOST + 1):
            await first.bus.publish(added("many", version))
        for version in (3, 1, 2):
            await first.bus.publish(added("a", version))
        await until(lambda: "a" in second.changed)
        assert len(second.added) == MOST and second.changed["many"] == MOST
        assert [heard for heard in second.heard if heard[0] == "a"] == [("a", 3)]

    with_listeners(redis_server.url, play)


def test_when_redis_comes_back_all_are_told_that_they_may_have_missed_something(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        async def once_more(times: int) -> None:
            await asyncio.to_thread(redis_server.stop)
            await first.bus.publish(added("a", times))
            await asyncio.to_thread(redis_server.start)
            await until(lambda: min(first.missed, second.missed) >= times)
            await first.bus.publish(added("b", times))
            await until(lambda: second.changed.get("b") == times)

        await once_more(2)
        await once_more(3)

    with_listeners(redis_server.url, play)


def test_a_redis_that_is_gone_neither_delays_nor_fails_a_move(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        turns: list[int] = []
        asyncio.get_running_loop().call_soon(turns.append, 1)
        for version in range(1000):
            await first.bus.publish(added("a", version))
        await first.bus.publish_due()
        assert turns == [], "to publish is not to wait, not even for a turn of the loop"
        assert first.missed == second.missed == 0

    with redis_server.away():
        with_listeners(redis_server.url, play, connected=False)


def test_a_server_that_starts_before_redis_hears_what_comes_later(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        assert first.missed == 0
        await asyncio.to_thread(redis_server.start)
        await until(lambda: first.missed == 1 and second.missed == 1)
        await first.bus.publish(added("a", 1))
        await until(lambda: second.changed == {"a": 1})

    redis_server.stop()
    with_listeners(redis_server.url, play, connected=False)


def test_messages_of_strangers_are_ignored(redis_server: RedisServer) -> None:
    strange = [
        b"\xff",
        b"",
        b"[]",
        b"7",
        b"null",
        b"{}",
        b'{"from": "x"}',
        b'{"from": "x", "added": [], "versions": {"a": "x"}, "here": {}, "due": false, "wanted": {}}',
        b'{"from": "x", "added": [["a", 1]], "versions": {}, "here": {}, "due": false, "wanted": {}}',
    ]

    async def play(first: Listener, second: Listener) -> None:
        with Redis.from_url(redis_server.url) as client:
            for message in strange:
                client.publish(CHANNEL, message)
        await first.bus.publish(added("a", 1))
        await until(lambda: second.changed == {"a": 1})
        assert second.heard == [("a", 1)]
        assert (second.due, second.missed) == (0, 1)

    with_listeners(redis_server.url, play)


def test_a_listener_that_fails_keeps_hearing(redis_server: RedisServer) -> None:
    async def play(first: Listener, second: Listener) -> None:
        def fail(row: AppendRow) -> None:
            second.changed[row.table_id] = row.version
            raise RuntimeError(row.table_id)

        second.bus.subscribe(second.ears(added=fail))
        await first.bus.publish(added("a", 1))
        await until(lambda: second.changed == {"a": 1})
        await first.bus.publish(added("b", 2))
        await until(lambda: second.changed == {"a": 1, "b": 2})
        assert second.missed == 1

    with_listeners(redis_server.url, play)


def test_a_single_process_has_nobody_to_tell() -> None:
    async def scene() -> None:
        listener = Listener(LocalBus())
        await listener.bus.open()
        await listener.bus.publish(added("a", 1))
        await listener.bus.publish_due()
        await listener.bus.close()
        assert (listener.heard, listener.due, listener.missed) == ([], 0, 0)
        assert not listener.bus.shared

    asyncio.run(scene())
