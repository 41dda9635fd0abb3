"""Bots at tables think in the order in which people wait for them, and rest where nobody looks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from quadriga.server import attendant
from quadriga.server.attendant import importance_of, rests
from quadriga.server.messages.requests import PlainCommand
from quadriga.server.thinking import Importance
from quadriga.table.table import Table

from .gate import bounded
from .house import House, Onlooker
from .looking_back import played, reviews_of, table_of
from .steadfast import until

BOT, WATCHED = Importance.BOT, Importance.WATCHED


def test_the_bot_of_a_person_moves_before_five_reviews_and_those_of_twenty_tables_without_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: house.gate.think("look"))
            reviews = reviews_of(house.thinking)
            for number in range(5):
                await reviews.of(table_of(str(number), played(12, number)), "address")
            tables = [await house.watched("consul", "consul") for _ in range(20)]
            await house.gate.has_begun(1)
            await until(lambda: len(house.thinking.queue.waiting) == 24)
            for _ in range(2):
                await house.against("tiro")
            await until(lambda: len(house.thinking.queue.waiting) == 26)
            count = 1
            while count < 3 or house.gate.begun[-1] == "tiro":  # who may have to decide twice
                house.gate.may_pass.release()
                count += 1
                await house.gate.has_begun(count)
            assert house.gate.begun[1:3] == ["tiro", "tiro"]
            assert house.gate.begun[0] == house.gate.begun[-1] == "look", "then what somebody asked for"
            assert all(live.thinking for live in tables)
            await reviews.close()

    bounded(story)


def test_who_plays_at_many_tables_does_not_stand_before_who_plays_at_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            for _ in range(10):
                await house.against("consul", "many")
            await house.gate.has_begun(1)
            await house.against("tiro", "one")
            await house.against("miles", "another")
            await until(lambda: len(house.thinking.queue.waiting) == 11)
            for count in (2, 3, 4):
                house.gate.may_pass.release()
                await house.gate.has_begun(count)
            assert house.gate.begun == ["consul", "tiro", "miles", "consul"]  # then whoever decides twice, or a consul

    bounded(story)


def test_a_table_of_bots_rests_while_nobody_looks_and_goes_on_when_somebody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            monkeypatch.setattr(attendant, "ASKED", -1.0)
            live = await house.create("tiro", "tiro")
            assert importance_of(live) is WATCHED and rests(live)
            await house.attendant._sweep()
            assert not live.thinking and not house.thinking.queue.jobs()
            assert not await house.storage.due(time.time() + 1000, 10), "nor is it looked for in vain"

            onlooker = Onlooker()
            house.presence.came(live, onlooker)
            await house.gate.has_begun(1)
            house.gate.may_pass.release()
            await house.gate.has_begun(2)
            house.presence.went(live, onlooker)
            house.gate.may_pass.release()
            await until(lambda: not live.thinking)
            assert len(house.gate.begun) == 2 and len(live.table.movers) == 2, "what was begun is finished"

            monkeypatch.setattr(attendant, "ASKED", 1000.0)
            await house.hall.fresh(live.id)
            await house.gate.has_begun(3)
            monkeypatch.setattr(attendant, "ASKED", -1.0)
            house.gate.may_pass.release()
            await until(lambda: not live.thinking)
            assert len(live.table.movers) == 3

            house.presence.came(live, onlooker)
            house.gate.open()
            await until(lambda: live.table.status == "over")

    bounded(story)


def test_a_table_of_bots_that_an_earlier_version_left_due_is_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stored of every table that bots were due there: many such would hide the one that is."""

    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            with monkeypatch.context() as earlier:
                earlier.setattr(Table, "people", property(lambda table: [0]))
                live = await house.create("tiro", "tiro")
                await house.gate.has_begun(1)
            await house.hall.close()
            house.hall.tables.clear()
            await house.storage.release()
            assert [row.id for row in await house.storage.due(time.time(), 10)] == [live.id]
            house.gate.open()
            await house.attendant._sweep()
            again = await house.hall.get(live.id)
            await until(lambda: not again.thinking)
            assert len(again.table.movers) == 1 and not await house.storage.due(time.time() + 1000, 10)

    bounded(story)


def test_a_bot_is_important_where_somebody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            assert importance_of(await house.create("me", "tiro")) is BOT
            two = await house.create("me", "me", takeover="tiro")
            await house.desk.command(two.id, "livia", PlainCommand(do="leave", seat=0))
            assert two.table.bots == ["tiro", None] and importance_of(two) is BOT, "one left, one stays"

    bounded(story)


def test_tables_that_wait_long_for_their_turn_are_not_taken_for_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else many of them would fill what is looked for, and nobody would find a table that is abandoned."""

    async def story() -> None:
        async with House(tmp_path, monkeypatch) as house:
            house.hall.claim = 0.0  # it has run out at once
            tables = [await house.against("consul") for _ in range(3)]
            await house.gate.has_begun(1)
            assert {row.id for row in await house.storage.due(time.time(), 10)} == {live.id for live in tables}
            house.hall.claim = 1000.0
            await house.attendant._sweep()
            assert not await house.storage.due(time.time(), 10)
            assert len(house.gate.begun) + len(house.thinking.queue.waiting) == 3, "each is thought about once"

    bounded(story)
