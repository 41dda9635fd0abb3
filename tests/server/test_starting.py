"""How the server starts and stops: politely, and where it cannot start, in one line."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from quadriga.cli import main
from tests.processes import children, still_there

from .client import WAIT, Person
from .forked import command
from .running import Server, running
from .stories import guest, in_the_end, pair, people, step, tell, whose_turn

LARGEST = 64 * 1024
WISH = {"game": "caesar-cleopatra-2024", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_politely(tmp_path: Path, told: signal.Signals) -> None:
    """With people connected, bots that think, and a question that waits for a bot."""

    async def story(server: Server) -> None:
        assert server.process is not None
        pid = server.process.pid
        async with people(server.url, 2) as (livia, marcus), guest(server.url) as nobody:
            robots = await livia.create("caesar", "consul", "consul")
            id = await pair(livia, marcus)
            version = await step(await whose_turn(id, livia, marcus), id)
            async with livia.live(id) as one, marcus.live(id) as two, nobody.live(id) as three, nobody.live(robots):
                for live in (one, two, three):
                    await live.read()
                workers = await in_the_end(lambda: asyncio.to_thread(children, pid), bool)
                server.process.send_signal(told)
                for live in (one, two, three):
                    with pytest.raises(ConnectionClosed) as closed:
                        await live.read()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 1012
            assert await asyncio.to_thread(server.process.wait, WAIT) == 0
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


def test_what_it_cannot_wait_for_when_it_stops_is_told_so(tmp_path: Path) -> None:
    """Somebody whose request never becomes whole is told to try again, and nobody finds a traceback."""
    server = Server(tmp_path, afresh=True).start()
    assert server.process is not None
    where = urlsplit(server.url)
    lines = (
        "POST /api/tables HTTP/1.1",
        f"Host: {where.netloc}",
        "Content-Type: application/json",
        "Content-Length: 90",
    )
    with socket.create_connection((where.hostname, where.port), timeout=WAIT) as half:
        half.sendall("\r\n".join((*lines, "", "{")).encode())
        httpx.get(f"{server.url}/ready").raise_for_status()  # what came before is being read
        assert server.stop() == 0
        answer = half.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 503 ") and '"code":"stopping"' in answer
    assert "Traceback" not in server.log.read_text()


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
