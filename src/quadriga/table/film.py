"""A match from its beginning to where it stands, all positions at once, as one seat saw them or a spectator.

Moves that were taken back are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from quadriga.model import Event, State
from quadriga.model.turns import Turns

from .entry import Entry
from .errors import TableError
from .show import events_json
from .table import Table

MOST_MOVES = 2_000
"""A film of a longer match is not made: its positions can be looked at one by one."""


@dataclass(frozen=True)
class Film:
    """What a film is made from, taken from a table at one moment: making it takes a while, and the table goes on."""

    opening: State
    started: int
    """The version at which the match began."""
    moves: tuple[tuple[int, int, int], ...]
    """Version, seat and action of every move that stands."""
    seat: int | None
    """As which seat the match is seen; None: as a spectator."""

    @classmethod
    def of(cls, table: Table, seat: int | None) -> Film | None:
        """Begin a film of a match; None before it began, TableError if it is too long."""
        if table.state is None:
            return None
        if len(table.state.history) > MOST_MOVES:
            most = f"a film has {MOST_MOVES} moves at most"
            raise TableError("long", f"this match is too long for it: {most}; look at single versions")
        started, versions = versions_of(table.log)
        moves = zip(versions, table.movers, table.state.history, strict=True)
        return cls(table.beginning(), started, tuple(moves), seat)

    def frames(self) -> Iterator[bytes]:
        """Write one position after the other as JSON, each with what led to it, as it may be seen from the seat."""
        state, turns = self.opening.copy(), Turns()
        yield self._frame(state, state.set_up, version=self.started, number=0, turn=0, seat=None, kind="start")
        for number, (version, mover, action) in enumerate(self.moves, 1):
            turn = turns.at(state)
            told = state.play(action)
            own = {}
            if mover == self.seat:
                own["move"] = {"id": action, "text": state.game.moves[action].text}
            yield self._frame(state, told, version=version, number=number, turn=turn, seat=mover, kind="move", **own)

    def _frame(self, state: State, told: Sequence[Event], **about: Any) -> bytes:
        eyes = () if self.seat is None else (self.seat,)
        events = events_json(told, state.game.seats, eyes)
        return orjson.dumps({**about, "events": events, "view": orjson.Fragment(state.view_json(self.seat, b"[]"))})


def versions_of(log: Sequence[Entry]) -> tuple[int, list[int]]:
    """Return the version at which a match began, and those of the moves that stand."""
    started, versions = 0, []
    for version, entry in enumerate(log, 1):
        if entry.kind == "start":
            started = version
        elif entry.kind == "move":
            versions.append(version)
        elif entry.kind == "undo":
            del versions[entry.data["keep"] :]
    return started, versions
