"""What one client may take of a server: connections, time, words, work. Others are served beside it."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quadriga.server.bus import LocalBus
from quadriga.server.connections import TOO_SLOW
from quadriga.server.faults import Seldom
from quadriga.server.hall import FEW, Hall
from quadriga.server.identity import hash_of
from quadriga.server.limits import Limit, Limits, TooMany
from quadriga.server.metrics import Metrics
from quadriga.server.places import place_of
from quadriga.server.steady import Steady
from quadriga.server.storage import Storage

from .client import WAIT, Person
from .running import Server, running
from .stories import bad, good, guest, in_the_end, pair, people, tell, turns, whose_turn

NEW = "caesar-cleopatra-2024"
PATHS = pytest.mark.parametrize("fast", ["on", "off"], ids=["fast path", "plain path"])
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "


def connected(server: Server, address: str = "127.0.0.1") -> socket.socket:
    """Open a connection from one of the addresses of this machine."""
    parts = urlsplit(server.url)
    assert parts.hostname is not None and parts.port is not None
    return socket.create_connection((parts.hostname, parts.port), WAIT, (address, 0))


def told(server: Server) -> dict[str, float]:
    """Read the numbers of a server."""
    text = httpx.get(f"{server.url}/metrics", timeout=WAIT).text
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    }


def rest_of(connection: socket.socket) -> bytes:
    """Read what comes until the other end closes."""
    connection.settimeout(WAIT)
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionError:
        pass
    return found


# --- connections


class FewFiles(Server):
    """A server that may open 256 files."""

    def start(self) -> FewFiles:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        real = subprocess.Popen

        class Limited(real):  # type: ignore[type-arg, misc, valid-type]
            def __init__(self, *given: object, **named: object) -> None:
                limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))  # noqa: E731
                super().__init__(*given, preexec_fn=limit, **named)

        subprocess.Popen = Limited  # type: ignore[misc]
        try:
            super().start()
        finally:
            subprocess.Popen = real  # type: ignore[misc]
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == before
        return self


@PATHS
def test_with_few_file_handles_half_sent_headers_of_one_address_keep_nobody_out(tmp_path: Path, fast: str) -> None:
    server = FewFiles(
        tmp_path, afresh=True, QUADRIGA_LIMITS="on", QUADRIGA_FAST_PATH=fast, QUADRIGA_HEADER_SECONDS="600"
    )
    with ExitStack() as stack:
        stack.callback(server.stop)
        server.start()
        for _ in range(226):
            half = stack.enter_context(connected(server, "127.0.0.2"))
            half.sendall(HALF)

        async def story() -> None:
            async with people(server.url, 2) as (livia, marcus):
                id = await pair(livia, marcus, "caesar")
                async with livia.live(id) as live:
                    await live.read()
                    await turns(id, 2, livia, marcus)
                    assert (await live.read())["type"] == "entries"

        tell(story())
        found = told(server)
        assert 60 < found["quadriga_connections"] < 160
        assert found['quadriga_turned_away_total{why="crowded"}'] >= 100
    assert "Traceback" not in server.log.read_text()


def test_when_all_are_taken_the_address_with_most_makes_room(tmp_path: Path) -> None:
    server = FewFiles(tmp_path, afresh=True, QUADRIGA_LIMITS="on", QUADRIGA_HEADER_SECONDS="600")
    with ExitStack() as stack:
        stack.callback(server.stop)
        server.start()
        for number in range(200):
            half = stack.enter_context(connected(server, f"127.0.1.{2 + number % 4}"))
            half.sendall(HALF)
        assert httpx.get(f"{server.url}/ready", timeout=WAIT).status_code == 200
        assert told(server)['quadriga_turned_away_total{why="full"}'] >= 10


@pytest.fixture(scope="module", params=["on", "off"], ids=["fast path", "plain path"])
def hasty(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody, with limits that are soon reached."""
    with running(
        tmp_path_factory.mktemp("hasty"), QUADRIGA_LIMITS="on", QUADRIGA_HEADER_SECONDS="0.3",
        QUADRIGA_BODY_SECONDS="0.3", QUADRIGA_IDLE_SECONDS="0.5", QUADRIGA_SOCKETS_PER_ADDRESS="3",
        QUADRIGA_FAST_PATH=request.param,
    ) as server:  # fmt: skip
        yield server


