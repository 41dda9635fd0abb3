"""Who is there: the seats whose holders have a socket open, here or at another process. It is no part of the log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from .hall import Hall
from .live import Listener, LiveTable

AWAY = 2.0
"""A seat is left this many seconds after its last socket was closed: who only loads the page again was never away."""
AGAIN = 20.0
"""How often processes tell each other who is at their tables, in seconds."""
LOST = 50.0
"""After this many seconds without a word a process counts as gone, with all who were there."""


class Presence:
    """Who is there, told to those who look at the same table."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        hall.met = self.look

    def open(self) -> None:
        """Begin to tell other processes, where there can be any."""
        if self.hall.bus.shared:
            self.hall.run(self._tell_again())

    def came(self, live: LiveTable, who: Listener) -> None:
        """Note that somebody looks at a table now, and tell the others there."""
        if not live.listeners:
            live.elsewhere.clear()  # nobody listened to what was said of it
            self.hall.bus.publish_here(live.id, ())  # so that the others say who is with them
        live.listeners.add(who)
        self.look(live, who)
        self.hall.looked(live)

    def went(self, live: LiveTable, who: Listener) -> None:
        """Note that somebody no longer looks at a table."""
        live.listeners.discard(who)
        asyncio.get_running_loop().call_later(AWAY, self.look, live)

    def look(self, live: LiveTable, but: Listener | None = None) -> None:
        """See who is at a table; tell everybody if that has changed, but for one who is told otherwise."""
        seats = live.seats_here()
        if seats != live.told_others:
            live.told_others = seats
            self.hall.bus.publish_here(live.id, sorted(seats))
        live.tell_here(but)

    def heard(self, id: str, process: str, seats: Sequence[int]) -> None:
        """Hear from another process who is at a table there."""
        live = self.hall.tables.get(id)
        if live is None or not live.listeners:
            return
        if process not in live.elsewhere and live.told_others:
            self.hall.bus.publish_here(id, sorted(live.told_others))  # it may not know yet
        before, _ = live.elsewhere.pop(process, (frozenset(), 0.0))
        if seats:
            live.elsewhere[process] = (frozenset(seats), time.monotonic())
        if before != frozenset(seats):
            live.tell_here()

    async def _tell_again(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            lost = time.monotonic() - LOST
            async for live in self.hall.one_by_one():
                if live.told_others:
                    self.hall.bus.publish_here(live.id, sorted(live.told_others))
                for process, (_, at) in list(live.elsewhere.items()):
                    if at < lost:
                        del live.elsewhere[process]
                        live.tell_here()
