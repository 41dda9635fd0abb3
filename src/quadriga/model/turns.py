"""The turns of a match, counted as it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State


class Turns:
    """A count of turns: what clocks take for one turn (`GameDefinition.turn`) is one, and the first is 1."""

    def __init__(self) -> None:
        self.count = 0
        self._last: int | None = None

    def at(self, state: State) -> int:
        """Return the number of the turn in which a position is decided; to be asked for one position after another."""
        now = state.game.definition.turn(state.s)
        self.count += now != self._last
        self._last = now
        return self.count
