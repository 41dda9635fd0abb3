"""What waits to be thought about is begun in the order of its importance, whatever the workers do."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import quadriga
from quadriga.model import State
from quadriga.players import survey
from quadriga.players.review import review
from quadriga.players.survey import Found, Survey
from quadriga.players.survey import Task as PartOfReview
from quadriga.server import attendant
from quadriga.server.attendant import Attendant, importance_of, rests
from quadriga.server.bots import Thought, position_of, review_part
from quadriga.server.bus import Bus, LocalBus
from quadriga.server.desk import Desk
from quadriga.server.hall import Hall
from quadriga.server.identity import maker_of
from quadriga.server.live import LiveTable
from quadriga.server.messages.requests import PlainCommand, TableRequest
from quadriga.server.metrics import Metrics
from quadriga.server.presence import Presence
from quadriga.server.reviews import MOST, QUOTA, Reviews
from quadriga.server.storage import ReviewRow, Storage
from quadriga.server.storage.rows import review_of, values_of_review
from quadriga.server.thinking import Importance, Service, Thinking
from quadriga.server.thinking.workers import ATTEMPTS
from quadriga.table.errors import TableError
from quadriga.table.table import Table

from .gate import Gate, bounded, one_thread
from .steadfast import PATIENCE, until

BOT, HINT, REVIEW, WATCHED, AHEAD = Importance


@asynccontextmanager
async def workers(count: int, start: Callable[[], Executor] = one_thread) -> AsyncIterator[tuple[Thinking, Gate]]:
    """Have workers, each of which is held up in its thought by a gate."""
    thinking, gate = Thinking(count, start), Gate()
    try:
        yield thinking, gate
    finally:
        gate.open()
        await thinking.close()


def test_the_most_important_is_begun_first() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(AHEAD, gate.think, "first"))]
            await gate.has_begun(1)
            for importance in (AHEAD, WATCHED, REVIEW, HINT, BOT, WATCHED, REVIEW, BOT):
                running.append(asyncio.create_task(thinking.do(importance, gate.think, importance.name)))
            await until(lambda: len(thinking.queue.waiting) == 8)
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun == [
                "first",
                "BOT",
                "BOT",
                "HINT",
                "REVIEW",
                "REVIEW",
                "WATCHED",
                "WATCHED",
                "AHEAD",
            ]

    bounded(story)


def test_what_is_equally_important_is_begun_in_the_order_in_which_it_came() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(BOT, gate.think, str(number))) for number in range(20)]
            gate.open()
            assert await asyncio.gather(*running) == list(map(str, range(20)))
            assert gate.begun == list(map(str, range(20)))

    bounded(story)


def test_the_first_of_several_workers_is_kept_for_the_bots_that_people_play_against() -> None:
    async def story() -> None:
        async with workers(2) as (thinking, gate):
            running = [
                asyncio.create_task(thinking.do(importance, gate.think, importance.name))
                for importance in (AHEAD, WATCHED, REVIEW, HINT) * 5
            ]
            await gate.has_begun(1)
            assert gate.begun == ["AHEAD"] and len(thinking.queue.waiting) == 19
            running.append(asyncio.create_task(thinking.do(BOT, gate.think, "BOT")))
            await gate.has_begun(2)
            assert gate.begun == ["AHEAD", "BOT"], "it had to wait for nobody"
            running.append(asyncio.create_task(thinking.do(BOT, gate.think, "another BOT")))
            await until(lambda: len(thinking.queue.waiting) == 20)
            gate.may_pass.release()
            await gate.has_begun(3)
            assert gate.begun[2] == "another BOT"
            gate.open()
            await asyncio.gather(*running)
            rest = [importance.name for importance in (HINT, REVIEW, WATCHED, AHEAD) for _ in range(5)]
            assert gate.begun[3:] == rest[:-1], "the other worker does all of it, in order"

    bounded(story)


def test_several_bots_of_people_think_at_the_same_time() -> None:
    async def story() -> None:
        async with workers(3) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(BOT, gate.think, str(number))) for number in range(3)]
            await gate.has_begun(3)
            assert not thinking.queue.waiting
            gate.open()
            await asyncio.gather(*running)

    bounded(story)


def test_a_bot_moves_between_two_moves_of_a_review_and_reviews_take_turns() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):

            async def look_back(name: str) -> None:
                for number in range(3):
                    await thinking.do(REVIEW, gate.think, f"{name}{number}")

            running = [asyncio.create_task(look_back(name)) for name in "abcde"]
            running.append(asyncio.create_task(thinking.do(WATCHED, gate.think, "watched")))
            for count in range(1, 8):
                await gate.has_begun(count)
                gate.may_pass.release()
            await gate.has_begun(8)
            running.append(asyncio.create_task(thinking.do(BOT, gate.think, "bot")))
            await until(lambda: len(thinking.queue.waiting) == 6)
            gate.open()
            await asyncio.gather(*running)
            first, second, third = ([f"{name}{number}" for name in "abcde"] for number in range(3))
            assert gate.begun == [*first, *second[:3], "bot", *second[3:], *third, "watched"]

    bounded(story)


def test_tables_of_bots_take_turns_and_yield_to_everything_else() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):

            async def play(table: str) -> None:
                for _ in range(4):
                    await thinking.do(WATCHED, gate.think, table)

            running = [asyncio.create_task(play(table)) for table in "abcd"]
            await gate.has_begun(1)
            for number in range(2, 7):
                gate.may_pass.release()
                await gate.has_begun(number)
            running += [
                asyncio.create_task(thinking.do(kind, gate.think, kind.name)) for kind in (AHEAD, REVIEW, HINT, BOT)
            ]
            await until(lambda: len(thinking.queue.waiting) == 7)
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun == [*"abcdab", "BOT", "HINT", "REVIEW", *"cdabcdabcd", "AHEAD"]

    bounded(story)


def test_a_thought_becomes_more_important_when_somebody_comes_while_it_waits() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            here: list[str] = []
            running = [asyncio.create_task(thinking.do(BOT, gate.think, "first"))]
            await gate.has_begun(1)
            running += [
                asyncio.create_task(thinking.do(REVIEW, gate.think, "review")),
                asyncio.create_task(thinking.do(lambda: BOT if here else WATCHED, gate.think, "table")),
            ]
            await until(lambda: len(thinking.queue.waiting) == 2)
            here.append("Livia")
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun == ["first", "table", "review"]

    bounded(story)


def test_what_nobody_wants_to_know_any_more_is_not_begun() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(BOT, gate.think, name)) for name in "abc"]
            await gate.has_begun(1)
            await until(lambda: len(thinking.queue.waiting) == 2)
            running[0].cancel()
            running[1].cancel()
            await until(lambda: len(thinking.queue.waiting) == 1)
            gate.open()
            assert await running[2] == "c"
            assert gate.begun == ["a", "c"], "a thought that was begun is thought to its end"

    bounded(story)


class Mortal(Executor):
    """A worker that dies of some thoughts."""

    def __init__(self, deadly: Callable[[Any], bool]) -> None:
        self.deadly = deadly
        self.dead = False

    def submit(self, work: Any, /, *given: Any, **more: Any) -> Future[Any]:
        if self.dead:
            raise BrokenExecutor
        done: Future[Any] = Future()
        if self.deadly(given[0]):
            self.dead = True
            done.set_exception(BrokenExecutor())
        else:
            done.set_result(work(*given))
        return done


def test_a_thought_is_begun_again_when_its_worker_dies() -> None:
    async def story() -> None:
        deaths = iter([False, True, True])
        async with workers(1, lambda: Mortal(lambda name: next(deaths, False))) as (thinking, _):
            assert await asyncio.gather(*(thinking.do(BOT, str.upper, name) for name in "abc")) == ["A", "B", "C"]

    bounded(story)


def test_a_thought_of_which_every_worker_dies_is_given_up_and_the_others_are_done() -> None:
    async def story() -> None:
        begun: list[str] = []

        def deadly(name: str) -> bool:
            begun.append(name)
            return name == "b"

        async with workers(1, lambda: Mortal(deadly)) as (thinking, _):
            done = await asyncio.gather(*(thinking.do(BOT, str.upper, name) for name in "abc"), return_exceptions=True)
            assert done[::2] == ["A", "C"] and isinstance(done[1], BrokenExecutor)
            assert begun.count("b") == ATTEMPTS

    bounded(story)


def test_what_goes_wrong_in_a_thought_goes_wrong_for_who_asked() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, _):
            with pytest.raises(ZeroDivisionError):
                await thinking.do(BOT, divmod, 1, 0)
            assert await thinking.do(BOT, divmod, 7, 2) == (3, 1)

    bounded(story)


def test_a_worker_that_could_not_be_started_is_started_for_the_next_thought() -> None:
    async def story() -> None:
        starts = iter([OSError("too many processes"), None])

        def start() -> Executor:
            if (error := next(starts)) is not None:
                raise error
            return one_thread()

        async with workers(1, start) as (thinking, _):
            with pytest.raises(OSError, match="too many"):
                await thinking.do(BOT, divmod, 7, 2)
            assert await thinking.do(BOT, divmod, 7, 2) == (3, 1)

    bounded(story)


def test_a_full_queue_of_tables_without_people_leaves_room_for_people() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(WATCHED, gate.think, "x")) for _ in range(50)]
            await until(lambda: thinking.count(WATCHED) == 50)
            assert not thinking.has_room(WATCHED) and thinking.has_room(REVIEW) and thinking.has_room(BOT)
            running += [asyncio.create_task(thinking.do(BOT, gate.think, "x")) for _ in range(50)]
            await until(lambda: thinking.count(BOT) == 50)
            assert not thinking.has_room(BOT)
            gate.open()
            await asyncio.gather(*running)
            assert thinking.has_room(WATCHED)

    bounded(story)


def test_stopping_in_the_middle_of_much_work_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """With real processes, as when a server is told to stop: work is given up, and the workers die of it."""
    failures: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)

    async def story() -> None:
        before = set(threading.enumerate())
        thinking = Thinking(2)
        running = [asyncio.create_task(thinking.do(BOT, time.sleep, PATIENCE)) for _ in range(8)]
        await until(lambda: len(thinking.queue.waiting) == 6)
        for task in running[:5]:
            task.cancel()
        await asyncio.wait(running[:5])

        def processes() -> set[Any]:
            return {process for worker in thinking.workers for process in worker.processes()}

        first = processes()
        assert len(first) == 2
        for process in first:
            process.kill()  # before they are told to stop: nothing is promised about what is noticed first
        await until(lambda: len(processes() - first) == 2)  # new ones have begun what is still wanted
        await thinking.close()
        ends = await asyncio.gather(*running, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends)
        with pytest.raises(RuntimeError, match="stopping"):
            await thinking.do(BOT, time.sleep, 0)
        await until(lambda: set(threading.enumerate()) <= before)

    bounded(story)
    assert not failures


# --- tables


class House:
    """The tables of a server whose bots think in a thread, behind a gate, and say at which move they are."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = Gate()
        self.thinking = Thinking(1, one_thread)
        self.storage = Storage(f"sqlite:///{folder / 'tables.sqlite3'}")
        self.hall = Hall(self.storage, LocalBus(), Metrics())
        self.desk = Desk(self.hall)
        self.presence = Presence(self.hall)
        self.attendant = Attendant(self.hall, self.desk, self.thinking, self.presence, 0, lambda id, owner: None)

        def think(task: Any, level: str) -> Thought:
            self.gate.think(level)
            return Thought(position_of(task).legal[0].id, False)

        monkeypatch.setattr(attendant, "think", think)

    async def create(self, *seats: str, client: str = "", **wish: Any) -> LiveTable:
        """Lay out a table of Caesar!."""
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        wanted = TableRequest.model_validate({"game": "caesar", "seats": kinds, **wish})
        return await self.desk.create(wanted, "livia", client)

    async def watched(self, *seats: str, client: str = "") -> LiveTable:
        """Lay out a table at which somebody looks on."""
        live = await self.create(*seats, client=client)
        self.presence.came(live, Onlooker(client))
        return live

    async def against(self, level: str, client: str = "") -> LiveTable:
        """Lay out a table at which somebody plays against a bot, and play until the bot has to decide."""
        live = await self.create("me", level, client=client)
        while not live.table.bots_due:
            view = live.table.choice(0)
            assert view is not None
            order = {"do": "move", "seat": 0, "version": live.stored, "move": view.legal[0].id}
            await self.desk.command(live.id, "livia", house_order(order))
        return live

    async def __aenter__(self) -> House:
        await self.storage.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.gate.open()
        await self.hall.close()
        await self.thinking.close()
        await self.storage.close()


