"""Where a server is put: under a path, behind a Unix socket, as several processes; and what it tells who runs it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect, unix_connect

from quadriga.errors import QuadrigaError
from quadriga.server.listening import listen_at
from quadriga.server.settings import Settings
from quadriga.server.storage import Storage
from tests.ports import free_port
from tests.processes import serving

from .client import WAIT
from .forked import command
from .running import running
from .services import Postgres, RedisServer
from .steadfast import PATIENCE, Steadfast, arrive, is_whole, lay_out, sit, stands_by_its_word, until

WISH = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}


def lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]


# --- under a path, behind a proxy that ends TLS


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server under a path, with everything that an operator sets."""
    folder = tmp_path_factory.mktemp("placed")
    given = {
        "QUADRIGA_PROXIED": "on", "QUADRIGA_HSTS": "31536000", "QUADRIGA_URL": "https://play.example.org",
        "QUADRIGA_METRICS_KEY": "sesame",
    }  # fmt: skip
    with running(folder, "--port", "0", "--base-path", "/games/rome/", "--access-log", **given) as server:
        assert server.url.endswith("/games/rome")
        yield server


@pytest.fixture(params=["kept", "taken away"])
def http(placed: Any, request: pytest.FixtureRequest) -> Any:
    """A browser, through a proxy that keeps the path or takes it away."""
    base = placed.url if request.param == "kept" else placed.url.removesuffix("/games/rome")
    headers = {"host": "play.example.org", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
    with httpx.Client(base_url=base, headers=headers, timeout=WAIT) as client:
        yield client


def test_the_page_and_its_parts_are_found_under_the_path(http: httpx.Client) -> None:
    for path in ("", "/", "/table/abc", "/rules/caesar"):
        page = http.get(path, headers={"accept": "text/html"})
        assert page.status_code == 200
        assert '<meta name="base-path" content="/games/rome" />' in page.text
        found = re.findall(r'(?:href|src)="([^"]*)"', page.text)
        assert len(found) > 3 and all(each.startswith("/games/rome/") for each in found)
        for each in found:
            assert http.get(each.removeprefix("/games/rome")).status_code == 200
    lost = http.get("/nowhere", headers={"accept": "text/html"})
    assert lost.status_code == 404 and 'content="/games/rome"' in lost.text
    assert http.get("/docs").status_code == 200
    assert http.get("/openapi.json").json()["servers"] == [{"url": "/games/rome"}]


def test_cookies_links_and_invitations_know_the_path(http: httpx.Client) -> None:
    made = http.post("/api/tables", json=WISH)
    assert made.status_code == 201
    cookie = made.headers["set-cookie"]
    assert "Path=/games/rome;" in cookie and "Secure" in cookie
    key = re.search(r"quadriga=([^;]+)", cookie)
    assert key is not None
    mine = {"Authorization": f"Bearer {key[1]}"}
    id = made.json()["table"]["id"]
    link = http.post(f"/api/tables/{id}/link", json={}, headers=mine).json()["link"]
    assert link.startswith(f"/games/rome/table/{id}#key=")
    assert http.get("/api/invitation").json() == {"base": "https://play.example.org/games/rome"}


def test_the_record_of_a_match_says_at_which_site_it_was_played(http: httpx.Client) -> None:
    wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "bot", "level": "tiro"}], "name": "Livia"}
    made = http.post("/api/tables", json={**wish, "clock": {"kind": "bank", "seconds": 300, "increment": 3}})
    key = re.search(r"quadriga=([^;]+)", made.headers["set-cookie"])
    assert made.status_code == 201 and key is not None
    at = f"/api/tables/{made.json()['table']['id']}"
    order = {"do": "resign", "seat": 0}
    assert http.post(f"{at}/commands", json=order, headers={"Authorization": f"Bearer {key[1]}"}).status_code == 200
    record = http.get(f"{at}/record").text
    assert '\n[Site "https://play.example.org/games/rome"]\n[TimeControl "300+3"]\n' in record
    assert '\n[Players "Livia; tiro"]\n' in record


def test_the_socket_is_found_under_the_path(placed: Any, http: httpx.Client) -> None:
    id = http.post("/api/tables", json=WISH).json()["table"]["id"]

    async def look() -> None:
        async with connect(f"{str(http.base_url).replace('http', 'ws', 1).rstrip('/')}/api/tables/{id}/live") as live:
            assert json.loads(await live.recv())["table"]["id"] == id

    asyncio.run(look())


