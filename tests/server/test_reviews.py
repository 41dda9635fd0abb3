"""Matches are looked back at move by move: what was found is kept, and nobody has others wait."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from quadriga.players import survey
from quadriga.players.review import review
from quadriga.players.survey import Found, Survey
from quadriga.players.survey import Task as PartOfReview
from quadriga.server.bots import review_part
from quadriga.server.bus import LocalBus
from quadriga.server.identity import maker_of
from quadriga.server.reviews import MOST, QUOTA, Reviews
from quadriga.server.storage import ReviewRow
from quadriga.server.thinking import Importance
from quadriga.table.errors import TableError

from .gate import bounded, workers
from .looking_back import Shelf, played, reviews_of, table_of
from .steadfast import until

REVIEW, AHEAD = Importance.REVIEW, Importance.AHEAD


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks of a review that are shorter than people get."""
    for name in ("LOOK", "LONGER", "LONGEST", "CLOSE"):
        monkeypatch.setattr(survey, name, 64)


async def all_of(reviews: Reviews, live: Any) -> dict[str, Any]:
    """Ask until all is known."""
    while (found := await reviews.of(live))["status"] == "running":
        await asyncio.sleep(0.02)
    return found


@pytest.mark.parametrize("moves", [0, 6, 1000])
def test_a_review_move_by_move_is_the_review_of_the_match_to_the_last_digit(moves: int, hasty: None) -> None:
    async def story() -> None:
        match = played(moves, 3)
        async with workers(2) as (thinking, _):
            reviews = reviews_of(thinking)
            live = table_of("a", match)
            seen: list[tuple[int, int]] = []
            while (found := await reviews.of(live))["status"] == "running":
                seen.append((found["done"], found["of"]))
                known = found["review"]
                assert found["done"] <= found["of"] and (known is None) == (found["done"] == 0)
                await asyncio.sleep(0.02)
            assert seen == sorted(seen, key=lambda each: each[0])
            assert found["review"] == review(match).data()
            assert not reviews.running

    bounded(story)


def test_what_was_found_is_kept_and_gone_on_with(monkeypatch: pytest.MonkeyPatch, hasty: None) -> None:
    """A server that is stopped in the middle of a review does not look again at what it has seen."""
    looks: list[int] = []
    ended: list[int] = []
    alone = threading.Lock()  # threads share their search trees, as a server's processes do not

    def counted(record: str, task: PartOfReview) -> Any:
        looks.append(task.number)
        try:
            with alone:
                return review_part(record, task)
        finally:
            ended.append(task.number)

    async def story() -> None:
        match, shelf = played(1000, 3), Shelf()
        live = table_of("a", match)
        monkeypatch.setattr("quadriga.server.reviews.SAVED", 0.0)
        monkeypatch.setattr("quadriga.server.reviews.review_part", counted)
        async with workers(2) as (thinking, _):
            whole = (await all_of(reviews_of(thinking), live))["review"]
        needed = len(looks)
        for stop in (1, needed // 3, needed - 2):
            looks.clear()
            ended.clear()
            shelf.rows.clear()
            async with workers(2) as (thinking, _):
                reviews = reviews_of(thinking, shelf)
                while len(looks) < stop:
                    await reviews.of(live)
                    await asyncio.sleep(0.02)
                await reviews.close()
                while len(ended) < len(looks):
                    await asyncio.sleep(0.02)
            async with workers(2) as (thinking, _):
                assert (await all_of(reviews_of(thinking, shelf), live))["review"] == whole
            assert len(looks) <= needed + 2, "what was under way when it was stopped, at most"
        looks.clear()
        async with workers(2) as (thinking, _):
            assert (await reviews_of(thinking, shelf).of(live)) == {"status": "done", "review": whole}
            assert not looks
            shelf.rows["a"]["content"] = shelf.rows["a"]["content"].replace(f'"format":{survey.FORMAT}', '"format":0')
            assert (await reviews_of(thinking, shelf).of(live))["review"] is None, "made in another way: made anew"

    bounded(story)


def test_what_another_process_looks_at_is_left_to_it_while_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        shelf, live = Shelf(), table_of("a", played(6, 3))
        async with workers(1) as (thinking, gate):
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: gate.think("look"))
            await shelf.keep_review(ReviewRow("a", time.time(), False, Survey(live.table.state.game, 6, ()).write()))
            other = reviews_of(thinking, shelf, shared=True)
            assert (await other.of(live))["status"] == "running" and not other.running
            shelf.rows["a"]["written_at"] -= 60
            assert (await other.of(live))["status"] == "running" and list(other.running) == ["a"]
            await other.close()

    bounded(story)


class Neighbour(LocalBus):
    """A bus to one other process, which hears at once what somebody asks for."""

    def __init__(self, there: Reviews) -> None:
        self.there = there

    def publish_wanted(self, table_id: str, owner: str) -> None:
        self.there.want(table_id, owner)


