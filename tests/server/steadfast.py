"""People who play on whatever happens to the server, and hold it to everything that it told them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

import quadriga
from quadriga.server.storage import Storage
from quadriga.table.entry import Entry
from quadriga.table.fairness import verify
from quadriga.table.table import Table
from quadriga.table.terms import Terms

from .client import Person
from .running import Server

ROUNDS = int(os.environ.get("QUADRIGA_ROUNDS", "3"))
"""How often the tests here let something happen; more for a longer run."""
PATIENCE = float(os.environ.get("QUADRIGA_PATIENCE", "600"))
"""How many seconds anything may take, on any machine; a test that waits longer has failed."""
GONE = (OSError, WebSocketException, EOFError, httpx.TransportError)
PASSES = ("storage", "busy", "stopping")
"""Refusals after which the same command, with the same id, is sent again."""
PAUSE = 0.05

Where = Callable[[], str]


class Steadfast:
    """Somebody who plays their seats of a table to the end, and remembers all that the server said."""

    def __init__(self, key: str | None, table: str, where: Where, seed: object, *, http: bool = False) -> None:
        self.key = key
        self.table = table
        self.where = where
        self.http = http
        self.random = Random(f"{seed}")
        self.tag = f"c{self.random.randrange(10**9)}"
        self.version = 0
        self.seen: dict[int, dict[str, Any]] = {}
        """Every entry that was shown, by version, as it was shown first."""
        self.sent = 0
        self.waiting: dict[str, Any] | None = None
        """The command that is sent and not answered."""
        self.answered: list[str] = []
        """The ids of commands that were answered as stored."""
        self.refused: list[dict[str, Any]] = []
        self.about: dict[str, Any] = {}
        self.connections = 0

    @property
    def over(self) -> bool:
        """Whether the match is over, as far as this person was told."""
        return self.about.get("status") == "over"

    async def play(self) -> None:
        """Play to the end; come back whenever the server is gone, and catch up."""
        while not self.over:
            try:
                await (self._by_requests() if self.http else self._by_socket())
            except GONE:
                await asyncio.sleep(PAUSE)

    async def watch(self, version: int) -> None:
        """Only look on, until a version is there."""
        while self.version < version:
            try:
                async with Person(self.where(), self.key).live(self.table, self.version) as live:
                    self.connections += 1
                    while self.version < version:
                        self.note(await live.read())
            except GONE:
                await asyncio.sleep(PAUSE)

    # --- what one is told

    def note(self, message: dict[str, Any]) -> None:
        """Take note of a message; it may not contradict what was said before, and nothing may be missing."""
        if message["type"] == "refused":
            self._note_refusal(message)
        if message["type"] == "done" and self.waiting is not None and message["id"] == self.waiting["id"]:
            self._answer()
        if message["type"] not in ("table", "entries"):
            return
        assert message["version"] >= self.version, "something that was shown is not there any more"
        for entry in message["entries"]:
            assert self.seen.setdefault(entry["version"], entry) == entry, "an entry is not what it was"
            if self.waiting is not None and entry.get("id") == self.waiting["id"]:
                self._answer()
        assert list(self.seen) == list(range(1, message["version"] + 1)), "an entry is missing, or out of order"
        self.version = message["version"]
        self.about = message.get("table", self.about)

    def _answer(self) -> None:
        assert self.waiting is not None
        self.answered.append(self.waiting["id"])
        self.waiting = None

    def _note_refusal(self, message: dict[str, Any]) -> None:
        if self.waiting is None or message["id"] != self.waiting["id"]:
            return
        self.refused.append(message["error"])
        assert message["error"]["code"] in ("stale", *PASSES), message
        if message["error"]["code"] == "stale":
            self.waiting = None

    def choose(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Choose a move for one's seat, from what was shown last."""
        view = message["views"][0] if message["views"] else {"legal": []}
        if self.waiting is not None or not view["legal"]:
            return None
        self.sent += 1
        move = self.random.choice(view["legal"])["id"]
        self.waiting = {
            "do": "move",
            "id": f"{self.tag}-{self.sent}",
            "seat": message["look"],
            "version": self.version,
            "move": move,
        }
        return self.waiting

    # --- the two ways of talking to a server

    async def _by_socket(self) -> None:
        async with Person(self.where(), self.key).live(self.table, self.version) as live:
            self.connections += 1
            first = True
            while not self.over:
                refusals = len(self.refused)
                message = await live.read()
                self.note(message)
                if self.waiting is not None and (first or len(self.refused) > refusals):
                    await asyncio.sleep(0 if first else PAUSE)
                    await live.send(**self.waiting)
                elif order := self.choose(live.message):
                    await live.send(**order)
                first = False

    async def _by_requests(self) -> None:
        person = Person(self.where(), self.key)
        self.connections += 1
        try:
            while not self.over:
                if self.waiting is None:
                    shown = await person.http.get(f"/api/tables/{self.table}", params={"since": self.version})
                    if shown.status_code == 503:
                        await asyncio.sleep(PAUSE)
                        continue
                    assert shown.status_code == 200, shown.text
                    self.note(shown.json())
                    if self.choose(shown.json()) is None:
                        await asyncio.sleep(PAUSE)
                        continue
                assert self.waiting is not None
                answer = await person.http.post(f"/api/tables/{self.table}/commands", json=self.waiting)
                if answer.status_code == 200:
                    assert answer.json()["version"] > self.waiting["version"]
                    self._answer()
                else:
                    self._note_refusal({"id": self.waiting["id"], "error": answer.json()["error"]})
        finally:
            await person.leave()