def test_who_came_by_https_is_told_to_stay_there(http: httpx.Client) -> None:
    for path in ("/", "/api/games", "/nothing"):
        assert http.get(path).headers["strict-transport-security"] == "max-age=31536000"
    plain = http.get("/", headers={"x-forwarded-proto": "http"})
    assert "strict-transport-security" not in plain.headers


def test_every_request_is_a_line_without_secrets(placed: Any, http: httpx.Client) -> None:
    before = len(lines(placed.log))
    made = http.post("/api/tables", json={**WISH, "name": "Livilla"})
    id, key = made.json()["table"]["id"], made.cookies.get("quadriga") or ""
    for path in (f"/api/tables/{id}", f"/table/{id}", f"/nothing/{id}?key={key}", f"/api/tables/{id}/history?since=1"):
        http.get(path)
    command = {"do": "say", "text": "vox populi", "name": "Livilla"}
    http.post(f"/api/tables/{id}/commands", json=command)
    http.get("/icon.svg")
    while not any(line.get("route") == "/icon.svg" for line in lines(placed.log)[before:]):
        assert placed.process.poll() is None
    logged = [line for line in lines(placed.log)[before:] if line["logger"] == "quadriga.access"]
    seen = [(line["method"], line["route"], line["status"]) for line in logged]
    assert seen == [
        ("POST", "/api/tables", 201), ("GET", "/api/tables/{id}", 200), ("GET", "/table/{id}", 200), ("GET", None, 404),
        ("GET", "/api/tables/{id}/history", 200), ("POST", "/api/tables/{id}/commands", 409), ("GET", "/icon.svg", 200),
    ]  # fmt: skip
    assert {line["client"] for line in logged} == {"192.0.2.7"}
    assert all(line["ms"] > 0 and line["message"] == "request" for line in logged)
    marks = {line["table"] for line in logged if line["route"] and "{id}" in line["route"]}
    assert len(marks) == 1 and None not in marks
    text = placed.log.read_text()
    assert len(id) > 8 and len(key) > 40
    for secret in (id, key, "Livilla", "vox populi", "key="):
        assert secret not in text


def test_numbers_are_for_who_has_the_key(placed: Any, http: httpx.Client) -> None:
    assert http.get("/metrics").status_code == 403
    assert http.get("/metrics", headers={"Authorization": "Bearer open"}).status_code == 403
    shown = http.get("/metrics", headers={"Authorization": "Bearer sesame"})
    assert shown.status_code == 200
    for name in (
        "quadriga_writes_waiting", "quadriga_sockets", "quadriga_thoughts", "quadriga_database_bytes",
        "quadriga_tables_removed_total", "process_cpu_seconds_total", "process_resident_memory_bytes",
    ):  # fmt: skip
        assert re.search(rf"^{name}(\{{[^}}]*\}})? \d", shown.text, re.MULTILINE), name
    size = re.search(r"^quadriga_database_bytes (\S+)", shown.text, re.MULTILINE)
    assert size is not None and float(size[1]) > 4096


# --- what may be asked by whom where nothing is set; a port of its own


def test_numbers_stay_on_this_machine_unless_a_key_is_set(server: Any) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 200
    refused = httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": "192.0.2.7"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")


def test_settings_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUADRIGA_DATA_DIR", str(tmp_path))
    read = Settings.from_environment
    assert read({"QUADRIGA_BASE_PATH": "/games/"}).base_path == "/games"
    assert read({"QUADRIGA_BASE_PATH": "/"}).base_path == read({}).base_path == ""
    for wrong in ("games", "/a b", "//", "/../x", '/"', "https://x"):
        if wrong.rstrip("/"):
            with pytest.raises(QuadrigaError, match="QUADRIGA_BASE_PATH is a path"):
                read({"QUADRIGA_BASE_PATH": wrong})
    with pytest.raises(QuadrigaError, match="QUADRIGA_METRICS_PORT"):
        read({"QUADRIGA_METRICS_PORT": "70000"})
    assert "sesame" not in repr(read({"QUADRIGA_METRICS_KEY": "sesame"}))


# --- a Unix socket


