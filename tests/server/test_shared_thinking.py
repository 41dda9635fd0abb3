"""Servers and thinkers meet in a real Redis: no thought is lost, none counts twice, and the most important is first."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest
from redis import Redis

import quadriga
from quadriga.players import derive
from quadriga.players.survey import Survey, look, plan_for
from quadriga.server import bots
from quadriga.server.bots import Thought, advise, match_of, review_part, searches_of, task_for, think
from quadriga.server.thinking import Importance, Thinking, jobs
from quadriga.server.thinking import asking as asking_module
from quadriga.server.thinking.places import GROUP, PREFIX, STREAMS, THINKERS, answers_key, end, job_key
from quadriga.server.thinking.shared import SharedThinking, ThoughtFailed
from quadriga.server.thinking.thinker import Thinker
from quadriga.server.thinking.workers import ATTEMPTS

from .client import WAIT, Person
from .gate import Gate, bounded, one_thread
from .running import running
from .services import RedisServer
from .steadfast import Steadfast, arrive, lay_out, stands_by_its_word, until

BOT, HINT, REVIEW, WATCHED, AHEAD = Importance
LEVEL = "tiro"


# --- how a thought travels


def test_what_a_bot_gets_arrives_as_it_was_and_so_does_what_it_decides() -> None:
    state = quadriga.load("caesar-cleopatra-2024").new(7)
    for _ in range(6):
        task = task_for(state, state.to_move or 0)
        kind, given = jobs.read(jobs.write(think, (task, LEVEL)))
        assert kind.work is think and given == (task, LEVEL)
        thought = think(task, LEVEL)
        told = orjson.loads(orjson.dumps(kind.write_answer(given, thought)))
        assert kind.read_answer(given, told) == thought
        state.play(thought.action)
    task = task_for(state, state.to_move or 0)
    kind, given = jobs.read(jobs.write(advise, (task, 0, 0.1)))
    assert kind.work is advise and given == (task, 0, 0.1)


def test_what_a_look_at_a_move_found_arrives_to_the_last_digit() -> None:
    state = quadriga.load("caesar").new(3)
    for number in range(6):
        state.play(state.legal[derive(1, number) % len(state.legal)])
    record = state.record()
    match, moves = match_of(record)
    survey = Survey(match.game, len(moves), plan_for(match))
    kinds = set()
    while (task := survey.next()) is not None:
        kind, given = jobs.read(jobs.write(review_part, (record, task)))
        assert kind.work is review_part and given == (record, task)
        found = look(match, moves, task, 0, searches_of(match.game))
        told = orjson.loads(orjson.dumps(kind.write_answer(given, found)))
        assert kind.read_answer(given, told) == found
        kinds.add((found.judged is None, found.chances is None, found.facts is None))
        survey.take(task, found)
    assert len(kinds) >= 3


def test_a_job_holds_nothing_that_its_seat_cannot_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever others hold, and whatever the dice will bring: the job is the same to the last byte."""
    state = quadriga.load("caesar-cleopatra-2024").new(11)
    for _ in range(9):
        state.play(state.legal[0])
    seat = state.to_move
    assert seat is not None
    written = set()
    for number in range(5):
        other = state.redeal(seat, number)
        assert other.view(seat) == state.view(seat)
        numbers = iter((derive(0, "seed"), derive(0, "deal")))
        monkeypatch.setattr(bots.secrets, "randbits", lambda bits, numbers=numbers: next(numbers))
        written.add(jobs.write(think, (task_for(other, seat), LEVEL)))
    assert len(written) == 1
    assert str(state.seed).encode() not in written.pop()


@pytest.mark.parametrize(
    "written", [b"[]", b"{}", b"7", b'["os.system", "ls"]', b'["move", [1, 2]]', b"\x80\x04K\x01."]
)
def test_what_is_no_job_of_ours_is_refused(written: bytes) -> None:
    with pytest.raises(ValueError, match="no job of ours"):
        jobs.read(written)


# --- in Redis


