"""Many games of which one seat each is played from outside: on a GPU, with arrays that stay there."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.kernel.gpu.flags import LISTED, MASK

from .single import Vector

if TYPE_CHECKING:
    from quadriga.model import Game, State


class CudaGames:
    """Games on a GPU. A finished game is seen as zeros."""

    def __init__(self, game: Game, seats: Vector, *, chance: bool, device: str, arrays: str | None) -> None:
        self.game, self.chance = game, chance
        self.batch = game.batch(len(seats), device=device, arrays=arrays)
        make = self.batch._arrays
        self.library = import_module(type(self.batch.legal).__module__.partition(".")[0])
        self.seats = make.take(seats, "int8")
        self._place = make.take(np.arange(len(seats)), "int64")
        self.rewards = make.zeros((len(seats),), "float32")
        self.over = make.zeros((len(seats),), "uint8")
        self.mask = self.batch.legal
        self.observation = self.batch.observe()
        self._take, self._host = make.take, make.host
        fields = game.template.dtype.fields
        assert fields is not None
        self._offset: int = fields["to_move"][1]

    def renew(self) -> None:
        """Change nothing: what is handed out is a copy."""

    def begin(self, chosen: Any, seeds: Vector | None = None) -> None:
        """Begin games."""
        batch = self.batch
        rows = self._rows(chosen)
        if seeds is not None:
            batch.seeds[rows] = self._take(seeds, "int64")[rows]
        batch._own["finished"][0] = len(rows)
        batch._own["finished"][1 : 1 + len(rows)] = self._take(rows, "int32")
        batch._launch("begin", flags=LISTED | MASK, step=0 if seeds is not None else len(batch))
        self.over[rows] = 0
        if self.chance:
            self._chance_plays()

    def _rows(self, chosen: Any) -> Any:
        return self._place[self._take(chosen, "uint8") > 0]

    def play(self, actions: Any, chosen: Any) -> None:
        """Play legal actions, then what chance plays for the others."""
        self._step(self._take(actions, "int64"), self._take(chosen, "uint8") > 0)
        if self.chance:
            self._chance_plays()

    def _step(self, actions: Any, chosen: Any) -> None:
        batch = self.batch
        before = batch.to_move >= 0
        waits = self._take(np.array(-1), "int64")
        batch.step(self.library.where(chosen, actions, waits), check=False)
        ended = before & (batch.to_move < 0)
        paid = batch.rewards[self._place, self._take(self.seats, "int64")]
        self.rewards[ended] = paid[ended]
        self.over[ended] = 1

    def _chance_plays(self) -> None:
        while bool((waiting := self.waiting()).any()):
            self._step(self._any_legal(), waiting)

    def _any_legal(self) -> Any:
        if self.library.__name__ == "torch":
            drawn = self.library.rand(self.mask.shape, device=self.mask.device)
        else:
            drawn = self.library.random.random(self.mask.shape, dtype="float32")
        return ((drawn + 1e-6) * self.mask).argmax(1)

    def look(self, chosen: Any, *, deciding: bool = False) -> None:
        """Write what is legal and what is seen."""
        self.observation = self.batch.observe()
        if not deciding:
            over = self.batch.to_move < 0
            self.observation[over] = 0
            self.mask[over] = 0
            self.mask[over, 0] = 1

    def seen(self, rows: Any) -> Any:
        """Return what the deciding seats of some games see, after a look at them."""
        return self.observation[self._take(rows, "int64")]

    def waiting(self) -> Any:
        """Flag the games in which another seat decides."""
        return (self.batch.to_move >= 0) & (self.batch.to_move != self.seats)

    def give_up(self, chosen: Any) -> None:
        """End games at once."""
        rows = self._rows(chosen)
        self.batch.states[rows, self._offset] = 255
        self.batch.to_move[rows] = -1

    def state(self, row: int) -> State:
        """Return one game as a State of its own."""
        state: State = self.batch.state(row)
        return state
