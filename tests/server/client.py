"""A client of the API, as a page or a program would be one."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from .contract import from_client

WAIT = 60.0
# httpx looks for it twice in a request, all over the disk where it is not installed: now it knows.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None
# All clients share what they know of certificates: each would take 25 milliseconds to read those that nobody asks for.
httpx._transports.default.create_ssl_context = cache(httpx.create_ssl_context)


def without_here(message: dict[str, Any]) -> dict[str, Any]:
    """Leave out who is there, and what time it is."""
    message.pop("now", None)
    for seat in message.get("table", {}).get("seats", ()):
        assert seat.pop("here") in (True, False, None)
    return message


class Person:
    """Somebody with a key of their own."""

    def __init__(self, url: str, key: str | None = None) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=WAIT)
        self.key = key
        if key is not None:
            self.http.headers["Authorization"] = f"Bearer {key}"

    @classmethod
    async def arrive(cls, url: str) -> Person:
        """Ask for a key."""
        person = cls(url)
        key = (await person.http.post("/api/visitors")).json()["key"]
        await person.leave()
        return cls(url, key)

    async def leave(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def create(self, game: str, *seats: str, **wish: Any) -> str:
        """Lay out a table; seats are `me`, `open` or a level. Returns its id."""
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        answer = await self.http.post("/api/tables", json={"game": game, "seats": kinds, **wish})
        assert answer.status_code == 201, answer.text
        id: str = answer.json()["table"]["id"]
        return id

    async def order(self, id: str, **order: Any) -> httpx.Response:
        """Send a command over HTTP."""
        return await self.http.post(f"/api/tables/{id}/commands", json=order)

    async def look(
        self, id: str, since: int | None = None, *, seat: int | None = None, here: bool = False
    ) -> dict[str, Any]:
        """Look at a table; who is there is left out unless asked for: it is no part of how the table stands."""
        asked = {"since": since, "seat": seat}
        params = {name: value for name, value in asked.items() if value is not None}
        answer = await self.http.get(f"/api/tables/{id}", params=params)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown if here else without_here(shown)

    async def decides(self, id: str) -> tuple[int, dict[str, Any]] | None:
        """Find which of one's seats has to decide, and look at the table as that seat; None if none has to."""
        for seat in (await self.look(id))["held"]:
            shown = await self.look(id, seat=seat)
            if shown["views"][0]["legal"]:
                return seat, shown
        return None

    @asynccontextmanager
    async def live(
        self, id: str, since: int | None = None, url: str | None = None, *, seat: int | None = None
    ) -> AsyncIterator[Live]:
        """Open the socket of a table."""
        where = (url or self.url).replace("http", "ws", 1) + f"/api/tables/{id}/live?"
        where += "&".join(f"{name}={value}" for name, value in (("since", since), ("seat", seat)) if value is not None)
        headers = {} if self.key is None else {"Authorization": f"Bearer {self.key}"}
        async with connect(where, additional_headers=headers, max_size=2**22) as socket:
            yield Live(socket)


class Live:
    """An open socket, with all that came over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.traffic: list[str] = []
        self.version = 0
        self.message: dict[str, Any] = {}
        self.held: list[int] = []

    async def read(self) -> dict[str, Any]:
        """Read the next message, but for who is there; versions must follow each other."""
        while True:
            message = await self.hear()
            if message["type"] != "here":
                return without_here(message)

    async def hear(self) -> dict[str, Any]:
        """Read the next message, whatever it is about."""
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "entries":
            assert message["from"] == self.version, "a message is missing"
        if message["type"] in ("entries", "table"):
            self.version = message["version"]
            self.message = message
            self.held = message.get("held", self.held)
        return message

    async def send(self, **order: Any) -> None:
        """Send a command."""
        await self.socket.send(from_client(json.dumps(order)))

    async def look(self, seat: int | None) -> dict[str, Any]:
        """Look as another of one's seats, or as a spectator."""
        await self.send(do="look", seat=seat)
        while True:
            message = await self.read()
            if message["type"] == "table" and message["look"] == seat:
                return message


async def play_on(live: Live, tag: str, chooser: Random, limit: int = 10_000) -> dict[str, Any]:
    """Play legal moves of all one's seats until the match is over, or a number of own moves is made."""
    waiting: str | None = None
    made = 0
    if not live.message:
        await live.read()
    message = live.message
    while True:
        if message.get("table", {}).get("status") == "over":
            return message
        if message["type"] == "refused" and message["id"] == waiting:
            assert message["error"]["code"] == "stale", message
            waiting = None
        if any(entry.get("id") == waiting for entry in message.get("entries", ())):
            waiting = None
        if waiting is None:
            due = [seat for seat in live.held if seat in live.message["awaited"]]
            if due and len(live.held) > 1 and live.message["look"] not in due:
                await live.look(chooser.choice(due))
            view = live.message["views"][0]
            if view["legal"] and made == limit:
                return live.message
            if view["legal"]:
                made += 1
                waiting = f"{tag}-{made}"
                seat = live.message["look"]
                order = {
                    "do": "move",
                    "id": waiting,
                    "version": live.version,
                    "move": chooser.choice(view["legal"])["id"],
                }
                await live.send(**order, seat=seat)
        message = await live.read()