def test_a_unix_socket_serves_a_proxy_and_the_numbers_have_a_port(tmp_path: Path) -> None:
    path, port = tmp_path / "quadriga.sock", free_port()
    with running(tmp_path, "--uds", str(path), QUADRIGA_METRICS_PORT=str(port)) as server:
        assert server.url == f"unix:{path}"
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
        through = httpx.HTTPTransport(uds=str(path))
        with httpx.Client(transport=through, base_url="http://localhost", headers=headers, timeout=WAIT) as http:
            made = http.post("/api/tables", json=WISH)
            assert made.status_code == 201 and "Secure" in made.headers["set-cookie"]
            assert http.get("/metrics").status_code == 404
        id = made.json()["table"]["id"]

        async def look() -> None:
            async with unix_connect(str(path), uri=f"ws://localhost/api/tables/{id}/live") as live:
                assert json.loads(await live.recv())["table"]["id"] == id

        asyncio.run(look())
        assert "quadriga_tables_created_total" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        with pytest.raises(QuadrigaError, match="another process does"):
            listen_at(str(path))
    assert not path.exists()


def test_a_socket_that_was_left_is_replaced_and_another_file_is_not(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "left"))
    left.close()
    listen_at(str(tmp_path / "left")).close()
    (tmp_path / "letter").write_text("Salve!")
    with pytest.raises(QuadrigaError, match="no socket"):
        listen_at(str(tmp_path / "letter"))
    assert (tmp_path / "letter").read_text() == "Salve!"
    with pytest.raises(QuadrigaError, match="cannot listen on"):
        listen_at(str(tmp_path / "nowhere" / "socket"))


# --- several processes


def test_several_processes_need_a_database_to_share(tmp_path: Path) -> None:
    environ = {**os.environ, "QUADRIGA_DATA_DIR": str(tmp_path)}
    done = command(["serve", "--no-browser", "--port", "0", "--workers", "2"], environ, WAIT)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "--workers needs PostgreSQL and Redis" in done.stderr


def test_several_processes_serve_one_port_and_one_that_dies_is_replaced(
    postgres: Postgres, redis_server: RedisServer, tmp_path: Path
) -> None:
    async def story(server: Any, url: str) -> None:
        def where() -> str:
            return str(server.url)

        keys = [await arrive(where), await arrive(where)]
        table = await lay_out(where, keys[0], "caesar-cleopatra-2024", "me", "open", listed=True)
        await sit(where, keys[1], table, 1)
        people = [Steadfast(keys[0], table, where, 1), Steadfast(keys[1], table, where, 2)]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(person.play()) for person in people]
            await until(lambda: all(len(person.answered) > 3 for person in people))
            first = serving(server.process.pid)
            assert len(first) == 2
            os.kill(first[0], 9)
            await asyncio.gather(*playing)
        await until(lambda: len({*serving(server.process.pid)} - {*first}) == 1)
        await stands_by_its_word(people, where)
        assert len(await is_whole(url)) == 1

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await story(server, url)

    with postgres.database() as url:
        given = {"QUADRIGA_DATABASE_URL": url, "QUADRIGA_REDIS_URL": redis_server.url, "QUADRIGA_BOT_WORKERS": "1"}
        with running(tmp_path, "--port", "0", "--workers", "2", afresh=True, **given) as server:
            asyncio.run(bounded())
            assert server.stop() == 0


def test_a_database_that_cannot_be_used_ends_them_all(tmp_path: Path, redis_server: RedisServer) -> None:
    given = {
        "QUADRIGA_DATABASE_URL": f"postgresql://postgres@/nothing?host={tmp_path}",
        "QUADRIGA_REDIS_URL": redis_server.url,
    }
    command = [sys.executable, "-m", "quadriga.cli", "serve", "--no-browser", "--port", "0", "--workers", "2"]
    done = subprocess.run(
        command, env={**os.environ, **given}, capture_output=True, text=True, timeout=WAIT, check=False
    )  # fmt: skip
    assert done.returncode == 2 and "The database says" in done.stderr and "Traceback" not in done.stderr


# --- ready means that something can be stored


def test_ready_stores_something_and_costs_little(sqlite_url: str) -> None:
    async def story() -> None:
        storage = Storage(sqlite_url)
        await storage.open()
        path = sqlite_url.removeprefix("sqlite:///")
        assert await storage.healthy()
        with sqlite3.connect(path) as other:
            pages = other.execute("PRAGMA data_version").fetchone()
            assert all(await asyncio.gather(*(storage.healthy() for _ in range(50))))
            assert other.execute("PRAGMA data_version").fetchone() == pages, "who asks again is told what is known"
            storage._tried = 0.0
            assert await storage.healthy()
            assert other.execute("PRAGMA data_version").fetchone() != pages, "nothing was stored"
        lock = sqlite3.connect(path, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        storage._tried = 0.0
        assert not await storage.healthy()
        lock.close()
        storage._tried = 0.0
        assert await storage.healthy()
        assert storage.waiting == 0
        await storage.close()

    asyncio.run(story())
