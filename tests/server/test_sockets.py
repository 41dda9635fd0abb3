"""Sockets: whatever is sent is answered or closed in order, nothing is missed, nothing counts twice, nobody waits."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .client import WAIT, Live, Person, without_here
from .running import Server, running
from .stories import bad, good, guest, in_the_end, pair, people, send, step, tell, turns, until, whose_turn

LARGEST = 8 * 1024
relaxed = settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
numbers = count()


@pytest.fixture(scope="module", params=["fast", "plain"])
def way(request: pytest.FixtureRequest) -> str:
    """With what overrides the insides of uvicorn and websockets, and without."""
    return str(request.param)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, way: str) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), QUADRIGA_FAST_PATH="on" if way == "fast" else "off") as started:
        yield started


def test_sockets_take_the_path_that_was_asked_for(server: Server, way: str) -> None:
    assert f"sockets take the {way} path" in server.log.read_text()


class Table:
    """A match between two, with the socket of one of them on which anything may be sent."""

    def __init__(self, url: str, sockets: ExitStack) -> None:
        self.url = url
        self.sockets = sockets
        self.http = httpx.Client(base_url=url, timeout=WAIT)
        self.keys = [self.http.post("/api/visitors").json()["key"] for _ in range(2) if not self.http.cookies.clear()]
        self.http.cookies.clear()
        wish = {"game": "caesar-cleopatra-2024", "seats": [{"kind": "me"}, {"kind": "open"}]}
        self.id = self.http.post("/api/tables", json=wish, headers=self.bearer(0)).json()["table"]["id"]
        sit = self.http.post(f"/api/tables/{self.id}/commands", json={"do": "sit", "seat": 1}, headers=self.bearer(1))
        assert sit.status_code == 200
        self.mine = self.open(0)
        self.other = self.open(1)
        assert json.loads(self.mine.recv(30))["here"] == [0, 1]
        self.before = self.look()

    def bearer(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[seat]}"}

    def open(self, seat: int) -> ClientConnection:
        where = self.url.replace("http", "ws", 1) + f"/api/tables/{self.id}/live"
        opened = connect(where, additional_headers=self.bearer(seat), max_size=2**22)
        socket = self.sockets.enter_context(opened)
        assert json.loads(socket.recv(30))["type"] == "table"
        return socket

    def look(self) -> Any:
        return self.http.get(f"/api/tables/{self.id}", params={"since": 0}, headers=self.bearer(0)).json()

    def answers(self, message: str | bytes | list[str], *, text: bool | None = None) -> list[dict[str, Any]]:
        """Send something, and return what comes before the answer to the ping that follows it."""
        mark = f"ping-{next(numbers)}"
        self.mine.send(message, text=text)
        self.mine.send(json.dumps({"do": "ping", "id": mark}))
        came = []
        while True:
            answer = json.loads(self.mine.recv(30))
            if answer["type"] == "pong" and answer["id"] == mark:
                return came
            came.append(answer)

    def pong(self, mark: str) -> dict[str, Any]:
        """Write what a ping is answered with, but for the time."""
        return {"type": "pong", "version": self.before["version"], "id": mark}

    def nobody_noticed(self) -> None:
        """Make sure that the table is as it was, and that the other one was told nothing."""
        assert self.look() == self.before
        mark = f"quiet-{next(numbers)}"
        self.other.send(json.dumps({"do": "ping", "id": mark}))
        assert without_here(json.loads(self.other.recv(30))) == self.pong(mark)

    def closes(self, message: Any, *, text: bool | None = None) -> int:
        """Send something on a socket of its own, and return the code with which the server closes it."""
        socket = self.open(0)
        try:
            socket.send(message, text=text)
            while True:
                socket.recv(30)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None, "the server went away without a word"
            return closed.rcvd.code


@pytest.fixture(scope="module")
def table(server: Server) -> Iterator[Table]:
    with ExitStack() as sockets:
        yield Table(server.url, sockets)


def refused(answer: dict[str, Any], table: Table) -> None:
    assert set(answer) == {"type", "version", "id", "error"}
    assert (answer["type"], answer["version"]) == ("refused", table.before["version"])
    error = answer["error"]
    assert (error["code"], error["rule"]) == ("malformed", None)
    assert 0 < len(error["message"]) <= 300


MALFORMED = {
    "nothing": "",
    "a blank": " ",
    "no JSON": "Salve!",
    "half a message": '{"do": "ping"',
    "two messages": '{"do": "ping"}{"do": "ping"}',
    "null": "null",
    "a number": "7",
    "a text": '"ping"',
    "a list": '[{"do": "ping"}]',
    "an empty object": "{}",
    "nothing to do": '{"id": "x"}',
    "an unknown thing to do": '{"do": "dance"}',
    "a thing to do that is no text": '{"do": 7}',
    "a list of things to do": '{"do": ["ping"]}',
    "two things to do": '{"do": {"ping": 1}}',
    "an entry of the log": '{"do": "start"}',
    "a move without a version": '{"do": "move", "move": 1}',
    "a move without a move": '{"do": "move", "version": 3}',
    "a move of null": '{"do": "move", "version": 3, "move": null}',
    "a move of a list": '{"do": "move", "version": 3, "move": [1]}',
    "a move of true": '{"do": "move", "version": 3, "move": true}',
    "a move of a fraction": '{"do": "move", "version": 3, "move": 1.5}',
    "a huge move": '{"do": "move", "version": 3, "move": ' + "9" * 4000 + "}",
    "a move below zero": '{"do": "move", "version": 3, "move": -1}',
    "a long move": json.dumps({"do": "move", "version": 3, "move": "x" * 201}),
    "a huge version": '{"do": "move", "version": 1e300, "move": 1}',
    "a version that is no number": '{"do": "move", "version": NaN, "move": 1}',
    "an endless version": '{"do": "move", "version": Infinity, "move": 1}',
    "a version below zero": '{"do": "sync", "since": -1}',
    "a version as text": '{"do": "sync", "since": "3"}',
    "a seat far away": '{"do": "resign", "seat": 6}',
    "a seat by name": '{"do": "resign", "seat": "cleopatra"}',
    "a seat of true": '{"do": "resign", "seat": true}',
    "more than was asked": '{"do": "resign", "sure": true}',
    "a prototype": '{"do": "resign", "__proto__": {"seat": 1}}',
    "an id with a blank": '{"do": "resign", "id": "a b"}',
    "an id that is a number": '{"do": "resign", "id": 7}',
    "a long id": json.dumps({"do": "resign", "id": "x" * 41}),
    "an id that ends the line": json.dumps({"do": "resign", "id": "x\n"}),
    "an answer that is no yes or no": '{"do": "draw-answer", "yes": "yes"}',
    "a long name": json.dumps({"do": "sit", "seat": 1, "name": "x" * 201}),
    "a long message": json.dumps({"do": "say", "text": "x" * 2001}),
    "half a letter": '{"do": "say", "text": "\\ud800"}',
    "half a letter as an id": '{"do": "resign", "id": "\\ud800"}',
    "half a letter as a name": '{"do": "resign", "\\udfff": 1}',
    "a text with a zero in it": '{"do": "re\x00sign"}',
    "deep lists": "[" * 4000,
    "deep objects": '{"do":' * 1300,
    "a deep move": '{"do": "move", "version": 3, "move": ' + "[" * 2000 + "]" * 2000 + "}",
    "a mark before it": '\ufeff{"do": "resign"}',
}


@pytest.mark.parametrize("message", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_message_is_refused_and_changes_nothing(table: Table, message: str) -> None:
    came = table.answers(message)
    assert len(came) == 1
    refused(came[0], table)
    table.nobody_noticed()


def test_a_malformed_message_is_refused_by_its_id(table: Table) -> None:
    assert table.answers('{"do": "dance", "id": "c-1"}')[0]["id"] == "c-1"
    assert table.answers('{"do": "dance", "id": 7}')[0]["id"] is None


def test_of_a_thing_to_do_that_is_said_twice_the_last_counts(table: Table) -> None:
    mark = f"twice-{next(numbers)}"
    came = table.answers(f'{{"do": "resign", "do": "ping", "id": "{mark}"}}')
    assert [without_here(message) for message in came] == [table.pong(mark)]
    table.nobody_noticed()


@relaxed
@given(message=st.text(max_size=300))
def test_any_text_is_refused(table: Table, message: str) -> None:
    came = table.answers(message)
    assert len(came) == 1
    refused(came[0], table)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@relaxed
@given(message=anything)
def test_any_json_is_refused(table: Table, message: Any) -> None:
    came = table.answers(json.dumps(message))
    assert len(came) == 1
    refused(came[0], table)


ORDERS: list[dict[str, Any]] = [
    {"do": "move", "id": "x", "version": 3, "seat": 0, "move": 1},
    {"do": "sit", "id": "x", "seat": 1, "name": "Marcus"},
    {"do": "undo", "id": "x", "seat": 0, "version": 3, "agree": False},
    {"do": "undo-answer", "id": "x", "seat": 0, "yes": True},
    {"do": "draw-answer", "id": "x", "seat": 0, "yes": False},
    *({"do": do, "id": "x", "seat": 0} for do in ("withdraw", "draw", "resign", "leave", "abandon", "return", "rematch")),
    {"do": "say", "id": "x", "seat": 0, "text": "Salve!", "name": "Livia"},
    {"do": "sync", "id": "x", "since": 0},
    {"do": "ping", "id": "x"},
]  # fmt: skip
WRONG = st.sampled_from([[], {}, [1], {"a": 1}, 0.5, -1, 10**30, float("nan"), float("-inf"), "\x00", "x" * 300])
SPOILT = st.sampled_from(ORDERS).flatmap(
    lambda order: st.tuples(st.just(order), st.sampled_from([name for name in order if name not in ("text", "name")]))
)


@relaxed
@given(spoilt=SPOILT, wrong=WRONG)
def test_a_command_with_one_wrong_part_is_refused(
    table: Table, spoilt: tuple[dict[str, Any], str], wrong: object
) -> None:
    order, part = spoilt
    if part == "move" and wrong == "\x00":
        return  # that is the text of a move, if of none that there is
    came = table.answers(json.dumps({**order, part: wrong}))
    assert len(came) == 1
    refused(came[0], table)


def test_after_all_that_the_table_is_as_it_was(table: Table) -> None:
    table.nobody_noticed()


@relaxed
@given(message=st.binary(max_size=300))
def test_a_binary_message_is_refused(table: Table, message: bytes) -> None:
    came = table.answers(message)
    assert len(came) == 1
    refused(came[0], table)


def test_a_message_may_come_in_pieces(table: Table) -> None:
    mark = f"pieces-{next(numbers)}"
    assert table.answers(['{"do": "pi', 'ng", "id"', f': "{mark}"}}'])[0]["id"] == mark


def test_the_largest_message_is_answered(table: Table) -> None:
    message = json.dumps({"do": "say", "text": ""})
    refused(table.answers(message.replace('""', '"' + "x" * (LARGEST - len(message)) + '"'))[0], table)


TOO_LARGE = {
    "one byte too many": "x" * (LARGEST + 1),
    "16 KB": "x" * 16 * 1024,
    "a megabyte": "x" * 2**20,
    "few letters of many bytes": "é" * (LARGEST // 2 + 1),
    "binary": b"x" * (LARGEST + 1),
    "in pieces": ["x" * 1000] * 9,
}


@pytest.mark.parametrize("message", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_message_that_is_too_large_closes_the_socket(table: Table, message: Any) -> None:
    assert table.closes(message) == 1009
    table.nobody_noticed()


@pytest.mark.parametrize("message", [b"\xff", b'{"do": "say", "text": "\xc3\x28"}', b'{"do": "ping"}\xed\xa0\x80'])
def test_a_text_that_is_no_unicode_closes_the_socket(table: Table, message: bytes) -> None:
    assert table.closes(message, text=True) == 1007
    table.nobody_noticed()


def test_a_thousand_messages_at_once_are_all_answered_in_order(table: Table) -> None:
    socket = table.open(0)
    raw = socket.socket
    frames = b"".join(masked(json.dumps({"do": "ping", "id": f"many-{number}"})) for number in range(1000))
    raw.sendall(frames)  # as one piece, so that the server finds them all waiting
    answered = [json.loads(socket.recv(30))["id"] for _ in range(1000)]
    assert answered == [f"many-{number}" for number in range(1000)]
    socket.close()
    table.nobody_noticed()


def masked(text: str) -> bytes:
    """Write a text as a frame of a client; a mask of zeros changes nothing."""
    size = len(text)
    assert size < 126
    return bytes([0x81, 0x80 | size, 0, 0, 0, 0]) + text.encode()


# --- who may open a socket


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", f"?since={10**10}"])
def test_a_socket_that_asks_for_nonsense_is_not_opened(table: Table, query: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        connect(table.url.replace("http", "ws", 1) + f"/api/tables/{table.id}/live{query}")
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize("id", ["nobody-knows", "x" * 40])
def test_a_socket_of_no_table_is_closed_and_says_why(server: Server, id: str) -> None:
    with connect(f"{server.socket_url}/api/tables/{id}/live") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(30)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000, "unknown")


# --- missing nothing


def test_who_comes_back_gets_exactly_what_was_missed(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as spectator:
            id = await pair(livia, marcus)
            await turns(id, 9, livia, marcus)
            await marcus.order(id, do="say", text="Salve!")
            await turns(id, 3, livia, marcus)
            for person in (livia, marcus, spectator):
                whole = good(await person.http.get(f"/api/tables/{id}/history"))
                assert [entry["version"] for entry in whole["entries"]] == list(range(1, whole["version"] + 1))
                for since in (0, 3, 7, whole["version"] - 1, whole["version"], whole["version"] + 5):
                    missed = [entry for entry in whole["entries"] if entry["version"] > since]
                    async with person.live(id, since) as live:
                        first = await live.read()
                        assert first["entries"] == missed
                        await live.send(do="sync", since=since)
                        assert await live.read() == first
                    assert (await person.look(id, since)) == first
                    rest = good(await person.http.get(f"/api/tables/{id}/history", params={"since": since}))
                    assert rest["entries"] == missed

    tell(story())


def test_what_a_socket_saw_is_the_history(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as spectator:
            id = await pair(livia, marcus)
            watching = [livia, marcus, spectator]
            seen: list[list[dict[str, Any]]] = [[], [], []]
            async with livia.live(id, 0) as one, marcus.live(id, 0) as two, spectator.live(id, 0) as three:
                lives = (one, two, three)
                await turns(id, 20, livia, marcus)
                version = (await livia.look(id))["version"]
                for entries, live in zip(seen, lives, strict=True):
                    while live.version < version:
                        entries += (await live.read())["entries"]
            for person, entries in zip(watching, seen, strict=True):
                assert entries == good(await person.http.get(f"/api/tables/{id}/history"))["entries"]

    tell(story())


def test_without_since_no_entries_come(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                first = await live.read()
            assert first["entries"] == []
            assert first == await livia.look(id)

    tell(story())


def test_a_ping_is_answered_with_the_version(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                version = (await live.read())["version"]
                await live.send(do="ping", id="p-1")
                assert await live.read() == {"type": "pong", "version": version, "id": "p-1"}
                await step(await whose_turn(id, livia, marcus), id)
                await live.read()
                await live.send(do="ping")
                assert (await live.read())["version"] == version + 1

    tell(story())


def test_a_second_tab_gets_the_same(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id, 0) as one, livia.live(id, 0) as two:
                await turns(id, 6, livia, marcus)
                version = (await livia.look(id))["version"]
                for live in (one, two):
                    while live.version < version:
                        await live.read()
                same = [[without_here(json.loads(text)) for text in live.traffic] for live in (one, two)]
                assert same[0] == same[1]
                assert len(one.traffic) > 6

    tell(story())


def test_two_tabs_send_the_same_turn_and_one_counts(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar")
            person = await whose_turn(id, livia, marcus)
            async with person.live(id) as one, person.live(id) as two:
                first = await one.read()
                await two.read()
                for number, live in enumerate((one, two)):
                    move = first["views"][0]["legal"][number]["id"]
                    await live.send(do="move", id=f"tab-{number}", version=first["version"], move=move)
                answers = [await until(live, decided(f"tab-{number}")) for number, live in enumerate((one, two))]
                assert sorted(answer["type"] for answer in answers) == ["entries", "refused"]
                refusal = next(answer for answer in answers if answer["type"] == "refused")
                assert refusal["error"]["code"] == "stale"
            history = good(await person.http.get(f"/api/tables/{id}/history"))["entries"]
            assert [entry["kind"] for entry in history].count("move") == 1

    tell(story())


def test_a_reader_who_is_too_slow_is_cut_off_and_delays_nobody(server: Server) -> None:
    def open_sockets() -> float:
        lines = httpx.get(f"{server.url}/metrics", timeout=WAIT).text.splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("quadriga_sockets "))

    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar")
            async with livia.live(id) as one, marcus.live(id) as two:
                await one.read()
                await two.read()
                before = open_sockets()
                slow = stalled(server, id)
                await in_the_end(lambda: asyncio.to_thread(open_sockets), lambda now: now == before + 1)
                for _ in range(150):  # each is answered with a whole table, which nobody reads
                    await asyncio.get_running_loop().sock_sendall(slow, masked('{"do": "sync", "since": 0}') * 10)
                    await livia.look(id)  # one after the other: what is sent fills the network first, then the server
                mover = await whose_turn(id, livia, marcus)
                await step(mover, id)
                assert (await one.read())["entries"] == (await one_history(livia, id))[-1:]
                assert (await two.read())["entries"] == (await one_history(marcus, id))[-1:]
                await in_the_end(lambda: asyncio.to_thread(open_sockets), lambda now: now == before)
                slow.close()

    async def one_history(person: Person, id: str) -> list[Any]:
        entries: list[Any] = good(await person.http.get(f"/api/tables/{id}/history"))["entries"]
        return entries

    tell(story())


def stalled(server: Server, id: str) -> sockets.socket:
    """Open a socket by hand, with little room for what comes, and read nothing."""
    host, port = server.url.removeprefix("http://").split(":")
    opened = sockets.socket()
    opened.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    opened.connect((host, int(port)))
    opened.sendall(
        f"GET /api/tables/{id}/live HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    opened.setblocking(False)
    return opened


# --- counting once


def test_a_command_that_is_sent_twice_counts_once(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar")
            person = await whose_turn(id, livia, marcus)
            shown = await person.look(id)
            order = {
                "do": "move",
                "id": "once",
                "version": shown["version"],
                "move": shown["views"][0]["legal"][0]["id"],
            }
            first = good(await send(person, id, **order))
            assert first == {"version": shown["version"] + 1, "repeated": False}
            again = good(await send(person, id, **order))
            assert again == {"version": shown["version"] + 1, "repeated": True}
            for _ in range(2):  # over a socket, and over another after the first one broke
                async with person.live(id) as live:
                    await live.read()
                    await live.send(**order)
                    assert await live.read() == {"type": "done", "version": first["version"], "id": "once"}
            history = good(await person.http.get(f"/api/tables/{id}/history"))["entries"]
            assert [entry["kind"] for entry in history].count("move") == 1

    tell(story())


def test_a_command_over_a_socket_that_broke_counts_once(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                version = (await live.read())["version"]
                for _ in range(3):
                    await live.send(do="say", id="salve", text="Salve!")
                live.socket.transport.abort()  # nobody knows what arrived
            async with livia.live(id, version) as live:
                await live.read()
                await live.send(do="say", id="salve", text="Salve!")
                await until(live, lambda m: m["type"] == "done" or bool(m.get("entries")))
            history = good(await livia.http.get(f"/api/tables/{id}/history"))["entries"]
            assert [entry["text"] for entry in history if entry["kind"] == "say"] == ["Salve!"]

    tell(story())


def test_the_same_id_of_two_people_is_two_commands(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            for person in (livia, marcus):
                assert not good(await send(person, id, do="say", id="c-1", text="Salve!"))["repeated"]

    tell(story())


def test_the_same_id_of_two_guests_is_two_commands(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as one, guest(server.url) as two:
            id = await pair(livia, marcus)
            for person in (one, two):
                assert not good(await send(person, id, do="say", id="c-1", text="Salvete!"))["repeated"]
            heard = good(await one.http.get(f"/api/tables/{id}/history"))["entries"]
            assert [entry["kind"] for entry in heard].count("say") == 2

    tell(story())


def test_a_stale_move_is_refused_and_so_is_one_from_the_future(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar")
            await turns(id, 4, livia, marcus)
            person = await whose_turn(id, livia, marcus)
            shown = await person.look(id)
            version, move = shown["version"], shown["views"][0]["legal"][0]["id"]
            async with person.live(id) as live:
                await live.read()
                for old in (0, version - 1):
                    await live.send(do="move", id="old", version=old, move=move)
                    answer = await live.read()
                    assert (answer["type"], answer["id"], answer["error"]["code"]) == ("refused", "old", "stale")
                    bad(await person.order(id, do="move", version=old, move=move), 409, "stale")
                    bad(await person.order(id, do="undo", version=old), 409, "stale")
                await live.send(do="move", id="new", version=version + 1, move=move)
                answer = await live.read()
                assert answer["error"]["code"] == "version"
                bad(await person.order(id, do="move", version=version + 1, move=move), 409, "version")
            assert await person.look(id) == shown

    tell(story())


def test_chat_does_not_make_a_move_stale(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as spectator:
            id = await pair(livia, marcus, "caesar")
            person = await whose_turn(id, livia, marcus)
            shown = await person.look(id)
            await marcus.order(id, do="say", text="Salve!")
            await spectator.order(id, do="say", text="Salvete!")
            move = shown["views"][0]["legal"][0]["id"]
            made = good(await person.order(id, do="move", version=shown["version"], move=move))
            assert made["version"] == shown["version"] + 3

    tell(story())


def test_an_illegal_move_names_the_clause(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                version = (await live.read())["version"]
                await live.send(do="move", id="done", version=version, move="done")
                answer = await live.read()
            assert (answer["type"], answer["error"]["code"]) == ("refused", "illegal")
            assert answer["error"]["rule"].startswith("CC24-")
            for nonsense in ("5 face up at the moon", 168, 10**6):
                bad(await livia.order(id, do="move", version=version, move=nonsense), 409, "illegal")

    tell(story())


# --- spectators


def test_a_spectator_may_look_and_talk_and_nothing_else(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, marcus, visitor), guest(server.url) as nobody:
            id = await pair(livia, marcus)
            before = await livia.look(id)
            for spectator in (visitor, nobody):
                async with spectator.live(id) as live:
                    first = await live.read()
                    assert first["held"] == []
                    assert [view["seat"] for view in first["views"]] == [None]
                    assert first["views"][0]["legal"] == []
                    for order in ORDERS:
                        if order["do"] in ("sit", "say", "sync", "ping"):
                            continue
                        for seat in (0, 1, None):
                            await live.send(**{**order, "seat": seat})
                            answer = await live.read()
                            assert (answer["type"], answer["error"]["code"]) == ("refused", "seat"), order
                    await live.send(do="sit", seat=1, id="x")
                    code = (await live.read())["error"]["code"]
                    assert code == ("key" if spectator is nobody else "live")
            assert await livia.look(id) == before

    tell(story())


def test_what_a_spectator_says_only_spectators_hear_until_the_end(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as one, guest(server.url) as two:
            id = await pair(livia, marcus)
            async with one.live(id) as hearing, livia.live(id) as playing:
                await hearing.read()
                await playing.read()
                await two.order(id, do="say", text="Caesar has two philosophers", name="Nosey")
                assert (await hearing.read())["entries"][0]["text"] == "Caesar has two philosophers"
                assert (await playing.read())["entries"] == []
                async with two.live(id) as live:
                    await live.read()
                    await live.send(do="say", id="s-1", text="and a five")
                    answers = [await live.read() for _ in range(2)]
                    assert {"type": "done", "version": live.version, "id": "s-1"} in answers
            assert "philosophers" not in json.dumps(await livia.look(id, 0))
            await marcus.order(id, do="resign")
            assert "Caesar has two philosophers" in json.dumps(await livia.look(id, 0))

    tell(story())


def test_a_spectator_sits_down_with_the_socket_open(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 3) as (livia, over_socket, over_http):
            for sitting in (over_socket, over_http):
                id = await livia.create("caesar-cleopatra-2024", "me", "open")
                async with sitting.live(id) as live:
                    assert (await live.read())["held"] == []
                    if sitting is over_socket:
                        await live.send(do="sit", id="sit", seat=1, name="Marcus")
                    else:
                        good(await send(sitting, id, do="sit", id="sit", seat=1, name="Marcus"))
                    news = await live.read()
                    assert news["held"] == [1]
                    assert [entry["kind"] for entry in news["entries"]] == ["sit", "start"]
                    assert news["entries"][0]["id"] == "sit"
                    assert news["views"][0]["seat"] == "caesar"
                    assert news["views"][0]["legal"]

    tell(story())


# --- nobody waits


PARTS = {
    "2024, opening cards": ("caesar-cleopatra-2024", 2, {"opening": "veto"}),
    "2024, veterans": ("caesar-cleopatra-2024", 2, {"opening": "veterans"}),
    "1997, action pile": ("caesar-cleopatra-1997", 2, {"action_pile": "arranged"}),
    "1997, opening cards": ("caesar-cleopatra-1997", 2, {"action_pile": "shuffled"}),
    "Ave Caesar, votes": ("ave-caesar", 3, {"players": 3, "uncrewed": 2}),
}


@pytest.mark.parametrize(("game", "seats", "options"), PARTS.values(), ids=PARTS)
def test_where_all_choose_at_once_nobody_waits(server: Server, game: str, seats: int, options: dict[str, Any]) -> None:
    """In every such part of a match the last to move chooses first, and all, while the others do nothing."""

    async def story() -> None:
        async with people(server.url, seats) as crowd:
            id = await crowd[0].create(game, "me", *["open"] * (seats - 1), options=options)
            for seat, person in enumerate(crowd[1:], 1):
                good(await person.order(id, do="sit", seat=seat))
            parts = 0
            for _ in range(400):
                shown = [await person.look(id) for person in crowd]
                choosing = [seat for seat in range(seats) if shown[seat]["views"][0]["legal"]]
                assert choosing == shown[0]["awaited"]
                if len(choosing) == 1:
                    if parts and (game != "ave-caesar" or parts >= 3):
                        break
                    await step(crowd[choosing[0]], id)
                    continue
                assert choosing == list(range(seats))
                parts += 1
                stage = shown[0]["views"][0]["stage"]
                first = shown[0]["views"][0]["to_move"]
                order = sorted(range(seats), key=lambda seat: shown[seat]["views"][0]["seat"] == first)
                for seat in order:
                    await choose_all(crowd[seat], id, stage, early=seat != order[-1])
            assert parts >= (1 if game != "ave-caesar" else 3)

    async def choose_all(person: Person, id: str, stage: str, *, early: bool) -> None:
        async with person.live(id) as live:
            await live.read()
            chosen = 0
            while True:
                tag = f"c-{next(numbers)}"
                view = live.message["views"][0]
                if not view["legal"] or view["stage"] != stage:
                    break
                await live.send(do="move", id=tag, version=live.version, move=view["legal"][-1]["id"])
                mine = await until(live, decided(tag))
                chosen += 1
                if early:
                    assert mine["entries"][0]["kind"] == "early"
                    assert len(mine["views"][0]["chosen"]) == chosen
                elif (
                    mine["views"][0].get("to_move") != view["to_move"] or mine["views"][0]["moves"] > view["moves"] + 1
                ):
                    break  # the early choices of the others entered with it: the part is over
            assert chosen

    tell(story())


def decided(id: str) -> Callable[[dict[str, Any]], bool]:
    """Look for what became of a command."""
    return lambda message: message["type"] == "refused" or said(id)(message)


def said(id: str) -> Callable[[dict[str, Any]], bool]:
    """Look for the entry of a command."""
    return lambda message: any(entry.get("id") == id for entry in message.get("entries", ()))


def test_early_choices_are_seen_by_nobody_else_and_can_be_withdrawn(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as spectator:
            id = await pair(livia, marcus)
            late = marcus if (await livia.look(id))["views"][0]["to_move"] == "cleopatra" else livia
            other = livia if late is marcus else marcus
            async with late.live(id) as live, other.live(id) as watching, spectator.live(id) as looking:
                for each in (live, watching, looking):
                    await each.read()
                before = [watching.message["views"], looking.message["views"]]
                await live.send(
                    do="move", id="e-1", version=live.version, move=live.message["views"][0]["legal"][0]["id"]
                )
                assert (await live.read())["entries"][0]["move"]["id"] == live.message["entries"][0]["move"]["id"]
                for each, views in zip((watching, looking), before, strict=True):
                    told = await each.read()
                    assert set(told["entries"][0]) == {"version", "kind", "seat", "at"}
                    assert told["views"] == views
                assert len(live.message["views"][0]["chosen"]) == 1
                await live.send(do="withdraw", id="w-1")
                assert "chosen" not in (await live.read())["views"][0]
                await live.send(do="withdraw", id="w-2")
                answer = await live.read()
                assert answer["error"]["code"] == "nothing"

    tell(story())


def test_live_messages_follow_each_other(server: Server) -> None:
    """The client of these tests checks `from` of every message; this makes sure that it does."""

    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                await live.read()
                await turns(id, 2, livia, marcus)
                missing = Live(live.socket)
                missing.version = live.version + 1
                with pytest.raises(AssertionError, match="missing"):
                    await missing.read()

    tell(story())
