"""Reviews as a test has them: of short matches, kept on a shelf."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import quadriga
from quadriga.model import State
from quadriga.server.bus import Bus, LocalBus
from quadriga.server.reviews import Reviews
from quadriga.server.storage import ReviewRow
from quadriga.server.storage.rows import review_of, values_of_review
from quadriga.server.thinking import Service


def played(moves: int, seed: int) -> State:
    """A match of Caesar! with some random moves."""
    state, chooser = quadriga.load("caesar").new(seed), Random(seed)
    while len(state.history) < moves and state.to_move is not None:
        state.play(chooser.choice(state.legal))
    return state


def table_of(id: str, match: State) -> Any:
    """As much of a table as a review asks for: the match, and not its record, which names who played."""
    return SimpleNamespace(id=id, table=SimpleNamespace(state=match))


class Shelf:
    """As much of a storage as a review asks for; what is kept goes through JSON."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}

    async def review_of(self, id: str) -> ReviewRow | None:
        return review_of(dict(self.rows[id])) if id in self.rows else None

    async def keep_review(self, row: ReviewRow) -> None:
        self.rows[row.table_id] = values_of_review(row)


def reviews_of(
    thinking: Service, shelf: Shelf | None = None, bus: Bus | None = None, *, ahead: bool = True, shared: bool = False
) -> Reviews:
    """Reviews that are kept on a shelf."""
    storage: Any = shelf or Shelf()
    return Reviews(thinking, storage, bus or LocalBus(), ahead=ahead, shared=shared)