@pytest.fixture
def clean(redis_server: RedisServer) -> Iterator[Redis]:
    """A client of a Redis with nothing in it."""
    with Redis.from_url(redis_server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Thoughts that travel by their names and are held up where they are thought."""
    gate = Gate()
    kind = jobs.Kind(gate.think, lambda name: name, lambda name: (name,))
    monkeypatch.setitem(jobs.KINDS, "gate", kind)
    monkeypatch.setitem(jobs.NAMES, gate.think, "gate")
    return gate


@asynccontextmanager
async def server(redis: RedisServer, own: Thinking | None = None) -> AsyncIterator[SharedThinking]:
    """Be a server that wants something thought about."""
    asking = SharedThinking(redis.url, own)
    await asking.open()
    try:
        yield asking
    finally:
        await asking.close()


@asynccontextmanager
async def thinker(redis: RedisServer, gate: Gate, workers: int = 1) -> AsyncIterator[Thinker]:
    """Be somebody who thinks, in threads."""
    pool = Thinking(workers, one_thread)
    thinks = Thinker(redis.url, pool)
    thinks.open()
    try:
        yield thinks
    finally:
        gate.open()
        await thinks.close()
        await pool.close()


async def die(thinks: Thinker) -> None:
    """Let a thinker fall silent without a word, as if its machine had lost power."""
    await end(thinks._tasks)
    thinks.member.name = "nobody"  # who is dead does not say goodbye


def nothing_is_left(client: Redis) -> bool:
    """Tell whether neither a job nor an answer is left in Redis."""
    left = [key for key in client.scan_iter(f"{PREFIX}:*") if b":job:" in key or b":answers:" in key]
    return not left and not any(client.xlen(stream) for stream in STREAMS.values())


def test_a_thought_is_thought_elsewhere_and_nothing_is_left_of_it(
    redis_server: RedisServer, clean: Redis, gate: Gate
) -> None:
    async def story() -> None:
        gate.open()
        async with server(redis_server) as asking, thinker(redis_server, gate) as thinks:
            names = [str(number) for number in range(30)]
            assert await asyncio.gather(*(asking.do(BOT, gate.think, name) for name in names)) == names
            assert sorted(gate.begun) == sorted(names) and asking.again == thinks.member.claimed == 0
            assert asking.workers_there() == 1
            await until(lambda: nothing_is_left(clean))
        assert not clean.smembers(THINKERS) and not clean.keys(f"{PREFIX}:thinker:*")
        assert all(not clean.xinfo_consumers(stream, GROUP) for stream in STREAMS.values())

    bounded(story)


def test_across_servers_the_most_important_is_begun_first(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    """Five reviews and twenty tables of bots at one server do not keep a person's bot at another waiting."""

    async def story() -> None:
        async with server(redis_server) as one, server(redis_server) as two, thinker(redis_server, gate):
            running = [asyncio.create_task(one.do(AHEAD, gate.think, "first"))]
            await gate.has_begun(1)
            for importance, count in ((WATCHED, 20), (REVIEW, 5)):
                for number in range(count):
                    owner = f"{importance.name} {number}"
                    running.append(asyncio.create_task(one.do(importance, gate.think, importance.name, owner=owner)))
            await until(lambda: clean.xlen(STREAMS[WATCHED]) == clean.xlen(STREAMS[REVIEW]) == 1)
            running += [asyncio.create_task(two.do(kind, gate.think, kind.name)) for kind in (HINT, BOT)]
            await until(lambda: clean.xlen(STREAMS[BOT]) == clean.xlen(STREAMS[HINT]) == 1)
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun[:3] == ["first", "BOT", "HINT"]
            # Whoever hands out the next one does so when it hears of the last: another may be begun between.
            assert sorted(gate.begun[3:]) == ["REVIEW"] * 5 + ["WATCHED"] * 20
            assert gate.begun[3] == "REVIEW"

    bounded(story)


def test_the_first_of_several_workers_is_kept_for_the_bots_that_people_play_against(
    redis_server: RedisServer, clean: Redis, gate: Gate
) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate, 2):
            running = [asyncio.create_task(asking.do(kind, gate.think, kind.name)) for kind in (REVIEW, WATCHED, AHEAD)]
            await gate.has_begun(1)
            running.append(asyncio.create_task(asking.do(BOT, gate.think, "BOT")))
            await gate.has_begun(2)
            assert gate.begun == ["REVIEW", "BOT"], "it had to wait for nobody"
            gate.open()
            await asyncio.gather(*running)

    bounded(story)


def test_a_thought_becomes_more_important_while_it_waits_in_redis(
    redis_server: RedisServer, clean: Redis, gate: Gate
) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate):
            asked: list[str] = []
            running = [asyncio.create_task(asking.do(BOT, gate.think, "first"))]
            await gate.has_begun(1)
            running.append(asyncio.create_task(asking.do(lambda: REVIEW if asked else AHEAD, gate.think, "look")))
            running.append(asyncio.create_task(asking.do(WATCHED, gate.think, "table")))
            await until(lambda: clean.xlen(STREAMS[AHEAD]) == clean.xlen(STREAMS[WATCHED]) == 1)
            asked.append("Livia")
            await until(lambda: clean.xlen(STREAMS[REVIEW]) == 1)
            assert clean.xlen(STREAMS[AHEAD]) == 0
            gate.open()
            await asyncio.gather(*running)
            assert gate.begun == ["first", "look", "table"]

    bounded(story)


