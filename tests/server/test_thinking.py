"""What waits to be thought about is begun in the order of its importance, whatever the workers do."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from quadriga.server.thinking import Importance, Thinking
from quadriga.server.thinking.workers import ATTEMPTS
from quadriga.table.errors import TableError

from .gate import bounded, one_thread, workers
from .steadfast import PATIENCE, until

BOT, HINT, REVIEW, WATCHED, AHEAD = Importance


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
            with pytest.raises(RuntimeError, match="StopIteration"):
                await thinking.do(BOT, next, iter(()))
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