def test_headers_that_do_not_come_end_the_connection(hasty: Server) -> None:
    with connected(hasty) as half:
        half.sendall(HALF)
        assert rest_of(half) == TOO_SLOW
    with connected(hasty) as silent:
        assert rest_of(silent) == TOO_SLOW
    with connected(hasty) as again:
        again.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" + HALF)
        found = rest_of(again)
    assert found.startswith(b"HTTP/1.1 200 ") and found.endswith(TOO_SLOW)


def test_headers_that_come_in_drops_end_the_connection(hasty: Server) -> None:
    with connected(hasty) as slow:
        slow.settimeout(0.05)
        slow.sendall(HALF)
        found = b""
        while not found:
            try:
                slow.sendall(b"x")
                found = slow.recv(1000)
            except TimeoutError:
                pass
    assert found == TOO_SLOW


def test_a_body_that_does_not_come_ends_the_request(hasty: Server) -> None:
    with connected(hasty) as half:
        half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        half.sendall(b"Content-Length: 1000\r\n\r\n{")
        found = rest_of(half)
    assert found.startswith(b"HTTP/1.1 408 ") and b'"late"' in found
    assert b"connection: close" in found


def test_a_socket_may_be_silent(hasty: Server) -> None:
    """For longer than a connection without a request: the limits above are not for sockets."""

    async def story() -> None:
        async with people(hasty.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "open")
            async with livia.live(id) as live:
                await live.read()
                before = told(hasty).get('quadriga_turned_away_total{why="headers"}', 0)
                with connected(hasty) as half:
                    half.sendall(HALF)
                    await asyncio.to_thread(rest_of, half)
                with connected(hasty) as half:
                    half.sendall(HALF)
                    await asyncio.to_thread(rest_of, half)
                assert told(hasty)['quadriga_turned_away_total{why="headers"}'] >= before + 2
                await live.send(do="ping", id="still-here")
                assert (await live.read())["type"] == "pong"

    tell(story())


def test_one_address_has_so_many_sockets_and_no_more(hasty: Server) -> None:
    async def story() -> None:
        async with people(hasty.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "open")
        where = f"{hasty.socket_url}/api/tables/{id}/live"
        opened = [await connect(where) for _ in range(3)]
        for live in opened:
            await live.recv()
        async with connect(where) as one_more:
            with pytest.raises(ConnectionClosed) as closed:
                await one_more.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000, "crowded")
        async with connect(where, local_addr=("127.0.0.2", 0)) as elsewhere:
            await elsewhere.recv()
        await opened[0].close()

        async def another() -> str:
            async with connect(where) as live:
                try:
                    await live.recv()
                except ConnectionClosed as closed:
                    return "" if closed.rcvd is None else closed.rcvd.reason
                return "open"

        assert await in_the_end(another, lambda said: said != "crowded") == "open"
        for live in opened[1:]:
            await live.close()

    tell(story())


# --- addresses and keys


def test_the_addresses_of_one_household_are_one_place() -> None:
    assert place_of("2001:db8:1:2::7") == place_of("2001:db8:1:2:ffff::1") != place_of("2001:db8:1:3::7")
    assert place_of("::ffff:10.1.2.3") == place_of("10.1.2.3") != place_of("10.1.2.4")
    assert place_of("fe80::1%eth0") == place_of("fe80::2")
    assert place_of("[2001:db8:1:2::7]") == place_of("2001:db8:1:2::8")
    assert place_of("nonsense") == "nonsense"


