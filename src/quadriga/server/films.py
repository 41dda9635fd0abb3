"""Films of matches (table/film.py), made once for all who look with the same eyes, without keeping others waiting."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from typing import Any

import orjson

from quadriga.table.film import Film
from quadriga.table.show import Looker, show_table

from .live import LiveTable

KEPT = 32
"""This many films are kept, compressed: those that were asked for last."""
SLICE = 0.005
"""After this many seconds of work others have a turn."""

Key = tuple[str, int, int | None]


class Films:
    """The films that were asked for last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, bytes] = OrderedDict()
        self.making: dict[Key, asyncio.Task[bytes]] = {}

    def ask(self, live: LiveTable, looker: Looker) -> asyncio.Future[bytes]:
        """Let a film be made of a table whose lock is held: of what stands now. It comes compressed by gzip."""
        key = (live.id, live.table.version, looker.seat)
        if key in self.kept:
            self.kept.move_to_end(key)
            ready: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            ready.set_result(self.kept[key])
            return ready
        if key not in self.making:
            film = Film.of(live.table, looker.seat)
            about = {"version": live.table.version, "table": {"id": live.id, **show_table(live.table)}}
            self.making[key] = asyncio.get_running_loop().create_task(self._make(key, film, about))
        return asyncio.shield(self.making[key])  # who goes away does not stop it for others

    async def _make(self, key: Key, film: Film | None, about: dict[str, Any]) -> bytes:
        try:
            frames = []
            begun = time.perf_counter()
            for frame in film.frames() if film is not None else ():
                frames.append(orjson.Fragment(frame))
                if time.perf_counter() - begun > SLICE:
                    await asyncio.sleep(0)
                    begun = time.perf_counter()
            written = orjson.dumps({**about, "look": key[2], "frames": frames})
            packed = await asyncio.to_thread(gzip.compress, written, 6, mtime=0)
            self.kept[key] = packed
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
            return packed
        finally:
            del self.making[key]
