"""What goes on in the background for those who run a server: old tables go, and the database is measured."""

from __future__ import annotations

import asyncio
import time

from .hall import LOG, Hall, logged
from .metrics import Metrics
from .storage import Keeping

ROUND = 60.0
"""How often it is looked for what is old, in seconds."""


class Housekeeping:
    """The work that no table asks for."""

    def __init__(self, hall: Hall, metrics: Metrics, keeping: Keeping) -> None:
        self.hall = hall
        self.metrics = metrics
        self.keeping = keeping

    def open(self) -> None:
        """Begin."""
        self.hall.run(self._go_on())

    async def clear(self) -> int:
        """Remove what is kept no longer; return how many tables that were."""
        count = 0
        while gone := await self.hall.storage.remove_old(self.keeping, time.time()):
            for id in gone:
                self.hall.drop(id)
            count += len(gone)
        if count:
            self.metrics.removed.inc(count)
            LOG.info("old tables were removed", extra={"tables": count})
        return count

    async def _measure(self) -> None:
        self.metrics.database.set(await self.hall.storage.size())

    async def _go_on(self) -> None:
        while True:
            await logged(self._clear())
            await logged(self._measure())
            await asyncio.sleep(ROUND)

    async def _clear(self) -> None:
        await self.clear()