class Onlooker:
    """Somebody who looks on without a seat."""

    visitor = None
    seat = None

    def __init__(self, client: str = "") -> None:
        self.client = client

    def post(self, message: bytes) -> None:
        """Hear nothing."""


def house_order(order: dict[str, Any]) -> Any:
    """Read a command."""
    from pydantic import TypeAdapter

    from quadriga.server.messages.requests import TableCommand

    return TypeAdapter(TableCommand).validate_python(order)


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


def test_nobody_has_many_questions_thought_about_at_a_time() -> None:
    async def story() -> None:
        async with workers(1) as (thinking, gate):
            running = [asyncio.create_task(thinking.do(HINT, gate.think, "mine", owner="me")) for _ in range(2)]
            await until(lambda: thinking.count(HINT) == 2)
            with pytest.raises(TableError, match="2 questions") as refused:
                await thinking.do(HINT, gate.think, "one too many", owner="me")
            assert refused.value.code == "slow"
            running.append(asyncio.create_task(thinking.do(HINT, gate.think, "theirs", owner="you")))
            running.append(asyncio.create_task(thinking.do(BOT, gate.think, "bot", owner="me")))
            await until(lambda: len(thinking.queue.jobs()) == 4)
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun == ["mine", "bot", "theirs", "mine"]
            assert await thinking.do(HINT, gate.think, "again", owner="me") == "again"

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


