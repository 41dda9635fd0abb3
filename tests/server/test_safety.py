"""Safety: who may ask from where, how much and how often; what leaves the server, its logs; how it starts and stops."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quadriga.cli import main

from .client import WAIT, Person
from .forked import command
from .running import Server, running
from .stories import bad, good, guest, in_the_end, pair, people, step, tell, turns, whose_turn

LARGEST = 64 * 1024
WISH = {"game": "caesar-cleopatra-2024", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits, behind a proxy that says who asks: so tests can come from many places."""
    with running(
        tmp_path_factory.mktemp("limited"),
        QUADRIGA_LIMITS="on",
        QUADRIGA_PROXIED="on",
        QUADRIGA_HOSTS="Quadriga.example",
    ) as started:
        yield started


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"connection": "close"}, timeout=WAIT) as client:
        yield client


# --- who may ask from where


def authority(server: Server) -> str:
    return urlsplit(server.url).netloc


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:1", "http://[",
        "http://[::1", "", "x", "file://", "http://evil.example/{host}", "http://{host}.evil.example", "{host}",
        "http://x@{host}", "http://{host}/",
    ],
)  # fmt: skip
def test_a_page_from_elsewhere_may_not_act(server: Server, http: httpx.Client, origin: str) -> None:
    foreign = {"Origin": origin.replace("{host}", authority(server))}
    bad(http.post("/api/visitors", headers=foreign), 403, "origin")
    bad(http.post("/api/tables", json=WISH, headers=foreign), 403, "origin")
    bearer = {**foreign, "Authorization": "Bearer " + "x" * 43}
    bad(http.post("/api/tables", json=WISH, headers=bearer), 403, "origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_a_browser_that_names_another_site_may_not_act(http: httpx.Client, site: str) -> None:
    bad(http.post("/api/visitors", headers={"Sec-Fetch-Site": site}), 403, "origin")


def test_our_own_page_may_act(server: Server, http: httpx.Client) -> None:
    for headers in ({"Origin": server.url}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {}):
        assert http.post("/api/visitors", headers=headers).status_code in (200, 201)


def test_anybody_may_look(http: httpx.Client) -> None:
    answer = http.get("/api/games", headers={"Origin": "https://evil.example"})
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control-")], "a foreign page could read it"


def test_a_page_from_elsewhere_may_not_open_a_socket(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar-cleopatra-2024", "me", "open")
            where = f"{server.socket_url}/api/tables/{id}/live"
            cookie = {"Cookie": f"quadriga={livia.key}"}
            for origin in ("https://evil.example", "null", "http://[", f"{server.url}.evil.example"):
                with pytest.raises(InvalidStatus) as refusal:
                    await connect(where, additional_headers=cookie, origin=origin)
                assert refusal.value.response.status_code == 403
            async with connect(where, additional_headers=cookie, origin=server.url) as opened:
                assert json.loads(await opened.recv())["held"] == [0]

    tell(story())


@pytest.mark.parametrize(
    "host", ["evil.example", "", "localhost.evil.example", "[", "[::1", "127.0.0.1.evil.example", "x:y"]
)
def test_a_name_that_is_not_ours_is_refused(server: Server, host: str) -> None:
    """A foreign name may be made to point here, so that its page is of the same origin as we."""
    answer = raw(server, f"GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 403 "), answer[:200]
    assert b'"code":"host"' in answer


@pytest.mark.parametrize("host", ["localhost", "localhost:1234", "quadriga.localhost", "192.168.1.7:80", "[::1]:8420"])
def test_addresses_and_localhost_are_ours(server: Server, host: str) -> None:
    answer = raw(server, f"GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 200 "), answer[:200]


def test_a_name_that_was_set_is_ours(limited: Server) -> None:
    for host, status in (("quadriga.example", 200), ("QUADRIGA.EXAMPLE:443", 200), ("other.example", 403)):
        assert httpx.get(f"{limited.url}/health", headers={"Host": host}, timeout=WAIT).status_code == status


def raw(server: Server, request: bytes) -> bytes:
    """Send bytes as they are, and return all that comes."""
    host, port = authority(server).split(":")
    with socket.create_connection((host, int(port)), 30) as opened:
        opened.sendall(request)
        answer = b""
        while piece := opened.recv(65536):
            answer += piece
    return answer


# --- how much


def test_a_body_that_is_too_large_is_refused(server: Server, http: httpx.Client) -> None:
    start = len(json.dumps({**WISH, "name": ""}))
    largest = {**WISH, "name": "x" * (LARGEST - start)}
    assert len(json.dumps(largest)) == LARGEST
    headers = {"Content-Type": "application/json"}
    bad(http.post("/api/tables", content=json.dumps(largest), headers=headers), 422, "malformed")
    bad(http.post("/api/tables", content=json.dumps(largest) + " ", headers=headers), 413, "large")


def test_a_name_of_a_megabyte_is_refused(server: Server, http: httpx.Client) -> None:
    assert len("x" * 2**20) > LARGEST
    announced = f"POST /api/tables HTTP/1.1\r\nHost: {authority(server)}\r\nContent-Length: {2**20}\r\n\r\n"
    answer = raw_until_answer(server, announced.encode())  # refused before it is sent
    assert answer.startswith(b"HTTP/1.1 413 "), answer
    bad(http.post("/api/tables", json={**WISH, "name": "x" * 201}), 422, "malformed")
    assert http.get("/ready").status_code == 200


def test_a_body_of_unknown_length_is_refused_when_it_gets_too_large(server: Server) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(64):
            yield b"x" * 2**11

    with httpx.Client(base_url=server.url, timeout=WAIT) as client:
        answer = client.post("/api/tables", content=chunks(), headers={"Content-Type": "application/json"})
    bad(answer, 413, "large")


def test_a_body_in_chunks_that_is_not_too_large_is_taken(http: httpx.Client) -> None:
    parts = iter([json.dumps(WISH).encode()])
    assert http.post("/api/tables", content=parts, headers={"Content-Type": "application/json"}).status_code == 201


@pytest.mark.parametrize("length", ["-1", "x", "+5", "1, 2", "99999999999999999999999"])
def test_a_length_that_is_none_is_refused(server: Server, length: str) -> None:
    request = f"POST /api/visitors HTTP/1.1\r\nHost: {authority(server)}\r\nContent-Length: {length}\r\n\r\n"
    answer = raw_until_answer(server, request.encode())
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 ")), answer


def raw_until_answer(server: Server, request: bytes) -> bytes:
    """Send bytes as they are, and return the first piece of the answer."""
    host, port = authority(server).split(":")
    with socket.create_connection((host, int(port)), 30) as opened:
        opened.sendall(request)
        return opened.recv(65536)


UNREADABLE = {
    "no JSON": b"Salve!",
    "nothing": b"",
    "no Unicode": b'{"name": "\xff"}',
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"a":' * 12_000,
    "a number without end": b'{"games": ' + b"9" * 5000 + b"}",
    "half a letter": b'{"do": "say", "text": "\\ud800"}',
    "half a letter as a name": b'{"do": "say", "\\ud800": 1}',
    "half a letter as what to do": b'{"do": "\\ud800"}',
    "a number that is none": b'{"do": "move", "version": NaN, "move": 1}',
}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/x/commands"])
def test_a_body_that_cannot_be_read_is_refused(http: httpx.Client, path: str, body: bytes) -> None:
    answer = http.post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    bad(answer, answer.status_code, "malformed")


def test_errors_have_one_form_wherever_they_come_from(http: httpx.Client) -> None:
    bad(http.get("/nowhere"), 404, "unknown")
    bad(http.get("/api/nowhere"), 404, "unknown")
    bad(http.get("/api/tables/nobody-knows"), 404, "unknown")
    bad(http.get("/api/tables/nobody-knows/live"), 404, "unknown")
    assert "DELETE" not in http.delete("/api/tables").headers["allow"]
    bad(http.delete("/api/tables"), 405, "method")
    bad(http.post("/api/tables", content="game=caesar", headers={"Content-Type": "text/plain"}), 422, "malformed")


# --- what leaves the server


def test_every_answer_tells_browsers_what_not_to_do(server: Server, http: httpx.Client) -> None:
    http.cookies.clear()
    id = http.post("/api/tables", json={**WISH, "seats": [{"kind": "me"}, {"kind": "me"}]}).json()["table"]["id"]
    assert http.post(f"/api/tables/{id}/commands", json={"do": "resign", "seat": 0}).status_code == 200
    answers = {
        "page": http.get("/"),
        "description": http.get("/docs"),
        "list": http.get("/api/games"),
        "table": http.get(f"/api/tables/{id}"),
        "record": http.get(f"/api/tables/{id}/record"),
        "metrics": http.get("/metrics"),
        "unknown": http.get("/nowhere"),
        "malformed": http.post("/api/tables", content=b"x", headers={"Content-Type": "application/json"}),
        "large": http.post("/api/tables", content=b" " * (LARGEST + 1)),
        "origin": http.post("/api/visitors", headers={"Origin": "https://evil.example"}),
        "host": http.get("/api/games", headers={"Host": "evil.example"}),
    }
    http.cookies.clear()
    assert [answers[name].status_code for name in answers] == [200] * 6 + [404, 422, 413, 403, 403]
    for name, answer in answers.items():
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert "default-src" in policy and "frame-ancestors 'none'" in policy, name
        assert headers["x-content-type-options"] == "nosniff", name
        assert headers["referrer-policy"] in ("same-origin", "no-referrer"), name
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin", name
        assert "server" not in headers, name
    for name in ("list", "table"):
        assert answers[name].headers["content-security-policy"].startswith("default-src 'none'")
    assert answers["table"].headers["cache-control"] == answers["record"].headers["cache-control"] == "no-store"
    assert "unsafe-eval" not in json.dumps([answer.headers["content-security-policy"] for answer in answers.values()])
    assert "script-src 'self';" in answers["unknown"].headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/table/nobody-knows", "/docs"])
def test_a_page_consists_of_what_its_policy_allows_and_nothing_from_elsewhere(http: httpx.Client, path: str) -> None:
    page = http.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    policy = {words.split()[0]: words.split()[1:] for words in page.headers["content-security-policy"].split("; ")}
    assert policy["script-src"] == ["'self'"]
    assert not re.search(r"<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:", page.text), "scripts in the page do not run"
    sources = re.findall(r"<script[^>]*\ssrc=[\"']?([^\"' >]+)", page.text)
    assert sources
    for source in (*sources, *re.findall(r"<link[^>]*\shref=[\"']?([^\"' >]+)", page.text)):
        assert not urlsplit(source).netloc
        if not source.startswith("data:"):
            assert http.get(source).status_code == 200, source


def test_a_cookie_is_not_for_scripts_nor_for_other_sites(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=WAIT) as visitor:
        for answer in (visitor.post("/api/visitors"), httpx.post(f"{server.url}/api/tables", json=WISH, timeout=WAIT)):
            parts = answer.headers["set-cookie"].split("; ")
            assert parts[0].startswith("quadriga=") and len(parts[0]) == len("quadriga=") + 43
            assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(parts)
            assert "Secure" not in parts  # the browser would not send it back over plain HTTP
            assert not [part for part in parts if part.lower().startswith("domain")]


def test_behind_a_proxy_with_https_a_cookie_is_for_https_only(limited: Server) -> None:
    for scheme, secure in (("https", True), ("http", False), ("HTTPS", True)):
        headers = {"X-Forwarded-Proto": scheme, "X-Forwarded-For": "10.9.0.1"}
        cookie = httpx.post(f"{limited.url}/api/visitors", headers=headers, timeout=WAIT).headers["set-cookie"]
        assert ("Secure" in cookie.split("; ")) is secure


def test_without_a_proxy_nobody_is_believed_to_be_one(server: Server) -> None:
    cookie = httpx.post(f"{server.url}/api/visitors", headers={"X-Forwarded-Proto": "https"}, timeout=WAIT).headers[
        "set-cookie"
    ]
    assert "Secure" not in cookie


MARKUP = "<script>alert(1)</script>"


def test_markup_in_names_and_chat_comes_back_as_text(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await livia.create("caesar-cleopatra-2024", "me", "open", name=f"{MARKUP}x", listed=True)
            await marcus.order(id, do="sit", seat=1, name='"><img src=x>')
            await livia.order(id, do="say", text=f'{MARKUP} & "quotes" \\ \u2028 \u202e backwards')
            answer = await livia.http.get(f"/api/tables/{id}", params={"since": 0})
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
            shown = answer.json()
            assert shown["table"]["seats"][0]["name"] == f"{MARKUP}x"
            assert shown["table"]["seats"][1]["name"] == '"><img src=x>'
            assert shown["entries"][-1]["text"] == f'{MARKUP} & "quotes" \\ backwards'
            listed = await livia.http.get("/api/tables", params={"show": "live"})
            assert listed.headers["content-type"] == "application/json"
            assert MARKUP in json.dumps(listed.json())

    tell(story())


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("x" * 200, "x" * 30), ("  Livia \n\t Drusilla\x00 ", "Livia Drusilla"), ("\u202eaivil", "aivil"), ("", "Amicus"),
        ("\u200b\u200d", "Amicus"), ("e\u0301", "é"), ("Jan Žižka 🏛", "Jan Žižka 🏛"), ("\x1b[31mred", "[31mred"),
    ],
)  # fmt: skip
def test_names_are_cleaned_and_limited(http: httpx.Client, given: str, kept: str) -> None:
    shown = http.post("/api/tables", json={**WISH, "name": given}).json()
    assert shown["table"]["seats"][0]["name"] == kept


# --- what is written down


def test_nothing_that_is_secret_is_logged(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def story(server: Server) -> None:
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            id = await pair(livia, marcus, hints=True)
            secrets.extend([str(livia.key), str(marcus.key), id])
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={}))
            secrets.append(link["key"])
            async with livia.live(id, 0) as one, marcus.live(id, 0) as two:
                await turns(id, 12, livia, marcus)
                await livia.order(id, do="say", text="Arcanum dico")
                await one.socket.send(json.dumps({"do": "dance", "id": livia.key}))
                await two.socket.send(b"\xff" + str(marcus.key).encode(), text=True)
                await one.read()
            await nobody.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]})
            await nobody.http.post(f"/api/tables/{id}/claim", json={"key": link["key"]})
            await nobody.http.get(f"/api/tables/{id}?key={livia.key}")
            await nobody.http.get(f"/nowhere/{livia.key}")
            await livia.http.get("/api/games", headers={"Host": "["})
            cookie = {"Cookie": f"quadriga={marcus.key}", "Authorization": ""}
            await livia.http.post(f"/api/tables/{id}/commands", content=b"\xff", headers=cookie)
            moves = good(await livia.http.get(f"/api/tables/{id}/history"))["entries"]
            secrets.extend(entry["move"]["text"] for entry in moves if "move" in entry)
            await livia.order(id, do="resign")
            secrets.append(good(await livia.http.get(f"/api/tables/{id}/fairness"))["secret"])
            secrets.extend(["Livia", "Arcanum"])

    with running(tmp_path) as server:
        tell(story(server))
    log = server.log.read_text()
    assert '"ready"' in log
    for line in log.splitlines():
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))
    assert len(secrets) > 10
    for secret in secrets:
        assert secret not in log


