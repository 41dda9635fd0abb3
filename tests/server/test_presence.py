"""Who is there: everybody at a table is told who comes and goes; nothing else is, and the log knows nothing of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quadriga.server.bus import LocalBus
from quadriga.server.hall import Hall, Sitter
from quadriga.server.live import LiveTable
from quadriga.server.metrics import Metrics
from quadriga.server.presence import AWAY, LOST, Presence
from quadriga.server.storage import Storage, TableRow
from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.table import Table
from quadriga.table.terms import Terms

from .client import Live
from .running import Server
from .stories import good, guest, pair, people, tell


def here(message: dict[str, Any]) -> list[bool | None]:
    """Who is there by a message that shows the table."""
    return [seat["here"] for seat in message["table"]["seats"]]


async def quiet(live: Live, seconds: float) -> bool:
    """Tell whether nothing comes for some seconds."""
    try:
        await asyncio.wait_for(live.hear(), seconds)
    except TimeoutError:
        return True
    return False


def test_everybody_is_told_who_comes_and_goes(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as spectator:
            id = await pair(livia, marcus)
            before = await spectator.look(id, 0, here=True)
            assert here(before) == [False, False]
            async with spectator.live(id) as looking, livia.live(id) as live:
                assert here(await looking.hear()) == [False, False]
                assert here(await live.hear()) == [True, False]
                assert await looking.hear() == {"type": "here", "version": before["version"], "here": [0]}
                async with marcus.live(id) as other:
                    assert here(await other.hear()) == [True, True]
                    for each in (live, looking):
                        assert (await each.hear())["here"] == [0, 1]
                    assert here(await spectator.look(id, here=True)) == [True, True]
                left = time.monotonic()
                for each in (live, looking):
                    assert (await each.hear())["here"] == [0]
                assert time.monotonic() - left > AWAY / 2
            after = await spectator.look(id, 0, here=True)
            assert (after["version"], after["entries"]) == (before["version"], before["entries"])

    tell(story())


def test_another_device_or_a_page_that_is_loaded_anew_changes_nothing(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with marcus.live(id) as live:
                await live.hear()
                async with livia.live(id), livia.live(id):
                    assert (await live.hear())["here"] == [0, 1]
                async with livia.live(id) as again:
                    assert here(await again.hear()) == [True, True]
                    assert await quiet(live, AWAY + 0.5)

    tell(story())


def test_who_sits_down_while_looking_is_there_and_a_bot_or_an_open_seat_is_not(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await livia.create("ave-caesar", "me", "open", "tiro", options={"players": 3})
            async with livia.live(id) as live, marcus.live(id) as other:
                assert here(await live.hear()) == [True, None, None]
                assert here(await other.hear()) == [True, None, None]
                good(await marcus.order(id, do="sit", seat=1))
                news = await live.hear()
                assert here(news) == [True, True, None]

    tell(story())


class Said(LocalBus):
    """A bus that keeps what is said."""

    shared = True

    def __init__(self) -> None:
        self.said: list[tuple[str, list[int]]] = []

    def publish_here(self, table_id: str, seats: Sequence[int]) -> None:
        self.said.append((table_id, list(seats)))


class Looking:
    """Somebody who looks at a table, and keeps what was posted."""

    def __init__(self, visitor: str | None) -> None:
        self.visitor = visitor
        self.seat: int | None = None
        self.posted: list[bytes] = []

    def post(self, message: bytes) -> None:
        self.posted.append(message)


def table_of_two() -> LiveTable:
    """A match between two people."""
    terms = Terms("caesar-cleopatra-2024", {}, (None, None))
    row = TableRow("t", 0.0, 0.0, terms.write(), "0", "waiting", 0, False, terms.game, {})
    live = LiveTable(row, Table(terms, 0))
    for seat, visitor in enumerate(("livia", "marcus")):
        commands.sit(live.table, seat, "", 0.0, by=visitor)
    live.stored = live.table.version
    return live


def test_processes_tell_each_other_and_one_that_is_lost_takes_its_people_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadriga.server.presence.AGAIN", 0.01)

    async def story() -> None:
        bus = Said()
        hall = Hall(Storage("sqlite:///nowhere"), bus, Metrics(), shared=True)
        presence = Presence(hall)
        live = hall.tables["t"] = table_of_two()
        presence.heard("t", "another", [1])
        assert not live.elsewhere, "nobody looks here"
        livia = Looking("livia")
        presence.came(live, livia)
        assert bus.said == [("t", []), ("t", [0])]
        presence.heard("t", "another", [1])
        presence.heard("t", "another", [1])
        assert bus.said[2:] == [("t", [0])], "said again to a process that was not heard before, once"
        assert [message.count(b'"here":[0,1]') for message in livia.posted] == [1]
        presence.heard("nobody-knows", "another", [1])
        presence.open()
        await asyncio.sleep(0.1)
        assert bus.said[-1] == ("t", [0]) and live.here == {0, 1}
        live.elsewhere["another"] = (frozenset({1}), time.monotonic() - LOST - 1)
        await asyncio.sleep(0.1)
        assert live.here == {0} and b'"here":[0]' in livia.posted[-1]
        presence.heard("t", "another", [1])
        presence.heard("t", "another", [])
        assert live.here == {0}
        await hall.close()

    tell(story())


def test_a_packed_table_tells_who_is_there_and_what_happens(tmp_path: Path) -> None:
    async def story() -> None:
        storage = Storage(f"sqlite:///{tmp_path}/tables.sqlite3")
        await storage.open()
        hall = Hall(storage, LocalBus(), Metrics(), pack=0.0)
        presence = Presence(hall)
        sitting = {0: Sitter("livia", "Livia"), 1: Sitter("marcus", "Marcus")}
        live = await hall.lay_out(Terms("caesar-cleopatra-2024", {}, (None, None)), sitting)
        livia, marcus = Looking("livia"), Looking("marcus")
        presence.came(live, livia)
        live.thinking = True
        await hall.tidy()
        assert not live.is_packed, "something is under way"
        live.thinking = False
        version = live.table.version
        await hall.tidy()
        assert live.is_packed and hall.tables[live.id] is live
        presence.heard(live.id, "another", [])
        assert live.is_packed and live.stored == version, "nothing has changed"
        presence.came(live, marcus)
        assert json.loads(livia.posted[-1])["here"] == [0, 1]
        await hall.tidy()
        assert live.is_packed

        def move(table: Table) -> list[Entry]:
            seat = table.awaited[0]
            position = table.choice(seat)
            assert position is not None
            return commands.move(table, seat, position.actions[0], table.version, 1.0)

        assert await hall.change(live, move) == version + 1
        for each in (livia, marcus):
            told = json.loads(each.posted[-1])
            assert (told["type"], told["from"], told["version"]) == ("entries", version, version + 1)
        await hall.close()
        await storage.close()

    tell(story())
