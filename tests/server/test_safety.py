"""Safety: who may ask from where, and how much; what leaves the server, and its logs."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from .client import WAIT
from .running import Server, authority, raw, running
from .stories import bad, good, guest, pair, people, tell, turns

LARGEST = 64 * 1024
WISH = {"game": "caesar-cleopatra-2024", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"connection": "close"}, timeout=WAIT) as client:
        yield client


# --- who may ask from where


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
