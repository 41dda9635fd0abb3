"""Quadriga's own table server: tables over HTTP, matches over a WebSocket, as docs/server.md describes them."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import count
from typing import Any

import orjson

import quadriga

from .requests import Requests
from .seats import Seat, Table

GAME = "caesar-cleopatra-2024"
RETRY_AFTER = 1.0
SIDES = ("cleopatra", "caesar")


class QuadrigaSeat(Seat):
    """A player who follows a table's log and answers with a legal move."""

    numbers = count()

    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self.legal: list[dict[str, Any]] = []
        self.mine = False
        self.over = False
        self.expected: set[str] = set()

    def hear(self, payload: bytes, now: float) -> None:
        """Understand a message of the table."""
        message = orjson.loads(payload)
        kind = message["type"]
        if kind == "entries":
            self.advance(message["from"], message["version"])
            entries = message["entries"]
            if [entry["version"] for entry in entries] != list(range(message["from"] + 1, message["version"] + 1)):
                self.table.tally.wrong["version gaps"] += 1
            for entry in entries:
                if entry["kind"] == "move":
                    self.acknowledge(entry)
                    self.table.shown(entry["seat"], self.number, now)
            self.look(message["views"])
            self.consider()
        elif kind == "table":
            self.version = message["version"]
            self.look(message["views"])
            if not self.welcome.done():
                self.welcome.set_result(None)
        elif kind == "refused":
            self.refused(message)
        elif kind != "here":
            self.table.tally.wrong["messages not understood"] += 1

    def look(self, views: list[dict[str, Any]]) -> None:
        """Keep what this seat needs of its view."""
        (view,) = views
        self.legal = view["legal"]
        self.mine = view["to_move"] == view["seat"]
        self.over = view["to_move"] is None

    def acknowledge(self, entry: dict[str, Any]) -> None:
        """Check that a move of this seat is one that it sent, for the first time."""
        if entry["seat"] == self.number:
            try:
                self.expected.remove(entry["id"])
            except KeyError:
                self.table.tally.wrong["moves doubled"] += 1

    def refused(self, message: dict[str, Any]) -> None:
        """Count a move that was refused, take it back from the sums and try again after a while."""
        code = message["error"]["code"]
        self.table.tally.wrong[f"refused: {code}"] += 1
        if message.get("id") in self.expected:
            self.expected.discard(message["id"])
            self.table.sent -= 1
            if self.table.measured:
                self.table.tally.sent -= 1
                self.table.unseen[self.number].pop()
            self.later(RETRY_AFTER)

    def consider(self) -> None:
        """See whether there is something to do."""
        if self.over:
            self.table.ended(self.number)
        elif self.mine and not self.expected:
            self.my_turn()

    def choose(self, rng: random.Random) -> int:
        """Choose one of the moves that the server offers."""
        move: int = rng.choice(self.legal)["id"]
        return move

    def write(self, choice: int) -> bytes:
        """Write a move with a number of its own."""
        ident = f"c-{next(self.numbers)}"
        self.expected.add(ident)
        return orjson.dumps({"do": "move", "id": ident, "version": self.version, "seat": self.number, "move": choice})


class Quadriga:
    """Seat players at our server."""

    title = "Quadriga"
    ready_path = "/ready"
    # Matches that have ended are not analysed: what is measured is what moves cost.
    environment = {  # noqa: RUF012
        "QUADRIGA_DATA_DIR": "{data}", "QUADRIGA_LIMITS": "off", "QUADRIGA_REVIEW_AHEAD": "off",
    }  # fmt: skip
    folder = None

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.keys: dict[tuple[int, int], str] = {}

    @staticmethod
    def prepare() -> None:
        """Compile the rules, once."""
        warm = [sys.executable, "-m", "quadriga.cli", "warm"]
        subprocess.run(warm, check=True, timeout=900, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @staticmethod
    def command(port: int) -> list[str]:
        """Write the command that starts the server."""
        serve = [sys.executable, "-m", "quadriga.cli", "serve", "--no-browser"]
        return [*serve, "--host", "127.0.0.1", "--port", str(port)]

    @staticmethod
    def version() -> str:
        """Name what was measured."""
        return f"Quadriga {quadriga.__version__}, every move stored in SQLite before it is answered"

    async def key(self, slot: int, number: int) -> str:
        """Give every player a key and keep it for all tables of the slot."""
        if (slot, number) not in self.keys:
            answer = await self.requests.ask("POST", "/api/visitors")
            self.keys[slot, number] = answer["key"]
        return self.keys[slot, number]

    async def seat(self, table: Table, slot: int) -> None:
        """Create a table, take its open seat and open both sockets."""
        keys = [await self.key(slot, number) for number in range(2)]
        await self.create(table, keys[0], slot, {"kind": "open"})
        sit = {"do": "sit", "id": f"s-{slot}", "seat": 1, "name": f"{SIDES[1]} {slot}"}
        await self.requests.ask("POST", f"/api/tables/{table.ident}/commands", sit, keys[1])
        for number, key in enumerate(keys):
            await QuadrigaSeat(table, number).join(f":{self.requests.port}/api/tables/{table.ident}/live?since=0", key)

    async def seat_with_bot(self, table: Table, slot: int, level: str) -> None:
        """Create a table against a bot and open the one socket."""
        key = await self.key(-1 - slot, 0)
        await self.create(table, key, slot, {"kind": "bot", "level": level})
        await QuadrigaSeat(table, 0).join(f":{self.requests.port}/api/tables/{table.ident}/live?since=0", key)

    def game_of(self, slot: int) -> str:
        """Say what is played at a table."""
        return GAME

    async def create(self, table: Table, key: str, slot: int, opponent: dict[str, str]) -> None:
        """Create a table with the caller at its first seat."""
        wanted = {"game": self.game_of(slot), "name": f"{SIDES[0]} {slot}", "seats": [{"kind": "me"}, opponent]}
        made = await self.requests.ask("POST", "/api/tables", wanted, key)
        table.ident = made["table"]["id"] if "table" in made else made["id"]
        table.key = key

    async def stored_moves(self, table: Table) -> int:
        """Count the moves in the table's log."""
        answer = await self.requests.ask("GET", f"/api/tables/{table.ident}/history?since=0", key=table.key)
        entries = answer["entries"] if isinstance(answer, dict) else answer
        return sum(entry["kind"] == "move" for entry in entries)
