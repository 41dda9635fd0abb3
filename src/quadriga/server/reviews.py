"""Looking back at finished matches: done once for all who ask, move by move, kept as it grows."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from quadriga.players.review import so_far
from quadriga.players.survey import Survey, plan_for
from quadriga.table.errors import TableError

from .bots import review_part
from .bus import Bus
from .hall import LOG, begin
from .identity import maker_of
from .live import LiveTable
from .storage import ReviewRow, Storage, StorageError
from .thinking import Importance, Service

KEPT = 32
"""This many reviews are kept in memory; all of them are in storage."""
MOST = 16
"""This many matches are looked at at the same time."""
QUOTA = 6
"""This many of them for one who asks."""
WANTED = 5.0
"""Seconds after which nobody wants to know any longer: whoever does asks again, a page every second."""
SAVED = 2.0
"""Seconds after which what was found is stored while the search goes on."""
LEFT = 15.0
"""A review that another process has not stored for this many seconds is taken over: that process may be dead."""


@dataclass
class Asked:
    """Who asked for a review first, and when somebody did last."""

    owner: str
    at: float


class Reviews:
    """What was found about matches, and what is being looked for."""

    def __init__(
        self, thinking: Service, storage: Storage, bus: Bus, *, ahead: bool = True, shared: bool = False
    ) -> None:
        self.thinking = thinking
        self.storage = storage
        self.bus = bus
        self.ahead = ahead
        """Whether a match is looked at as soon as it has ended, before anybody asks."""
        self.shared = shared
        """Whether other processes may look at the same matches."""
        self.found: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self.running: dict[str, Survey] = {}
        self.asked: dict[str, Asked] = {}
        """Who asks for them; those that nobody asks for, or no longer, come after everything else."""
        self.looks: dict[str, asyncio.Task[None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, live: LiveTable) -> None:
        """Begin to look at a match that somebody played and that has just ended, if there is time."""
        table = live.table
        played = table.state is not None and table.state.history and any(table.holders)
        wanted = played and table.result is not None and table.result.how != "abandoned"
        # Rules that are not compiled yet would keep a worker busy for a minute: whoever asks for it waits that long.
        if self.ahead and wanted and len(self.running) < MOST and table.game.compiled.is_warm:
            begin(self._look_ahead(live), self.tasks)

    async def _look_ahead(self, live: LiveTable) -> None:
        await self._look(live)

    async def of(self, live: LiveTable, owner: str = "") -> dict[str, Any]:
        """Return what is known of a finished match, and how far the look at it is; the first to ask starts it."""
        known = await self._look(live, owner)
        self.want(live.id, owner)
        if known["status"] == "running" and live.id not in self.running:
            # Whoever looks at it should hear that it is not for nothing, and not from which address.
            self.bus.publish_wanted(live.id, maker_of(owner) if owner else "")
        return known

    def want(self, id: str, owner: str) -> None:
        """Note that somebody asks for the review of a match, here or at another process, if this one looks at it."""
        if self._is_wanted(id):
            self.asked[id].at = time.monotonic()
        elif id in self.running and self._refusal(owner) is None:
            self.asked[id] = Asked(owner, time.monotonic())

    def _is_wanted(self, id: str) -> bool:
        return id in self.asked and time.monotonic() - self.asked[id].at < WANTED

    def _refusal(self, owner: str) -> TableError | None:
        """Say why no other match is looked at for somebody now, if so; what nobody wants to know does not count."""
        wanted = [asked.owner for id, asked in self.asked.items() if self._is_wanted(id)]
        if len(wanted) >= MOST:
            return TableError("busy", "too many matches are being looked at: try again soon")
        if owner and wanted.count(owner) >= QUOTA:
            return TableError("slow", f"{QUOTA} matches are being looked at for you: wait until one is done")
        return None

    async def _look(self, live: LiveTable, owner: str | None = None) -> dict[str, Any]:
        id, match = live.id, live.table.state
        assert match is not None
        survey = self.running.get(id)
        if survey is None and id not in self.found:
            known = await self.storage.review_of(id)
            survey = self.running.get(id)  # somebody else may have asked meanwhile
            if survey is None:
                survey = Survey(match.game, len(match.history), plan_for(match))
                if known is not None:
                    survey.read(known.content)
                if survey.next() is None:
                    self._remember(id, survey, match.to_move is None)
                elif not (self.shared and known is not None and time.time() - known.written_at < LEFT):
                    self._start(id, survey, live, owner)
        if id in self.found:
            return {"status": "done", "review": self.found[id]}
        assert survey is not None
        found = so_far(survey, match.to_move is None)
        review = None if found is None else found.data()
        return {"status": "running", "done": survey.done, "of": survey.planned, "review": review}

    def _start(self, id: str, survey: Survey, live: LiveTable, owner: str | None) -> None:
        if owner is not None:
            if refusal := self._refusal(owner):
                raise refusal
            self.asked[id] = Asked(owner, time.monotonic())
            # What nobody wants to know gives way; what was found is stored, and gone on with when somebody asks.
            if len(self.running) >= MOST:
                self._stop(next(each for each in self.running if not self._is_wanted(each)))
        self.running[id] = survey
        state = live.table.state
        assert state is not None
        # Whoever thinks about it needs the moves, and not who made them.
        self.looks[id] = begin(self._find(id, survey, state.record(), state.to_move is None), self.tasks)

    def _stop(self, id: str) -> None:
        look = self.looks[id]
        self._forget(id, self.running[id])
        look.cancel()

    def _forget(self, id: str, survey: Survey) -> None:
        if self.running.get(id) is survey:  # and not another, which was begun since
            del self.running[id], self.looks[id]
            self.asked.pop(id, None)

    async def _find(self, id: str, survey: Survey, record: str, is_over: bool) -> None:
        """Look at one move after the other; between them whatever is more important has its turn, and other reviews."""

        def importance() -> Importance:
            return Importance.REVIEW if self._is_wanted(id) else Importance.AHEAD

        try:
            saved = time.monotonic()
            while (task := survey.next()) is not None:
                wanted = self._is_wanted(id)
                if not (wanted or self.ahead):
                    return await self._save(id, survey, done=False)  # until somebody asks again
                owner = (self.asked[id].owner if wanted else "") or id
                survey.take(task, await self.thinking.do(importance, review_part, record, task, owner=owner))
                if time.monotonic() - saved > SAVED:
                    await self._save(id, survey, done=False)
                    saved = time.monotonic()
            await self._save(id, survey, done=True)
            self._remember(id, survey, is_over)
        finally:
            self._forget(id, survey)

    async def _save(self, id: str, survey: Survey, *, done: bool) -> None:
        """Store what was found; if that cannot be, it is found again some day."""
        try:
            await self.storage.keep_review(ReviewRow(id, time.time(), done, survey.write()))
        except StorageError as error:
            LOG.warning("a review cannot be stored", extra={"error": str(error)})

    def _remember(self, id: str, survey: Survey, is_over: bool) -> None:
        review = so_far(survey, is_over)
        assert review is not None
        self.found[id] = review.data()
        while len(self.found) > KEPT:
            self.found.popitem(last=False)

    async def close(self) -> None:
        """Stop looking."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