def test_who_asks_another_process_is_heard_by_the_one_that_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that nobody asked for comes last; that somebody asks elsewhere makes it as urgent as if it were here."""

    async def story() -> None:
        shelf, live = Shelf(), table_of("a", played(6, 3))
        async with workers(1) as (thinking, gate):
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: gate.think("look"))
            looks = reviews_of(thinking, shelf, shared=True)
            await looks._look(live)
            asks = reviews_of(thinking, shelf, Neighbour(looks), shared=True)
            await shelf.keep_review(ReviewRow("a", time.time(), False, looks.running["a"].write()))
            await until(lambda: thinking.count(Importance.AHEAD) == 1)
            assert thinking.count(Importance.REVIEW) == 0
            assert (await asks.of(live, "address"))["status"] == "running" and not asks.running
            assert thinking.count(Importance.REVIEW) == 1 and thinking.count(Importance.AHEAD) == 0
            assert looks.asked["a"].owner == maker_of("address"), "and counts among what is done for whoever asked"
            assert (await asks.of(table_of("b", played(6, 4)), "address"))["status"] == "running"
            assert list(asks.running) == ["b"] and "b" not in looks.asked, "what is looked at here nobody else is told"
            await looks.close()
            await asks.close()

    bounded(story)


def test_reviews_progress_alike_and_say_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):

            def look(record: str, task: PartOfReview) -> Found:
                gate.think("look")
                return Found(chances=(0.5, 0.5)) if task.number == 0 else review_part(record, task)

            monkeypatch.setattr("quadriga.server.reviews.review_part", look)
            reviews = reviews_of(thinking)
            tables = [table_of(str(number), played(4, number)) for number in range(5)]
            assert [(await reviews.of(live))["done"] for live in tables] == [0] * 5
            for count in range(1, 20):
                await gate.has_begun(count)
                await until(lambda: sum(survey.done for survey in reviews.running.values()) == count - 1)  # noqa: B023
                done = [(await reviews.of(live))["done"] for live in tables]
                assert sum(done) == count - 1 and max(done) - min(done) <= 1, done
                gate.may_pass.release()
            await reviews.close()
            assert not reviews.running

    bounded(story)


def test_too_many_reviews_at_a_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: gate.think("look"))
            reviews = reviews_of(thinking)
            match = played(1, 1)
            for number in range(MOST):
                assert (await reviews.of(table_of(str(number), match)))["status"] == "running"
            with pytest.raises(TableError, match="too many"):
                await reviews.of(table_of("one more", match))
            again = await reviews.of(table_of("0", match))
            assert again["status"] == "running", "who asks again only hears how far it is"
            await reviews.close()

    bounded(story)


def test_a_review_that_goes_wrong_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, _):
            reviews, live = reviews_of(thinking), table_of("a", played(2, 1))
            with monkeypatch.context() as broken:
                broken.setattr("quadriga.server.reviews.review_part", lambda *given: 1 // 0)
                assert (await reviews.of(live))["status"] == "running"
                await until(lambda: not reviews.running)
            assert len((await all_of(reviews, live))["review"]["moves"]) == 2

    bounded(story)


def test_nobody_has_many_matches_looked_at_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: gate.think("look"))
            reviews, match = reviews_of(thinking), played(1, 1)
            for number in range(QUOTA):
                assert (await reviews.of(table_of(f"mine {number}", match), "me"))["status"] == "running"
            with pytest.raises(TableError, match="for you") as refused:
                await reviews.of(table_of("one more", match), "me")
            assert refused.value.code == "slow"
            assert (await reviews.of(table_of("mine 0", match), "me"))["status"] == "running", "to ask again is free"
            assert (await reviews.of(table_of("theirs", match), "you"))["status"] == "running"
            await reviews.close()

    bounded(story)


class Later:
    """The time of a server's reviews, which a test lets go by."""

    def __init__(self) -> None:
        self.since = 0.0
        self.time = time.time

    def monotonic(self) -> float:
        return time.monotonic() + self.since


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    given = Later()
    monkeypatch.setattr("quadriga.server.reviews.time", given)
    return given


def test_what_nobody_asks_about_any_longer_gives_way_until_somebody_does(
    monkeypatch: pytest.MonkeyPatch, later: Later
) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            monkeypatch.setattr("quadriga.server.reviews.review_part", lambda *given: gate.think("look"))
            reviews, tables = reviews_of(thinking), [table_of(str(number), played(1, 1)) for number in range(MOST + 1)]
            for live in tables[:QUOTA]:
                await reviews.of(live, "me")
            await until(lambda: thinking.count(REVIEW) == QUOTA)
            later.since += 60
            assert (thinking.count(REVIEW), thinking.count(AHEAD)) == (0, QUOTA), "after everything else"
            for live in tables[QUOTA : 2 * QUOTA]:
                await reviews.of(live, "me")
            await until(lambda: thinking.count(REVIEW) == QUOTA)
            assert (await reviews.of(tables[0], "me"))["status"] == "running"
            assert thinking.count(REVIEW) == QUOTA, "whoever has enough under way only hears how far the others are"
            assert (await reviews.of(tables[0], "you"))["status"] == "running"
            assert thinking.count(REVIEW) == QUOTA + 1
            for live in tables[2 * QUOTA :]:
                await reviews.of(live, live.id)
            assert len(reviews.running) == MOST and "1" not in reviews.running, "the eldest that nobody wants stopped"
            later.since += 60
            assert (await reviews.of(tables[1], "me"))["status"] == "running" and "1" in reviews.running
            await reviews.close()

    bounded(story)


def test_a_server_that_looks_at_nothing_ahead_stops_where_nobody_asks_and_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch, later: Later, hasty: None
) -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            looks: list[PartOfReview] = []

            def look(record: str, task: PartOfReview) -> Found:
                looks.append(task)
                gate.think("look")
                return Found(chances=(0.5, 0.5)) if task.number == 0 else review_part(record, task)

            monkeypatch.setattr("quadriga.server.reviews.review_part", look)
            reviews, live = reviews_of(thinking, ahead=False), table_of("a", played(4, 1))
            await reviews.of(live, "me")
            await gate.has_begun(1)
            later.since += 60
            gate.may_pass.release()
            await until(lambda: not reviews.running)
            assert (await reviews.of(live, "me"))["done"] == 1, "what was found is kept"
            gate.open()
            await all_of(reviews, live)
            assert looks.count(looks[0]) == 1, "and not looked for again"

    bounded(story)