def test_no_secret_is_part_of_an_address(server: Server) -> None:
    told = httpx.get(f"{server.url}/openapi.json", timeout=WAIT).json()
    named = {
        parameter["name"]
        for operations in told["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", ())
    }
    assert named == {"name", "id", "show", "limit", "before", "since", "version", "seat", "options", "language"}

    async def story() -> None:
        async with people(server.url, 1) as (livia,):
            id = await livia.create("caesar-cleopatra-2024", "me", "open")
            link = good(await livia.http.post(f"/api/tables/{id}/link", json={}))
            sent, _, kept = link["link"].partition("#")
            assert sent == f"/table/{id}"
            assert kept == f"key={link['key']}"

    tell(story())


def test_health_readiness_and_metrics(server: Server) -> None:
    async def story() -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            async with livia.live(id) as live:
                await live.read()
                await turns(id, 3, livia, marcus)
                bad(await marcus.order(id, do="draw-answer", yes=True), 409, "nothing")
                assert good(await livia.http.get("/health")) == {"status": "ok"}
                assert good(await livia.http.get("/ready")) == {"status": "ready"}
                answer = await livia.http.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            told = dict(line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#"))
            assert float(told["quadriga_sockets"]) >= 1
            assert float(told['quadriga_tables_created_total{game="caesar-cleopatra-2024"}']) >= 1
            assert float(told["quadriga_entries_total"]) >= 6
            assert float(told['quadriga_refused_total{code="nothing"}']) >= 1
            assert float(told['quadriga_requests_total{method="POST",status="200"}']) >= 1
            for personal in (id, str(livia.key), str(marcus.key), "Livia", "Marcus"):
                assert personal not in answer.text
            labels = {
                part.split("=")[0] for name in told for part in name.partition("{")[2].rstrip("}").split(",") if part
            }
            assert labels <= {"game", "code", "method", "status", "level", "importance", "le", "why", "fault"}

    tell(story())


# --- how often


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


# --- how it starts and stops


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_politely(tmp_path: Path, told: signal.Signals) -> None:
    """With people connected, bots that think, and a question that waits for a bot."""

    async def story(server: Server) -> None:
        assert server.process is not None
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            robots = await livia.create("caesar", "consul", "consul")
            id = await pair(livia, marcus)
            version = await step(await whose_turn(id, livia, marcus), id)
            async with livia.live(id) as one, marcus.live(id) as two, nobody.live(id) as three, nobody.live(robots):
                for live in (one, two, three):
                    await live.read()
                workers = await in_the_end(lambda: asyncio.to_thread(children, server.process.pid), bool)  # type: ignore[union-attr]
                server.process.send_signal(told)
                for live in (one, two, three):
                    with pytest.raises(ConnectionClosed) as closed:
                        await live.read()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 1012
            assert await asyncio.to_thread(server.process.wait, 20) == 0
            await in_the_end(lambda: asyncio.to_thread(still_there, workers), lambda left: not left)
        with running(tmp_path) as again:
            person = Person(again.url, livia.key)
            assert (await person.look(id))["version"] == version
            await person.leave()

    server = Server(tmp_path, afresh=True).start()
    try:
        tell(story(server))
    finally:
        server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log
    assert "interrupted" not in log


def children(pid: int) -> list[int]:
    """Name the processes that a process started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(path.parent.name))
    return found


def still_there(pids: list[int]) -> list[int]:
    """Name those of some processes that run."""
    left = []
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            left.append(pid)
    return left


SETTINGS: dict[str, tuple[list[str], dict[str, str], str]] = {
    "a port that is no number": (["--port", "x"], {}, "--port"),
    "a port that is too high": (["--port", "70000"], {}, "70000"),
    "a folder that cannot be": ([], {"QUADRIGA_DATA_DIR": "/dev/null/x"}, "/dev/null/x"),
    "a pace that is no number": ([], {"QUADRIGA_BOT_PACE": "fast"}, "QUADRIGA_BOT_PACE"),
    "a pace below zero": ([], {"QUADRIGA_BOT_PACE": "-1"}, "QUADRIGA_BOT_PACE"),
    "a pace that is none": ([], {"QUADRIGA_BOT_PACE": "nan"}, "QUADRIGA_BOT_PACE"),
    "too many workers": ([], {"QUADRIGA_BOT_WORKERS": "1000"}, "QUADRIGA_BOT_WORKERS"),
    "limits that are maybe on": ([], {"QUADRIGA_LIMITS": "maybe"}, "QUADRIGA_LIMITS"),
    "a proxy that is maybe there": ([], {"QUADRIGA_PROXIED": "perhaps"}, "QUADRIGA_PROXIED"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "environ", "names"), SETTINGS.values(), ids=SETTINGS)
def test_a_setting_that_is_wrong_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], environ: dict[str, str], names: str,
) -> None:  # fmt: skip
    for name, value in {"QUADRIGA_DATA_DIR": str(tmp_path), **environ}.items():
        monkeypatch.setenv(name, value)
    try:
        code: object = main(["serve", "--no-browser", *arguments])
    except SystemExit as stopped:
        code = stopped.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("quadriga: ")
    assert names in said.err


STARTS: dict[str, tuple[list[str], dict[str, str], str]] = {
    "a host that is nowhere": (["--host", "nowhere.invalid"], {}, "nowhere.invalid"),
    "a host that is no name": (["--host", "a..b"], {}, "a..b"),
    "a host that is not here": (["--host", "203.0.113.7"], {}, "203.0.113.7"),
    "no address of a database": ([], {"QUADRIGA_DATABASE_URL": "nonsense"}, "QUADRIGA_DATABASE_URL"),
    "a database in no folder": ([], {"QUADRIGA_DATABASE_URL": "sqlite:////no/such/folder/x"}, "/no/such/folder/x"),
    "no address of Redis": ([], {"QUADRIGA_REDIS_URL": "nonsense"}, "QUADRIGA_REDIS_URL"),
}  # fmt: skip


def serve(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, "QUADRIGA_DATA_DIR": str(folder), **environ}
    return command(["serve", "--no-browser", *arguments], told, WAIT)


def one_line(done: subprocess.CompletedProcess[str], names: str) -> None:
    assert done.returncode == 2, (done.returncode, done.stderr[-1500:])
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("quadriga: ")
    assert names in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("arguments", "environ", "names"), STARTS.values(), ids=STARTS)
def test_a_start_that_fails_is_one_line(
    tmp_path: Path, arguments: list[str], environ: dict[str, str], names: str
) -> None:
    one_line(serve(tmp_path, *arguments, **environ), names)


def test_a_port_that_is_taken_is_one_line(tmp_path: Path, server: Server) -> None:
    port = server.url.rpartition(":")[2]
    one_line(serve(tmp_path, "--port", port), f"port {port}")


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"Gallia est omnis divisa in partes tres" * 200)
    one_line(serve(tmp_path, "--port", "0"), "tables.sqlite3")


def test_a_failing_start_leaves_no_secret_of_the_database_behind(tmp_path: Path) -> None:
    done = serve(tmp_path, "--port", "0", QUADRIGA_DATABASE_URL="mysql://user:very-secret@host/name")
    one_line(done, "mysql")
    assert "very-secret" not in done.stdout + done.stderr