def test_the_stricter_of_address_and_key_counts() -> None:
    limit = Limit(2, 0.001, "things", people=2)
    limits = Limits()
    for _ in range(2):
        limits.take(limit, "here", "livia")
    with pytest.raises(TooMany):
        limits.take(limit, "there", "livia")
    for _ in range(2):
        limits.take(limit, "here", "marcus")
    with pytest.raises(TooMany):
        limits.take(limit, "here", "gaia")
    limits.take(limit, "there", "gaia")
    limits.take(limit, "nowhere", cost=3)
    with pytest.raises(TooMany):
        limits.take(limit, "nowhere", cost=3)


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits, behind a proxy that says who asks."""
    with running(tmp_path_factory.mktemp("limited"), QUADRIGA_LIMITS="on", QUADRIGA_PROXIED="on") as server:
        yield server


def coming_from(server: Server, address: str, key: str | None = None) -> httpx.Client:
    headers = {"X-Forwarded-For": address} | ({} if key is None else {"Authorization": f"Bearer {key}"})
    return httpx.Client(base_url=server.url, headers=headers, timeout=WAIT)


def test_a_stranger_who_turns_out_keys_does_not_fill_the_chat_of_a_table(limited: Server) -> None:
    with coming_from(limited, "10.1.0.1") as host:
        seats = [{"kind": "me"}, {"kind": "open"}]
        id = good(host.post("/api/tables", json={"game": NEW, "seats": seats, "listed": True}))["table"]["id"]
        path = f"/api/tables/{id}/commands"
        made_up, taken = 0, 0
        for number in range(40):
            with coming_from(limited, "2001:db8::1", f"{number:043}") as stranger:
                bad(stranger.post(path, json={"do": "say", "text": "spam"}), 401, "key")
                made_up += 1
        for number in range(40):
            address = f"2001:db8::{number:x}"  # all of one household
            with coming_from(limited, address) as stranger:
                key = good(stranger.post("/api/visitors"))["key"]
            with coming_from(limited, address, key) as stranger:
                answer = stranger.post(path, json={"do": "say", "text": "spam"})
                taken += answer.status_code == 200
                assert answer.status_code == 200 or answer.json()["error"]["code"] == "slow"
        assert made_up == 40
        assert 5 <= taken <= 15
        good(host.post(path, json={"do": "say", "text": "What was that?"}))
        with coming_from(limited, "10.1.0.2") as other:
            good(other.post(path, json={"do": "say", "text": "Never mind.", "name": "Cicero"}))


@pytest.mark.parametrize(
    ("path", "body", "most"), [("link", {}, 20), ("undo", {"do": "undo"}, 80)], ids=["links", "undos"]
)
def test_too_many_of_one_kind_are_refused(limited: Server, path: str, body: dict[str, str], most: int) -> None:
    with coming_from(limited, f"10.2.0.{most}") as somebody:
        seats = [{"kind": "me"}, {"kind": "open"}]
        id = good(somebody.post("/api/tables", json={"game": NEW, "seats": seats}))["table"]["id"]
        where = f"/api/tables/{id}/{'commands' if path == 'undo' else path}"
        codes = [somebody.post(where, json=body).status_code for _ in range(most + 1)]
        assert codes[0] in (200, 409)
        assert 429 in codes


def test_a_log_is_paid_for_by_its_entries() -> None:
    from quadriga.server.limits import HISTORY

    limits = Limits()
    for _ in range(int(HISTORY.burst // 1000)):
        limits.take(HISTORY, "here", "livia", 1000)
    with pytest.raises(TooMany):
        limits.take(HISTORY, "here", "livia", 1000)


def test_keys_from_before_they_were_signed_still_hold_their_seats(tmp_path: Path) -> None:
    old = "x" * 43

    async def begin(server: Server) -> str:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus)
            await turns(id, 3, livia, marcus)
            with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
                for name, column in (("keys", "hash"), ("appends", "entries")):
                    database.execute(
                        f"UPDATE {name} SET {column} = replace({column}, ?, ?)",
                        (hash_of(str(livia.key)), hash_of(old)),
                    )
            return id

    async def go_on(server: Server, id: str) -> None:
        livia = Person(server.url, old)
        stranger = Person(server.url, "y" * 43)
        assert (await livia.look(id))["held"] == [0]
        good(await livia.order(id, do="say", text="Here again."))
        async with livia.live(id) as live:
            assert (await live.read())["held"] == [0]
        bad(await stranger.http.get(f"/api/tables/{id}"), 401, "key")
        key = good(await stranger.http.post("/api/visitors"))["key"]
        assert key != "y" * 43
        for person in (livia, stranger):
            await person.leave()

    with running(tmp_path) as server:
        id = asyncio.run(begin(server))
    with running(tmp_path) as server:
        tell(go_on(server, id))


# --- what clients do wrong


@PATHS
def test_what_cannot_be_read_is_counted_and_not_logged(tmp_path: Path, fast: str) -> None:
    async def story(server: Server) -> None:
        async with guest(server.url) as nobody, people(server.url, 1) as (livia,):
            id = await livia.create(NEW, "me", "open")
            for _ in range(5):
                async with nobody.live(id) as live:
                    await live.read()
                    await live.socket.send(b"\xff\xfe", text=True)
                    with pytest.raises(ConnectionClosed):
                        await live.read()
        for _ in range(5):
            with connected(server) as nonsense:
                nonsense.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
                assert (await asyncio.to_thread(rest_of, nonsense)).startswith(b"HTTP/1.1 400 ")
        found = told(server)
        assert found['quadriga_client_faults_total{fault="utf-8"}'] == 5
        assert found['quadriga_client_faults_total{fault="http"}'] == 5

    with running(tmp_path, QUADRIGA_FAST_PATH=fast) as server:
        tell(story(server))
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert [line for line in lines if line["level"] != "info"] == []


def test_bots_that_wait_for_their_turn_end_quietly_with_the_server(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with people(server.url, 1) as (livia,):
            for _ in range(12):
                await livia.create("ave-caesar", *["consul"] * 6, options={"players": 6})
            good(await livia.http.get("/ready"))

    server = Server(tmp_path, QUADRIGA_BOT_WORKERS="2").start()
    tell(story(server))
    assert server.stop() == 0
    lines = server.log.read_text().splitlines()
    assert [line for line in lines if json.loads(line)["level"] != "info"] == []


def test_a_step_of_the_machine_s_clock_loses_nobody_a_match(tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    (tmp_path / "sitecustomize.py").write_text(
        "import pathlib, time\nreal = time.time\n"
        f"time.time = lambda: real() + float(pathlib.Path({str(shift)!r}).read_text() or 0)\n"
    )

    async def story(server: Server) -> None:
        async with people(server.url, 2) as (livia, marcus):
            id = await pair(livia, marcus, "caesar", clock={"kind": "bank", "seconds": 600, "increment": 0})
            await turns(id, 2, livia, marcus)
            async with livia.live(id) as live:
                await live.read()
                for seconds in ("7200", "-7200", "86400"):
                    shift.write_text(seconds)
                    await turns(id, 2, livia, marcus)
                    shown = await livia.look(id)
                    assert shown["table"]["status"] == "live"
                    assert min(shown["clock"]["left"]) > 300
                await live.send(do="ping", id="now")
                while (message := await live.hear())["type"] != "pong":
                    pass
                assert abs(message["now"] - shown["clock"]["since"]) < 300, "the page shows clocks by it"

    path = ":".join([str(tmp_path), *sys.path])
    with running(tmp_path / "data", afresh=True, PYTHONPATH=path) as server:
        tell(story(server))
    assert '"the clock of this machine was changed' in server.log.read_text()


# --- what is asked for


def test_a_whole_number_may_be_written_with_a_point(limited: Server) -> None:
    with coming_from(limited, "10.3.0.1") as livia:
        wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "me"}], "games": 1.0}
        shown = good(livia.post("/api/tables", json=wish))
        id = shown["table"]["id"]
        path = f"/api/tables/{id}/commands"
        bad(livia.post(path, json={"do": "move", "version": 4.5, "move": 1}), 422, "malformed")
        seat = shown["awaited"][0]
        legal = good(livia.get(f"/api/tables/{id}", params={"seat": seat}))["views"][0]["legal"]
        order = {"do": "move", "version": float(shown["version"]), "seat": float(seat), "move": float(legal[0]["id"])}
        good(livia.post(path, json=order))


def test_a_page_by_another_scheme_is_another_page(limited: Server) -> None:
    host = urlsplit(limited.url).netloc
    for scheme, origin, status in (
        ("http", "http", 201), ("https", "https", 201), ("https", "http", 403), ("http", "https", 403),
    ):  # fmt: skip
        headers = {"X-Forwarded-Proto": scheme, "Origin": f"{origin}://{host}", "X-Forwarded-For": "10.3.0.2"}
        assert httpx.post(f"{limited.url}/api/visitors", headers=headers, timeout=WAIT).status_code == status


def test_the_lag_of_the_loop_is_a_number(limited: Server) -> None:
    async def counted() -> float:
        return await asyncio.to_thread(lambda: told(limited)["quadriga_loop_lag_seconds_count"])

    async def story() -> None:
        await in_the_end(counted, lambda count: count >= 2)

    tell(story())


def test_what_goes_wrong_again_and_again_is_logged_seldom(caplog: pytest.LogCaptureFixture) -> None:
    moment = [100.0]
    fault = Seldom("it went wrong", 60.0, lambda: moment[0])
    for _ in range(50):
        fault.note("the disk is full")
        moment[0] += 3
    assert [(record.message, vars(record)["count"]) for record in caplog.records] == [
        ("it went wrong", 1), ("it went wrong", 20), ("it went wrong", 20),
    ]  # fmt: skip


def test_long_work_about_one_table_is_done_beside_the_loop() -> None:
    async def story() -> None:
        hall = Hall(Storage("sqlite:///nowhere"), LocalBus(), Metrics())
        where = threading.current_thread()
        assert await hall.beside(threading.current_thread, FEW) is where
        assert await hall.beside(threading.current_thread, FEW + 1) is not where
        await hall.close()

    asyncio.run(story())


def test_a_clock_that_was_set_goes_on_by_itself() -> None:
    wall, even = [1_000_000.0], [50.0]
    clock = Steady(lambda: wall[0], lambda: even[0])
    assert clock.now() == 1_000_000.0
    even[0], wall[0] = 60.0, 1_007_210.0
    assert clock.now() == 1_000_010.0
    even[0], wall[0] = 61.0, 900_000.0
    assert clock.now() == 1_000_011.0


# --- hosts, and who has left


def test_the_host_keeps_order_and_who_left_loses(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with people(server.url, 3) as (livia, marcus, gaia), guest(server.url) as nobody:
            id = await livia.create("ave-caesar", "me", "open", "open", options={"players": 3})
            good(await marcus.order(id, do="sit", seat=1, name="Marcus"))
            bad(await marcus.order(id, do="remove", of=0), 409, "host-only")
            async with livia.live(id) as live:
                await live.read()
                await live.send(do="remove", of=1, id="away")
                said = [await live.read(), await live.read()]
            assert {each["type"] for each in said} == {"entries", "done"}
            bad(await marcus.order(id, do="sit", seat=1), 409, "removed")
            assert (await marcus.look(id))["held"] == []
            assert good(await marcus.http.get("/api/tables", params={"show": "mine"})) == []
            good(await gaia.order(id, do="sit", seat=1, name="Gaia"))
            good(await livia.order(id, do="mute", yes=True))
            bad(await nobody.order(id, do="say", text="Ave!", name="Cicero"), 409, "muted")
            good(await gaia.order(id, do="say", text="Ave!"))
            good(await livia.order(id, do="mute", yes=False))
            bad(await nobody.order(id, do="say", text="Ave!", name="gaia"), 409, "name")
            good(await nobody.order(id, do="say", text="Ave!", name="Cicero"))

            match = await pair(livia, gaia, "caesar")
            one = await whose_turn(match, livia, gaia)
            other = gaia if one is livia else livia
            bad(await other.order(match, do="claim", win=True), 409, "there")
            async with other.live(match) as live:
                await live.read()
                async with one.live(match) as awaited:
                    await awaited.read()
                    bad(await other.order(match, do="claim", win=True), 409, "there")
                    bad(await one.order(match, do="claim", win=True), 409, "yours")

                async def claimed() -> httpx.Response:
                    return await other.order(match, do="claim", win=True)

                answer = await in_the_end(claimed, lambda answer: answer.status_code == 200)
                assert good(answer)["repeated"] is False
            result = (await one.look(match))["table"]["result"]
            assert (result["how"], result["winners"]) == ("left", (await other.look(match))["held"])

    with running(tmp_path, QUADRIGA_CLAIM_SECONDS="1") as server:
        tell(story(server))
