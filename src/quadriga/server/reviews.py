"""Looking back at finished matches: done once for all who ask, with progress."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from quadriga.table.errors import TableError

from .bots import SLOTS, Bots, look_back
from .live import LiveTable

KEPT = 200
PLAYOUTS = 400


class Reviews:
    """Keep what was found about matches; the oldest are forgotten first."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.found: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self.running: dict[str, int] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def of(self, live: LiveTable) -> dict[str, Any]:
        """Return what was found about a match, or how far the search for it is; the first to ask starts it."""
        id = live.id
        assert live.table.state is not None
        moves = len(live.table.state.history)
        if id in self.found:
            return {"status": "done", "review": self.found[id]}
        if id not in self.running:
            free = [slot for slot in range(SLOTS) if slot not in self.running.values()]
            if not free:
                raise TableError("busy", "too many matches are being looked at: try again soon")
            self.running[id] = free[0]
            self.bots.progress[free[0]] = 0
            task = asyncio.create_task(self._find(id, live.table.record(), free[0]))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return {"status": "running", "done": min(moves, self.bots.progress[self.running[id]]), "of": moves}

    async def _find(self, id: str, record: str, slot: int) -> None:
        try:
            self.found[id] = await self.bots.run(look_back, record, PLAYOUTS, slot)
            while len(self.found) > KEPT:
                self.found.popitem(last=False)
        finally:
            del self.running[id]
