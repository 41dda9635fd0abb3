"""The tables of a server in this process, whose bots think when a test lets them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from quadriga.server import attendant
from quadriga.server.attendant import Attendant
from quadriga.server.bots import Thought, position_of
from quadriga.server.bus import LocalBus
from quadriga.server.desk import Desk
from quadriga.server.hall import Hall
from quadriga.server.live import LiveTable
from quadriga.server.messages.requests import TableCommand, TableRequest
from quadriga.server.metrics import Metrics
from quadriga.server.presence import Presence
from quadriga.server.storage import Storage
from quadriga.server.thinking import Thinking

from .gate import Gate, one_thread


class House:
    """The tables of a server whose bots think in a thread, behind a gate, and say at which move they are."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = Gate()
        self.thinking = Thinking(1, one_thread)
        self.storage = Storage(f"sqlite:///{folder / 'tables.sqlite3'}")
        self.hall = Hall(self.storage, LocalBus(), Metrics())
        self.desk = Desk(self.hall)
        self.presence = Presence(self.hall)
        self.attendant = Attendant(self.hall, self.desk, self.thinking, self.presence, 0, lambda id, owner: None)

        def think(task: Any, level: str) -> Thought:
            self.gate.think(level)
            return Thought(position_of(task).legal[0].id, False)

        monkeypatch.setattr(attendant, "think", think)

    async def create(self, *seats: str, client: str = "", **wish: Any) -> LiveTable:
        """Lay out a table of Caesar!."""
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        wanted = TableRequest.model_validate({"game": "caesar", "seats": kinds, **wish})
        return await self.desk.create(wanted, "livia", client)

    async def watched(self, *seats: str, client: str = "") -> LiveTable:
        """Lay out a table at which somebody looks on."""
        live = await self.create(*seats, client=client)
        self.presence.came(live, Onlooker(client))
        return live

    async def against(self, level: str, client: str = "") -> LiveTable:
        """Lay out a table at which somebody plays against a bot, and play until the bot has to decide."""
        live = await self.create("me", level, client=client)
        while not live.table.bots_due:
            view = live.table.choice(0)
            assert view is not None
            order = {"do": "move", "seat": 0, "version": live.stored, "move": view.legal[0].id}
            await self.desk.command(live.id, "livia", house_order(order))
        return live

    async def __aenter__(self) -> House:
        await self.storage.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.gate.open()
        await self.hall.close()
        await self.thinking.close()
        await self.storage.close()


class Onlooker:
    """Somebody who looks on without a seat."""

    visitor = None
    seat = None

    def __init__(self, client: str = "") -> None:
        self.client = client

    def post(self, message: bytes) -> None:
        """Hear nothing."""


def house_order(order: dict[str, Any]) -> Any:
    """Read a command."""
    return TypeAdapter(TableCommand).validate_python(order)
