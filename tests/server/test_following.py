"""A process follows what another has stored: from what it hears, and from storage when it heard nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quadriga.server.bus import LocalBus
from quadriga.server.desk import Desk
from quadriga.server.hall import Hall, Sitter
from quadriga.server.live import LiveTable
from quadriga.server.messages.requests import PlainCommand, SayCommand, SitCommand
from quadriga.server.metrics import Metrics
from quadriga.server.storage import AppendRow, Storage
from quadriga.table.table import OVER
from quadriga.table.terms import Terms

from .stories import tell
from .test_presence import Looking

TERMS = Terms("caesar-cleopatra-2024", {}, (None, None))


class Told(LocalBus):
    """A bus that keeps what is said."""

    def __init__(self) -> None:
        self.said: list[AppendRow] = []

    async def publish(self, added: AppendRow) -> None:
        self.said.append(added)


@asynccontextmanager
async def processes(folder: Path) -> AsyncIterator[tuple[Desk, Desk, Told]]:
    """Two processes with the same tables; the second hears of the first what a test lets it hear."""
    desks, bus = [], Told()
    for number in range(2):
        storage = Storage(f"sqlite:///{folder}/tables.sqlite3")
        await storage.open()
        desks.append(Desk(Hall(storage, LocalBus() if number else bus, Metrics(), shared=True)))
    try:
        yield desks[0], desks[1], bus
    finally:
        for desk in desks:
            await desk.hall.close()
            await desk.hall.storage.close()


async def both_look(one: Desk, two: Desk) -> tuple[LiveTable, LiveTable]:
    """Lay out a table at one process, and look at it from the other."""
    live = await one.hall.lay_out(TERMS, {0: Sitter("livia", "Livia")})
    return live, await two.hall.get(live.id)


def test_what_is_heard_in_order_needs_no_look_at_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with processes(tmp_path) as (one, two, bus):
            _, there = await both_look(one, two)
            looking = Looking(None)
            there.listeners.add(looking)
            bus.said.clear()
            for number in range(3):
                await one.command(there.id, "livia", SayCommand(do="say", text=f"{number}"))
            first, second, third = bus.said

            async def never(*given: object) -> list[AppendRow]:
                raise AssertionError("it was told all")

            with monkeypatch.context() as patch:
                patch.setattr(two.hall.storage, "appends_since", never)
                two.hall.hear(second)
                assert there.stored == first.number, "it does not come next"
                for row in (first, first, second):
                    two.hall.hear(row)
                assert there.stored == third.number
                async with there.lock:
                    two.hall.hear(third)
                    assert there.stored == third.number, "something else is under way"
                assert [json.loads(each)["entries"][0]["text"] for each in looking.posted] == ["0", "1"]
            await two.command(there.id, "livia", SayCommand(do="say", text="at the other"))
            assert [entry.data.get("text") for entry in there.table.log[-4:]] == ["0", "1", "2", "at the other"]

    tell(story())


def test_a_command_is_not_refused_for_what_the_process_has_not_heard(tmp_path: Path) -> None:
    async def story() -> None:
        async with processes(tmp_path) as (one, two, _):
            live, there = await both_look(one, two)
            await one.command(live.id, "marcus", SitCommand(do="sit", seat=1, name="Marcus"))
            done = await two.command(live.id, "marcus", PlainCommand(do="resign"))
            assert done.version == there.table.version > live.table.version and there.table.status == OVER

    tell(story())


def test_a_table_that_nobody_watches_here_is_followed_when_somebody_asks_for_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with processes(tmp_path) as (one, two, bus):
            _, there = await both_look(one, two)
            bus.said.clear()
            await one.command(there.id, "livia", SayCommand(do="say", text="who is there?"))
            before = there.stored
            two.hall.hear(bus.said[0])
            assert there.stored == before, "nobody would see it"
            asked = await two.hall.fresh(there.id)
            assert asked is there and there.table.log[-1].data["text"] == "who is there?"

    tell(story())
