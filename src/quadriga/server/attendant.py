"""The attendant: calls time when a clock runs out, and lets bots move when they are due."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from quadriga.players import LEVELS
from quadriga.players.levels import SECONDS
from quadriga.table import commands
from quadriga.table.entry import Entry
from quadriga.table.errors import TableError
from quadriga.table.table import LIVE, OVER, Table

from . import steady
from .bots import Thought, task_for, think
from .bus import Listeners
from .desk import Desk
from .faults import note_storage
from .hall import LOG, Hall, logged
from .live import LiveTable
from .presence import Presence
from .storage import StorageError
from .thinking import Importance, Service

SWEEP = 5.0
"""How often storage is asked for tables that nobody attends to, in seconds."""
MOST = 200
"""This many tables are taken up in one sweep."""
GRACE = 0.05
"""A clock is called this many seconds late, so that a move sent in time counts."""
AFTER_FAILURE = 2.0
ASKED = 30.0
"""A table at which only bots sit goes on this many seconds after somebody asked for it; then it rests."""
LOOK = 1.0
"""How often storage is asked, while other processes cannot be heard, whether they changed a table somebody watches."""


class Attendant:
    """Attend to the tables of this process, and to those that another process left."""

    def __init__(
        self, hall: Hall, desk: Desk, thinking: Service, presence: Presence, pace: float,
        wanted: Callable[[str, str], None],
    ) -> None:  # fmt: skip
        self.hall = hall
        self.presence = presence
        self.desk = desk
        self.thinking = thinking
        self.pace = pace
        self.wanted = wanted
        """Takes a match whose review somebody asked another process for."""
        hall.attend = self.attend
        hall.looked = self._wake
        hall.claims = self._has_room

    def open(self) -> None:
        """Begin to look after tables."""
        self.hall.bus.subscribe(
            Listeners(
                self.hall.hear, self.hall.hear_of, self._heard_due, self._missed, self.presence.heard, self.wanted
            )
        )
        self.presence.open()
        self.hall.run(self._sweep_forever())
        if self.hall.shared:
            self.hall.run(self._look_forever())

    # --- what other processes say

    def _heard_due(self) -> None:
        if self.thinking.has_room(Importance.BOT):
            self.hall.run(self._sweep())

    def _missed(self) -> None:
        for live in list(self.hall.tables.values()):
            if live.listeners:
                self.hall.run(self.hall.follow(live))

    async def _look(self) -> None:
        """Look for changes at the tables that somebody watches here."""
        watched = [id for id, live in self.hall.tables.items() if live.listeners]
        for id, version in (await self.hall.storage.versions(watched)).items():
            self.hall.hear_of(id, version)

    async def _look_forever(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if not self.hall.bus.hears:
                await logged(self._look())

    # --- tables of this process

    def attend(self, live: LiveTable, mine: bool) -> None:
        """Set a table's clock, and let its bots think if their work is ours."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is not None:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(
                max(0.0, min(deadline - steady.now() + GRACE, 24 * 3600.0)), lambda: self.hall.run(self._call(live))
            )
        if mine and live.table.bots_due and not live.thinking and not rests(live):
            self._begin(live)
        if live.table.status == OVER and live.table.next is None:
            self.hall.run(self.desk.go_on(live))  # if it does; perhaps the process died that should have

    def _begin(self, live: LiveTable) -> None:
        live.thinking = True
        self.hall.run(self._play(live))

    async def _call(self, live: LiveTable) -> None:
        """Call time, if it is really up; or begin a match without the shares that nobody revealed."""
        if self.hall.shared:
            await self.hall.follow(live)
        if live.table.begins_by is not None and live.table.begins_by <= steady.now():
            await self.hall.change(live, lambda table: [] if table.state else commands.begin(table, steady.now()))
            return
        if live.table.status == LIVE and live.table.clock.out_of_time(steady.now()) is not None:
            await self.hall.change(live, lambda table: commands.call_time(table, steady.now()))
            if live.table.status == OVER:
                await self.desk.go_on(live)
        else:
            self.attend(live, False)

    async def _play(self, live: LiveTable) -> None:
        """Let the bots of a table move until a person has to, or until nobody is left who wants to see it."""
        again = False
        try:
            while live.table.bots_due:
                if not await self._move(live):
                    break
                if live.table.bots_due and rests(live):
                    await self._claim(live, 0.0)  # somebody may watch it at another process
                    break
        except Exception:
            again = live.doubtful or bool(live.table.bots_due)
            raise
        finally:
            live.thinking = False
            if again:
                asyncio.get_running_loop().call_later(AFTER_FAILURE, lambda: self.hall.run(self._take(live)))
        if live.table.status == OVER:
            await self.desk.go_on(live)

    async def _move(self, live: LiveTable) -> bool:
        """Let one bot make one move; tell whether the next is ours too."""
        async with self.hall.settled(live):
            table = live.table
            if not table.bots_due:
                return True
            before = table.version
            seat = table.bots_due[0]
            level, since = table.bots[seat], table.decision_since[seat]
            position = table.choice(seat)
            assert position is not None and level is not None
            task = task_for(position, seat)
        begun = time.monotonic()
        thought: Thought = await self.thinking.do(lambda: importance_of(live), think, task, level, owner=owner_of(live))
        if not thought.forced and self.pace:
            longest = max(self.pace, SECONDS[LEVELS.index(level)] + 0.05)
            await asyncio.sleep(max(0.0, longest - (time.monotonic() - begun)))
        # Measured with the pause: how long it really thought would tell what it holds.
        self.hall.metrics.thinking.labels(level).observe(time.monotonic() - begun)

        def work(table: Table) -> list[Entry]:
            if table.bots[seat] != level or table.decision_since[seat] != since or seat not in table.awaited:
                return []  # an undo, the end, or another process came first
            return commands.move(table, seat, thought.action, table.version, steady.now())

        version = await self.hall.change(live, work)
        return version != before or live.table.decision_since[seat] != since

    # --- tables that nobody attends to

    def _wake(self, live: LiveTable) -> None:
        """Let the bots of a table go on at which only bots sit, since somebody looks."""
        if live.table.bots_due and not live.table.people and not live.thinking:
            self.hall.run(self._take(live))

    async def _take(self, live: LiveTable) -> None:
        """Take over the bots of a table if nobody else has."""
        live = await self.hall.current(live.id)
        if live.table.status != LIVE or not live.table.bots_due:
            return
        if live.thinking:
            if not self.hall.shared:
                await self._claim(live)  # its turn has not come, and nobody else could take it over
        elif self._has_room(live) and await self._claim(live) and not live.thinking:
            self._begin(live)

    def _has_room(self, live: LiveTable) -> bool:
        """Tell whether this process should let the bots of a table think: there may be one with more room."""
        return not self.hall.shared or self.thinking.has_room(importance_of(live))

    async def _claim(self, live: LiveTable, seconds: float | None = None) -> bool:
        now = time.time()
        until = now + (self.hall.claim if seconds is None else seconds)
        return await self.hall.storage.claim(live.id, live.stored, self.hall.me, until, now)

    async def _sweep(self) -> None:
        """Take up what is due in storage and nobody attends to."""
        now = time.time()
        for row in await self.hall.storage.due(now, MOST, steady.now()):
            try:
                live = await self.hall.current(row.id)
                if row.deadline is not None and row.deadline + GRACE < steady.now():
                    await self._call(live)
                await self._take(live)
            except StorageError as error:
                note_storage(error)
            except TableError as error:
                LOG.warning("a table that is due cannot be attended to", extra={"error": str(error)})
        async for live in self.hall.one_by_one():
            if not live.is_packed and not rests(live):  # bots of a packed one have nothing to do
                self._wake(live)  # perhaps another process let it rest, or died

    async def _sweep_forever(self) -> None:
        while True:
            await logged(self._sweep())
            await self.hall.tidy()
            await asyncio.sleep(SWEEP)


def importance_of(live: LiveTable) -> Importance:
    """Say how important the thought of a table's bot is: to those who play, or to those who look on."""
    return Importance.BOT if live.table.people else Importance.WATCHED


def owner_of(live: LiveTable) -> str:
    """Say for whom a table's bots think: where somebody plays from, else where somebody looks on from."""
    watching = () if live.table.people else (listener.client for listener in live.listeners)
    return next(iter(watching), "") or live.client or live.id


def rests(live: LiveTable) -> bool:
    """Tell whether a table rests: only bots sit there, and nobody looks."""
    return not live.table.people and not live.listeners and time.monotonic() - live.asked > ASKED
