"""How often one may ask: tables, visitors, commands, chat, messages, sockets, requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from .client import WAIT
from .running import Server, raw, running
from .stories import bad, good, pair, people, tell

LARGEST = 64 * 1024
WISH = {"game": "caesar-cleopatra-2024", "seats": [{"kind": "me"}, {"kind": "open"}]}


class Somewhere:
    """People behind one address."""

    def __init__(self, server: Server, address: str) -> None:
        self.http = httpx.Client(
            base_url=server.url, headers={"X-Forwarded-For": f"1.2.3.4, {address}"}, verify=False, timeout=WAIT
        )

    def post(self, path: str, key: str | None = None, **order: Any) -> httpx.Response:
        self.http.cookies.clear()
        return self.http.post(path, json=order, headers={} if key is None else {"Authorization": f"Bearer {key}"})

    def key(self) -> str:
        key: str = good(self.post("/api/visitors"))["key"]
        return key


def refused_in_the_end(ask: Callable[[], httpx.Response], most: int) -> int:
    """Ask again and again until it is too much; return how often it was not."""
    for number in range(most):
        answer = ask()
        if answer.status_code == 429:
            message = bad(answer, 429, "slow")
            wait = answer.headers["retry-after"]
            assert wait.isdigit() and int(wait) >= 1
            assert f"wait {wait} s" in message
            return number
    raise AssertionError(f"{most} are not too much")


def test_too_many_tables_from_one_place_are_refused(limited: Server) -> None:
    here, there = Somewhere(limited, "10.0.0.1"), Somewhere(limited, "10.0.0.2")
    key = here.key()
    assert refused_in_the_end(lambda: here.post("/api/tables", key, **WISH), 60) >= 30
    assert there.post("/api/tables", there.key(), **WISH).status_code == 201
    assert here.post("/api/visitors").status_code == 201, "other things go on"


def test_too_many_visitors_from_one_place_are_refused(limited: Server) -> None:
    here, there = Somewhere(limited, "10.0.1.1"), Somewhere(limited, "10.0.1.2")
    assert refused_in_the_end(lambda: here.post("/api/visitors"), 300) >= 60
    assert there.post("/api/visitors").status_code == 201


def test_too_many_commands_of_one_person_are_refused(limited: Server) -> None:
    here = Somewhere(limited, "10.0.2.1")
    one, two = here.key(), here.key()
    id = good(here.post("/api/tables", one, **WISH))["table"]["id"]
    good(here.post(f"/api/tables/{id}/commands", two, do="sit", seat=1))
    path = f"/api/tables/{id}/commands"
    assert refused_in_the_end(lambda: here.post(path, one, do="draw-answer", yes=True), 1000) >= 60
    assert here.post(path, two, do="draw-answer", yes=True).status_code == 409, "the other one is not refused"


def test_too_much_chat_of_one_person_is_refused(limited: Server) -> None:
    here = Somewhere(limited, "10.0.3.1")
    one, two = here.key(), here.key()
    id = good(here.post("/api/tables", one, **WISH))["table"]["id"]
    path = f"/api/tables/{id}/commands"
    good(here.post(path, two, do="sit", seat=1))
    assert refused_in_the_end(lambda: here.post(path, one, do="say", text="Salve!"), 30) >= 8
    good(here.post(path, two, do="say", text="Tace!"))
    assert here.post(path, one, do="draw-answer", yes=True).status_code == 409, "other things go on"


def test_too_many_messages_over_a_socket_are_refused(limited: Server) -> None:
    async def story() -> None:
        async with people(limited.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live, marcus.live(id) as other:
                await live.read()
                await other.read()
                for number in range(200):
                    await live.send(do="ping", id=f"p-{number}")
                answers = [await live.read() for _ in range(200)]
                slow = [answer for answer in answers if answer["type"] == "refused"]
                assert len(slow) < 150
                assert {answer["error"]["code"] for answer in slow} == {"slow"}
                await other.send(do="ping", id="mine")
                assert (await other.read())["type"] == "pong"

    tell(story())


@pytest.mark.parametrize("keys", [1, 50], ids=["one person", "with many keys"])
def test_too_many_sockets_are_refused(limited: Server, keys: int) -> None:
    async def story() -> None:
        async with people(limited.url, 1) as (livia,):
            id = await livia.create("caesar-cleopatra-2024", "me", "open")
        where = f"{limited.socket_url}/api/tables/{id}/live"
        known = [await asyncio.to_thread(Somewhere(limited, f"10.0.4.{50 + keys}").key) for _ in range(keys)]

        async def opened(address: str, number: int) -> str:
            headers = {"X-Forwarded-For": address, "Authorization": f"Bearer {known[number % len(known)]}"}
            async with connect(where, additional_headers=headers) as live:
                try:
                    await live.recv()
                except ConnectionClosed as closed:
                    assert closed.rcvd is not None
                    assert closed.rcvd.code == 4000
                    return closed.rcvd.reason
                return "open"

        here = f"10.0.4.{keys}"
        said = [await opened(here, number) for number in range(60)]
        assert said.count("open") == 60
        for number in range(60, 1000):
            if await opened(here, number) == "slow":
                break
        else:
            raise AssertionError("a thousand are not too many")
        assert await opened("10.0.4.99", 1001) == "open"
        known[:] = ["x" * 43]
        assert await opened("10.0.4.98", 0) == "key"

    tell(story())


def test_too_many_requests_from_one_place_are_refused(limited: Server) -> None:
    def asked(address: str, number: int) -> bytes:
        request = f"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
        last = f"{request}Connection: close\r\n\r\n"
        return raw(limited, f"{request}\r\n".encode() * (number - 1) + last.encode())

    answers = asked("10.0.5.1", 3000)
    assert answers.count(b"HTTP/1.1 200 ") >= 300
    assert b"HTTP/1.1 429 " in answers
    assert asked("10.0.5.2", 1).startswith(b"HTTP/1.1 200 ")


def test_without_a_proxy_nobody_comes_from_where_they_say(tmp_path: Path) -> None:
    with running(tmp_path, QUADRIGA_LIMITS="on") as server:
        places = iter(Somewhere(server, f"10.0.6.{number}") for number in range(200))
        assert refused_in_the_end(lambda: next(places).post("/api/visitors"), 200) >= 60