# --- reviews


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks of a review that are shorter than people get."""
    for name in ("LOOK", "LONGER", "LONGEST", "CLOSE"):
        monkeypatch.setattr(survey, name, 64)


def played(moves: int, seed: int) -> State:
    """A match of Caesar! with some random moves."""
    state, chooser = quadriga.load("caesar").new(seed), Random(seed)
    while len(state.history) < moves and state.to_move is not None:
        state.play(chooser.choice(state.legal))
    return state


def table_of(id: str, match: State) -> Any:
    """As much of a table as a review asks for."""
    return SimpleNamespace(id=id, table=SimpleNamespace(state=match, record=match.record))


class Shelf:
    """As much of a storage as a review asks for; what is kept goes through JSON."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}

    async def review_of(self, id: str) -> ReviewRow | None:
        return review_of(dict(self.rows[id])) if id in self.rows else None

    async def keep_review(self, row: ReviewRow) -> None:
        self.rows[row.table_id] = values_of_review(row)


def reviews_of(
    thinking: Service, shelf: Shelf | None = None, bus: Bus | None = None, *, ahead: bool = True, shared: bool = False
) -> Reviews:
    """Reviews that are kept on a shelf."""
    storage: Any = shelf or Shelf()
    return Reviews(thinking, storage, bus or LocalBus(), ahead=ahead, shared=shared)


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
