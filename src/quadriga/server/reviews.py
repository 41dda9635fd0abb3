"""Looking back at finished matches: done once for all who ask, move by move, with progress."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from quadriga.model import State
from quadriga.players.review import Review
from quadriga.table.errors import TableError

from .bots import review_move, review_start
from .hall import begin
from .live import LiveTable
from .thinking import Importance, Thinking

KEPT = 200
PLAYOUTS = 400
MOST = 16
"""This many matches are looked at at the same time."""


class Reviews:
    """What was found about matches; the oldest are forgotten first."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.found: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self.running: dict[str, int] = {}
        """How many moves were judged of each match that is being looked at."""
        self.tasks: set[asyncio.Task[None]] = set()

    def of(self, live: LiveTable) -> dict[str, Any]:
        """Return what was found about a match, or how far the search for it is; the first to ask starts it."""
        id, match = live.id, live.table.state
        assert match is not None
        if id in self.found:
            return {"status": "done", "review": self.found[id]}
        if id not in self.running:
            if len(self.running) >= MOST:
                raise TableError("busy", "too many matches are being looked at: try again soon")
            self.running[id] = 0
            begin(self._find(id, match, live.table.record()), self.tasks)
        return {"status": "running", "done": self.running[id], "of": len(match.history)}

    async def _find(self, id: str, match: State, record: str) -> None:
        """Judge one move after the other; between them whatever is more important has its turn, and other reviews."""
        do = self.thinking.do
        moves = []
        try:
            start = await do(Importance.REVIEW, review_start, record, PLAYOUTS)
            for number in range(1, len(match.history) + 1):
                moves.append(await do(Importance.REVIEW, review_move, record, number, PLAYOUTS))
                self.running[id] = number
            self.found[id] = Review(match.game, start, tuple(moves), match.to_move is None).data()
            while len(self.found) > KEPT:
                self.found.popitem(last=False)
        finally:
            del self.running[id]

    async def close(self) -> None:
        """Stop looking."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