def test_what_a_thinker_had_begun_that_fell_silent_another_does(
    redis_server: RedisServer, clean: Redis, gate: Gate
) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate) as silent:
            running = asyncio.create_task(asking.do(BOT, gate.think, "thought"))
            await gate.has_begun(1)
            await die(silent)
            async with thinker(redis_server, gate) as other:
                await gate.has_begun(2)
                assert gate.begun == ["thought"] * 2 and other.member.claimed == 1
                gate.open()
                assert await running == "thought"
                assert asking.again == 1
                await until(lambda: nothing_is_left(clean))

    bounded(story)


def test_who_is_slow_but_says_so_keeps_the_thought(
    redis_server: RedisServer, clean: Redis, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr("quadriga.server.thinking.group.GONE", 2.0)
        async with server(redis_server) as asking, thinker(redis_server, gate) as slow:
            running = asyncio.create_task(asking.do(BOT, gate.think, "thought"))
            await gate.has_begun(1)
            async with thinker(redis_server, gate) as other:
                beats: list[int] = []
                # Until it has been thought about for longer than anybody may be silent.
                first = clean.xpending_range(STREAMS[BOT], GROUP, "-", "+", 1)[0]["message_id"]
                begun = int(first.split(b"-")[0])
                while clean.time()[0] * 1000 - begun < 4000:
                    (pending,) = clean.xpending_range(STREAMS[BOT], GROUP, "-", "+", 1)
                    beats.append(pending["time_since_delivered"])
                    assert pending["consumer"].decode() == slow.member.name
                    await asyncio.sleep(0.05)
                assert max(beats) < 2000 and gate.begun == ["thought"] and other.member.claimed == 0
                gate.open()
                assert await running == "thought"

    bounded(story)


def test_who_stops_gives_back_what_it_has_begun(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate) as leaving:
            running = asyncio.create_task(asking.do(BOT, gate.think, "thought"))
            await gate.has_begun(1)
            assert await leaving.close() == 1
            assert [consumer["name"] for consumer in clean.xinfo_consumers(STREAMS[BOT], GROUP)] == []
            async with thinker(redis_server, gate) as other:
                await gate.has_begun(2)
                gate.open()
                assert await running == "thought"
                assert other.member.claimed == asking.again == 0, "nobody had to find out that it was gone"

    bounded(story)


def test_a_thought_of_which_thinkers_die_is_given_up(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    async def story() -> None:
        async with server(redis_server) as asking:
            async with thinker(redis_server, gate) as first:
                running = asyncio.create_task(asking.do(BOT, gate.think, "deadly"))
                await gate.has_begun(1)
                await die(first)
            (pending,) = clean.xpending_range(STREAMS[BOT], GROUP, "-", "+", 1)
            clean.xclaim(STREAMS[BOT], GROUP, "dead", 0, [pending["message_id"]], idle=10**6, retrycount=ATTEMPTS)
            async with thinker(redis_server, gate):
                with pytest.raises(ThoughtFailed, match="died"):
                    await running
            assert gate.begun == ["deadly"]

    bounded(story)


def test_what_goes_wrong_elsewhere_goes_wrong_for_who_asked(
    redis_server: RedisServer, clean: Redis, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setitem(jobs.KINDS, "wrong", jobs.Kind(divmod, lambda *given: given, tuple))
        monkeypatch.setitem(jobs.NAMES, divmod, "wrong")
        async with server(redis_server) as asking, thinker(redis_server, gate):
            with pytest.raises(ThoughtFailed, match="ZeroDivisionError"):
                await asking.do(BOT, divmod, 1, 0)
            assert await asking.do(BOT, divmod, 7, 2) == [3, 1]

    bounded(story)


def test_what_nobody_wants_to_know_any_more_is_not_begun(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate):
            running = [asyncio.create_task(asking.do(BOT, gate.think, "first"))]
            await gate.has_begun(1)
            running += [asyncio.create_task(asking.do(kind, gate.think, kind.name)) for kind in (HINT, REVIEW)]
            await until(lambda: clean.xlen(STREAMS[HINT]) == clean.xlen(STREAMS[REVIEW]) == 1)
            running[1].cancel()
            await until(lambda: len(list(clean.scan_iter(f"{PREFIX}:job:*"))) == 2)
            gate.open()
            assert await running[0] == "first" and await running[2] == "REVIEW"
            assert gate.begun == ["first", "REVIEW"]
            await until(lambda: nothing_is_left(clean))

    bounded(story)


def test_what_a_server_wanted_to_know_that_died_is_not_begun(
    redis_server: RedisServer, clean: Redis, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr(asking_module, "FORGOTTEN", 1.5)
        async with thinker(redis_server, gate):
            dying = SharedThinking(redis_server.url, None)
            await dying.open()
            running = [asyncio.create_task(dying.do(BOT, gate.think, "under way"))]
            await gate.has_begun(1)
            running.append(asyncio.create_task(dying.do(HINT, gate.think, "waits")))
            await until(lambda: clean.xlen(STREAMS[HINT]) == 1)
            await end(dying._tasks)
            await until(lambda: not list(clean.scan_iter(f"{PREFIX}:job:*")))
            gate.open()
            await until(lambda: not any(clean.xlen(stream) for stream in STREAMS.values()))
            assert gate.begun == ["under way"]
            assert clean.pttl(answers_key(dying.asking.name)) != -1, "what it will never read vanishes by itself"
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    bounded(story)


def test_an_answer_counts_once(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate):
            running = asyncio.create_task(asking.do(BOT, gate.think, "thought"))
            await gate.has_begun(1)
            (id,) = asking.asked
            for found in ("from elsewhere", "late"):
                clean.rpush(answers_key(asking.asking.name), orjson.dumps({"job": id, "attempts": 1, "found": found}))
            clean.rpush(answers_key(asking.asking.name), orjson.dumps({"job": "unknown", "attempts": 1, "found": "x"}))
            assert await running == "from elsewhere"
            gate.open()
            assert await asking.do(BOT, gate.think, "next") == "next"
            assert not clean.exists(job_key(id))

    bounded(story)


def test_a_thought_survives_a_restart_of_redis(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    """It keeps nothing: neither what waits nor what is begun is there afterwards."""

    async def story() -> None:
        async with server(redis_server) as asking, thinker(redis_server, gate):
            running = [asyncio.create_task(asking.do(BOT, gate.think, "begun"))]
            await gate.has_begun(1)
            running.append(asyncio.create_task(asking.do(HINT, gate.think, "waits")))
            await until(lambda: clean.xlen(STREAMS[HINT]) == 1)
            await asyncio.to_thread(redis_server.stop)
            await until(lambda: not asking.elsewhere)
            await asyncio.to_thread(redis_server.start)
            gate.open()
            assert await asyncio.gather(*running) == ["begun", "waits"]
            assert await asking.do(BOT, gate.think, "afterwards") == "afterwards"

    bounded(story)


def test_while_redis_is_away_a_server_thinks_for_itself(redis_server: RedisServer, clean: Redis, gate: Gate) -> None:
    async def story() -> None:
        own = Thinking(1, one_thread)
        async with server(redis_server, own) as asking, thinker(redis_server, gate):
            await until(lambda: asking.elsewhere == 2)
            running = [asyncio.create_task(asking.do(BOT, gate.think, str(number))) for number in range(4)]
            await gate.has_begun(2)
            await asyncio.to_thread(redis_server.stop)
            try:
                gate.open()
                assert await asyncio.gather(*running) == ["0", "1", "2", "3"]
                assert await asking.do(BOT, gate.think, "alone") == "alone"
            finally:
                await asyncio.to_thread(redis_server.start)
            await until(lambda: asking.elsewhere == 2)
            assert await asking.do(BOT, gate.think, "again") == "again"

    bounded(story)


def test_a_server_without_anybody_to_think_waits_for_somebody(
    redis_server: RedisServer, clean: Redis, gate: Gate
) -> None:
    async def story() -> None:
        gate.open()
        async with server(redis_server) as asking:
            running = asyncio.create_task(asking.do(BOT, gate.think, "thought"))
            await until(lambda: asking.count(BOT) == 1)
            assert asking.workers_there() == 0
            async with thinker(redis_server, gate):
                assert await running == "thought"

    bounded(story)


# --- processes


@contextmanager
def think_process(redis: RedisServer, folder: Path, workers: int = 1) -> Iterator[subprocess.Popen[str]]:
    """Run `quadriga think`."""
    command = [sys.executable, "-m", "quadriga.cli", "think", "--redis", redis.url, "--workers", str(workers)]
    with (folder / "think-log.txt").open("a") as log:
        process = subprocess.Popen([*command, "--log", "info"], stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(WAIT)
        process.stdout.close()


def pending(client: Redis) -> set[str]:
    """Name who has begun a bot's move."""
    if not client.exists(STREAMS[BOT]):
        return set()
    return {each["consumer"].decode() for each in client.xpending_range(STREAMS[BOT], GROUP, "-", "+", 10)}


def consul() -> tuple[Any, ...]:
    """What a bot of the strongest level has to decide, which takes it a while."""
    state = quadriga.load("caesar-cleopatra-2024").new(5)
    for _ in range(8):
        state.play(state.legal[0])
    return task_for(state, state.to_move or 0), "consul"


@pytest.mark.long
def test_a_thinker_that_is_killed_in_the_middle_of_a_thought_loses_none(
    redis_server: RedisServer, clean: Redis, tmp_path: Path
) -> None:
    async def story() -> None:
        async with server(redis_server) as asking:
            with think_process(redis_server, tmp_path) as process:
                await until(lambda: asking.elsewhere == 1)
                running = asyncio.create_task(asking.do(BOT, think, *consul()))
                await until(lambda: bool(pending(clean)))
                process.kill()
                process.wait(WAIT)
                assert not running.done() and len(pending(clean)) == 1
            with think_process(redis_server, tmp_path):
                assert isinstance(await running, Thought)
                assert asking.again == 1
                await until(lambda: nothing_is_left(clean))

    bounded(story)


@pytest.mark.long
def test_a_thinker_that_is_told_to_stop_finishes_what_it_has_begun(
    redis_server: RedisServer, clean: Redis, tmp_path: Path
) -> None:
    async def story() -> None:
        async with server(redis_server) as asking:
            with think_process(redis_server, tmp_path) as process:
                await until(lambda: asking.elsewhere == 1)
                running = asyncio.create_task(asking.do(BOT, think, *consul()))
                await until(lambda: bool(pending(clean)))
                process.send_signal(signal.SIGTERM)
                assert isinstance(await running, Thought)
                assert await asyncio.to_thread(process.wait, WAIT) == 0
                assert process.stdout is not None
                said = process.stdout.read()
            assert asking.again == 0
        lines = said.splitlines()
        assert lines[0] == f"Quadriga thinks with 1 process for the servers at {redis_server.url}  (Ctrl-C stops it)"
        assert lines[-1] == "Stopped after 1 move of a bot; 0 given back."
        assert "Traceback" not in (tmp_path / "think-log.txt").read_text()
        assert not clean.smembers(THINKERS)

    bounded(story)


@pytest.mark.long
def test_two_servers_share_one_thinker_and_its_bots_play_whole_matches(
    redis_server: RedisServer, clean: Redis, tmp_path: Path
) -> None:
    settings = {"QUADRIGA_REDIS_URL": redis_server.url, "QUADRIGA_BOT_WORKERS": "none"}

    async def story() -> None:
        with (
            running(tmp_path / "one", **settings) as one,
            running(tmp_path / "two", **settings) as two,
            think_process(redis_server, tmp_path),
        ):
            people = []
            for each in (one, two):
                key = await arrive(lambda each=each: each.url)  # type: ignore[misc]
                table = await lay_out(lambda each=each: each.url, key, "caesar", "me", LEVEL)  # type: ignore[misc]
                people.append(Steadfast(key, table, lambda each=each: each.url, each.url))  # type: ignore[misc]
            await asyncio.gather(*(person.play() for person in people))
            for person in people:
                await stands_by_its_word([person], person.where)
            guest = Person(one.url)
            text = (await guest.http.get("/metrics")).text
            await guest.leave()
            assert "quadriga_workers 1.0" in text and "quadriga_thoughts_again_total 0.0" in text
            assert 'quadriga_thoughts{importance="bot"} 0.0' in text
            for log in (one.log, two.log, tmp_path / "think-log.txt"):
                assert "Traceback" not in log.read_text()

    bounded(story)


def test_without_redis_somebody_here_has_to_think(tmp_path: Path) -> None:
    environ = {**os.environ, "QUADRIGA_DATA_DIR": str(tmp_path), "QUADRIGA_BOT_WORKERS": "none"}
    command = [sys.executable, "-m", "quadriga.cli", "serve", "--no-browser", "--port", "0"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "QUADRIGA_REDIS_URL" in done.stderr, done.stderr


@pytest.mark.parametrize("arguments", [[], ["--redis", "nowhere"], ["--redis", "redis://h", "--workers", "1000"]])
def test_a_thinker_that_is_told_nonsense_says_so(arguments: list[str]) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "QUADRIGA_REDIS_URL"}
    command = [sys.executable, "-m", "quadriga.cli", "think", *arguments]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr.startswith("quadriga: ") and done.stderr.count("\n") == 1, done.stderr
