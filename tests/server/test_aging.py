"""What has lain for too long goes, what is used stays, and lists come a page at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from quadriga.errors import QuadrigaError
from quadriga.server.identity import maker_of
from quadriga.server.settings import Settings
from quadriga.server.storage import Cursor, Keeping, Missing, Storage
from quadriga.server.storage.aging import DAY

from .client import Person
from .running import Server, running
from .test_storage import addition, link, table, visitor, with_storage

NOW = 1000 * DAY


def pages(rows: Any, limit: int) -> list[list[str]]:
    """Read a list a page at a time."""

    async def read() -> list[list[str]]:
        found: list[list[str]] = []
        place = None
        while True:
            page = await rows(limit, place)
            if not page:
                return found
            found.append([row.id for row in page])
            place = Cursor.read(str(Cursor(page[-1].round, page[-1].created_at, page[-1].id)))

    return read()  # type: ignore[return-value]


# What goes


def test_what_nobody_changed_for_long_goes_by_its_status(url: str) -> None:
    async def play(storage: Storage) -> None:
        for status in ("waiting", "live", "over"):
            for age in (1, 20):
                name = f"{status}-{age}"
                await storage.create(table(name, status=status, updated_at=NOW - age * DAY), [visitor(name, 0, "me")])
        # Moves do not write the row: its log tells that it is used.
        await storage.create(table("used", updated_at=NOW - 20 * DAY), [])
        await storage.append(addition("used", 0, at=NOW - DAY, quiet=True))

        async def left() -> list[str]:
            names = ["waiting-1", "waiting-20", "live-1", "live-20", "over-1", "over-20", "used"]
            return [name for name in names if await storage.load(name)]

        assert await storage.remove_old(Keeping(waiting=0), NOW) == []
        assert await storage.remove_old(Keeping(waiting=14), NOW) == ["waiting-20"]
        assert await storage.remove_old(Keeping(waiting=14), NOW) == []
        assert await storage.remove_old(Keeping(waiting=14, live=19), NOW) == ["live-20"]
        assert await left() == ["waiting-1", "live-1", "over-1", "over-20", "used"]
        assert await storage.remove_old(Keeping(waiting=0.5, live=0.5, over=0.5), NOW) == [
            "waiting-1", "used", "live-1", "over-20", "over-1",
        ]  # fmt: skip
        assert await left() == []
        assert await storage.held_by("me", 10) == []
        with pytest.raises(Missing):
            await storage.append(addition("used", 1))

    with_storage(url, play)


def test_links_go_and_seats_stay(url: str) -> None:
    async def play(storage: Storage) -> None:
        await storage.create(table("t"), [visitor("t", 0, "me")])
        await storage.add_key(link("t", 0, "old"))
        await storage.add_key(link("t", 0, "new"))
        assert await storage.seat_of_link("t", "old", since=101.0) is None
        assert await storage.seat_of_link("t", "old", since=100.0) == 0
        await storage.remove_old(Keeping(links=7), 100.0 + 6 * DAY)
        assert len(await storage.keys_of("t")) == 3
        await storage.remove_old(Keeping(links=7), 101.0 + 7 * DAY)
        assert [key.kind for key in await storage.keys_of("t")] == ["visitor"]
        await storage.add_key(link("t", 0, "another"))
        await storage.add_key(link("t", 1, "else"))
        assert await storage.drop_links("t", 0) == 1
        assert [key.hash for key in await storage.keys_of("t") if key.kind == "link"] == ["else"]

    with_storage(url, play)


def test_the_settings_say_how_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUADRIGA_DATA_DIR", str(tmp_path))
    given = {"QUADRIGA_KEEP_WAITING": "1.5", "QUADRIGA_KEEP_OVER": "365", "QUADRIGA_KEEP_LINKS": "0"}
    assert Settings.from_environment(given).keeping == Keeping(1.5, 0, 365, 0)
    assert Settings.from_environment({}).keeping == Keeping(14, 0, 0, 7)
    with pytest.raises(QuadrigaError, match="QUADRIGA_KEEP_LIVE is a number from 0"):
        Settings.from_environment({"QUADRIGA_KEEP_LIVE": "for ever"})


def test_a_table_that_is_removed_sends_away_who_looks_at_it(tmp_path: Path) -> None:
    """By the server itself, or by `quadriga tables prune` beside it: who moves there is told so."""

    async def story(server: Server) -> None:
        host, guest = await Person.arrive(server.url), Person(server.url)
        waiting, playing = await host.create("caesar", "me", "open"), await host.create("caesar", "me", "me")
        async with guest.live(playing, 0) as live:
            await live.read()
            storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
            await storage.open()
            assert set(await storage.remove_old(Keeping(waiting=0.00001, live=0.00001), NOW * 1000)) == {
                waiting,
                playing,
            }
            await storage.close()
            answer = await host.order(playing, do="resign", seat=0)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown")
            await live.socket.wait_closed()
            assert (live.socket.close_code, live.socket.close_reason) == (4000, "unknown")
        assert (await host.order(waiting, do="say", text="Salve!", seat=0)).status_code == 404
        assert (await host.http.get(f"/api/tables/{waiting}")).status_code == 404
        for person in (host, guest):
            await person.leave()

    with running(tmp_path) as server:
        asyncio.run(story(server))


def test_a_server_removes_by_itself_what_waits_for_too_long(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"

    async def fill(storage: Storage) -> None:
        for name in (f"old{number}" for number in range(250)):
            await storage.create(table(name, status="waiting"), [])

    async def left(storage: Storage) -> int:
        return await storage.count_open()

    with_storage(url, fill)
    with running(tmp_path) as server:
        while "quadriga_tables_removed_total 250.0" not in httpx.get(f"{server.url}/metrics").text:
            assert server.process is not None and server.process.poll() is None
    assert with_storage(url, left) == 0


# Links over the API


def test_links_can_be_revoked_by_who_holds_the_seat(http: httpx.Client) -> None:
    key = http.post("/api/visitors").json()["key"] or http.cookies["quadriga"]
    http.cookies.clear()
    mine = {"Authorization": f"Bearer {key}"}
    wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "open"}]}
    path = f"/api/tables/{http.post('/api/tables', json=wish, headers=mine).json()['table']['id']}"
    links = [http.post(f"{path}/link", json={}, headers=mine).json()["key"] for _ in range(3)]
    used = http.post(f"{path}/claim", json={"key": links[0]})
    assert used.json() == {"seat": 0}
    http.cookies.clear()
    assert http.delete(f"{path}/link").status_code == 403
    assert http.delete(f"{path}/link", headers=mine).json() == {"seat": 0, "revoked": 2}
    assert http.delete(f"{path}/link", params={"seat": 0}, headers=mine).json() == {"seat": 0, "revoked": 0}
    refused = http.post(f"{path}/claim", json={"key": links[1]})
    http.cookies.clear()
    assert (refused.status_code, refused.json()["error"]["code"]) == (410, "link")


# Pages


def test_lists_come_in_pages_that_neither_repeat_nor_leave_out(url: str) -> None:
    async def play(storage: Storage) -> None:
        for number in range(7):  # all of the same moment but one: then ids decide
            row = table(f"t{number}", created_at=100.0 if number else 200.5, status="over")
            await storage.create(row, [visitor(f"t{number}", 0, "me")])
        expected = [["t0", "t6", "t5"], ["t4", "t3", "t2"], ["t1"]]
        assert await pages(lambda limit, place: storage.listed("over", limit, place), 3) == expected  # type: ignore[misc]
        assert await pages(lambda limit, place: storage.held_by("me", limit, place), 3) == expected  # type: ignore[misc]

    with_storage(url, play)


def test_nobody_buries_the_others_in_the_lobby(url: str) -> None:
    async def play(storage: Storage) -> None:
        for number in range(1, 31):
            await storage.create(table(f"s{number:02}", created_at=200.0 + number, status="waiting", maker="spam"), [])
        for number, maker in enumerate(("a", "a", "b", None, None)):
            row = table(f"o{number}", created_at=100.0 + number, status="waiting", maker=maker)
            await storage.create(row, [])
        listed = [row.id for row in await storage.listed("waiting", 50)]
        assert listed[:7] == ["s30", "o4", "o3", "o2", "o1", "s29", "o0"]
        assert listed[7:] == [f"s{number:02}" for number in range(28, 0, -1)]
        inside = await pages(lambda limit, place: storage.listed("waiting", limit, place), 4)  # type: ignore[misc]
        assert [id for page in inside for id in page] == listed
        # A table that has begun tells nobody's address any more.
        await storage.append(addition("o0", 0, status="waiting"))
        await storage.append(addition("o1", 0, status="live"))
        rows = [await storage.load(name) for name in ("o0", "o1")]
        assert [row and row.maker for row in rows] == ["a", None]

    with_storage(url, play)


def test_an_address_is_known_by_its_network() -> None:
    assert maker_of("192.0.2.1") != maker_of("192.0.2.2")
    assert maker_of("2001:db8::1") == maker_of("2001:db8::ffff:2")
    assert maker_of("2001:db8::1") != maker_of("2001:db8:0:1::1")
    assert "192.0.2.1" not in maker_of("192.0.2.1")
    assert maker_of("local") != maker_of("other")


def test_the_api_pages_its_lists(http: httpx.Client) -> None:
    wish = {"game": "caesar", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    key = http.post("/api/visitors").json()["key"] or http.cookies["quadriga"]
    http.cookies.clear()
    mine = {"Authorization": f"Bearer {key}"}
    made = [http.post("/api/tables", json=wish, headers=mine).json()["table"]["id"] for _ in range(3)]
    asked = {"show": "mine", "limit": 2}
    first = http.get("/api/tables", params=asked, headers=mine).json()
    then = http.get("/api/tables", params={**asked, "before": first[-1]["cursor"]}, headers=mine).json()
    assert [table["id"] for table in (*first, *then)] == made[::-1]
    lobby = [table["id"] for table in http.get("/api/tables", params={"limit": 100}).json()]
    assert [id for id in lobby if id in made] == made[::-1]
    for wrong in ("", "1", "1~x~y", "1~1.0~", f"1~{'9' * 40}~x", "1~1~x'--"):
        assert http.get("/api/tables", params={"before": wrong}).status_code == 422
