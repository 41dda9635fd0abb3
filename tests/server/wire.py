"""A server in this process, talked to byte by byte: everything that leaves it for somebody can be looked at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from starlette.types import ASGIApp

from quadriga.server.app import make_app, surround
from quadriga.server.live import LiveTable
from quadriga.server.settings import Settings

from .contract import from_client, from_server

HOST = "localhost"
WAIT = 60.0


class Wire:
    """An open socket of somebody, with every text that came over it."""

    def __init__(self, app: ASGIApp, table: str, key: str | None, since: int, seat: int | None = None) -> None:
        self.texts: list[str] = []
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._news = asyncio.Event()
        self._pings = 0
        headers = [(b"host", HOST.encode())]
        headers += [] if key is None else [(b"authorization", f"Bearer {key}".encode())]
        asked = f"since={since}" + ("" if seat is None else f"&seat={seat}")
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "headers": headers,
            "path": f"/api/tables/{table}/live", "raw_path": b"", "query_string": asked.encode(),
            "client": ("127.0.0.1", 1), "server": (HOST, 80), "subprotocols": [],
        }  # fmt: skip
        self._task = asyncio.create_task(app(scope, self._inbox.get, self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.texts.append(from_server(message["text"]))
        self._news.set()

    def send(self, **order: Any) -> None:
        """Send a command."""
        self.say(from_client(json.dumps(order)))

    def say(self, text: str) -> None:
        """Send anything."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def settle(self) -> None:
        """Wait until everything that was on its way has come."""
        self._pings += 1
        self.send(do="ping", id=f"ping-{self._pings}")
        async with asyncio.timeout(WAIT):
            while not any(f'"ping-{self._pings}"' in text for text in self.texts[-3:]):
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Go away."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class House:
    """A server without a network."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = surround(app, settings)
        self.parts = app.state.parts
        self.tables: list[str] = []
        """The tables that were laid out, in order."""
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=f"http://{HOST}")

    async def ask(self, key: str | None, method: str, path: str, json: Any = None) -> httpx.Response:
        """Ask for something as somebody."""
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return await self.http.request(method, path, json=json, headers=headers)

    def live(self, table: str) -> LiveTable:
        """Look at what only the server may know."""
        found: LiveTable = self.parts.hall.tables[table]
        return found


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """Open a server in this process."""
    folder.mkdir()
    settings = Settings(f"sqlite:///{folder / 'tables.sqlite3'}", workers=1, limits=False, ahead=False)
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        opened = House(app, settings)
        try:
            yield opened
        finally:
            await opened.http.aclose()