async def arrive(where: Where) -> str:
    """Ask for a key, as often as it takes."""
    while True:
        try:
            person = await Person.arrive(where())
            await person.leave()
        except GONE:
            await asyncio.sleep(PAUSE)
        else:
            assert person.key is not None
            return person.key


async def ask(where: Where, key: str | None, method: str, path: str, json: Any = None) -> httpx.Response:
    """Ask as often as it takes until there is an answer that is not a request for patience."""
    while True:
        person = Person(where(), key)
        try:
            answer = await person.http.request(method, path, json=json)
        except GONE:
            await asyncio.sleep(PAUSE)
        else:
            if answer.status_code != 503:
                return answer
            await asyncio.sleep(PAUSE)
        finally:
            await person.leave()


async def lay_out(where: Where, key: str, game: str, *seats: str, **wish: Any) -> str:
    """Lay out a table, as often as it takes; one that was laid out without our being told is nobody's loss."""
    kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
    answer = await ask(where, key, "POST", "/api/tables", {"game": game, "seats": kinds, **wish})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"]["id"])


async def sit(where: Where, key: str, table: str, seat: int) -> None:
    """Sit down, as often as it takes."""
    order = {"do": "sit", "id": f"sit-{seat}", "seat": seat}
    answer = await ask(where, key, "POST", f"/api/tables/{table}/commands", order)
    assert answer.status_code == 200, answer.text


async def stands_by_its_word(people: list[Steadfast], where: Where) -> None:
    """Check a finished match against all that people were told about it, and its dice against its commitment."""
    path = f"/api/tables/{people[0].table}"
    for person in people:
        entries = (await ask(where, person.key, "GET", f"{path}/history")).json()["entries"]
        later = [entry for entry in entries if entry["version"] > person.version]
        assert [*person.seen.values(), *later] == entries
        ids = [entry["id"] for entry in entries if "id" in entry]
        assert len(ids) == len(set(ids)), "a command was applied twice"
        moves = [id for id in ids if id.startswith(person.tag)]
        assert [id for id in moves if id in person.answered] == person.answered, "an answered command is missing"
    record = (await ask(where, None, "GET", f"{path}/record")).text
    checked = verify(record, people[0].about["commitment"])
    assert checked.state.outcome == quadriga.replay(record).outcome is not None


async def is_whole(url: str) -> list[Table]:
    """Read all tables from storage, without a server: every log is without a gap and folds into a match."""
    storage = Storage(url)
    await storage.open()
    try:
        tables = []
        for status in ("waiting", "live", "over"):
            for row in await storage.listed(status, 1000):
                appends = await storage.appends_since(row.id, 0)
                entries = [Entry.read(entry) for append in appends for entry in append.entries]
                before = 0
                for append in appends:
                    assert append.number == before, "a log has a gap"
                    before += len(append.entries)
                table = Table(Terms.read(row.terms), int(row.secret, 16))
                for entry in entries:
                    if entry.kind == "move":
                        assert table.state is not None and table.state.to_move == entry.seat, "a move out of turn"
                    table.add(entry)
                assert (row.version, row.status) == (table.version, table.status)
                ids = [entry.data["id"] for entry in entries if "id" in entry.data]
                assert len(ids) == len(set(ids)), "a command is in a log twice"
                tables.append(table)
        return tables
    finally:
        await storage.close()


async def start(server: Server) -> None:
    """Start a server while people play on."""
    await asyncio.to_thread(server.start)


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
