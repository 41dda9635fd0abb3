"""Many games of which one seat each is played from outside: on the CPU, by the compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .full import observe_full
from .single import Vector

if TYPE_CHECKING:
    from quadriga.model import Game, State


class SeatGames(Protocol):
    """Games on some device. Rows are chosen by an array of flags; arrays are those of the device."""

    mask: Any
    observation: Any
    rewards: Any
    over: Any

    def begin(self, chosen: Any, seeds: Vector | None = None) -> None:
        """Begin games, each with the seed that follows in its place, or with those given for all."""

    def play(self, actions: Any, chosen: Any) -> None:
        """Play legal actions, then whatever chance plays for the others; what ends is `over` and paid."""

    def look(self, chosen: Any, *, deciding: bool = False) -> None:
        """Write `mask` and `observation`: what the agent's seat sees, or the deciding one."""

    def waiting(self) -> Any:
        """Flag the games in which another seat decides."""

    def give_up(self, chosen: Any) -> None:
        """End games at once: the agent did something illegal."""

    def state(self, row: int) -> State:
        """Return one game as a State of its own."""


class HostGames:
    """Games on the CPU, on several threads."""

    def __init__(
        self, game: Game, seats: Vector, *, chance: bool, full: bool = False, threads: int | None = None
    ) -> None:
        self.game, self.seats, self.chance, self.full = game, seats, chance, full
        count = len(seats)
        self.batch = game.batch(count, threads=threads)
        self.mask = np.zeros((count, game.num_actions), np.int8)
        self._seen = np.zeros((count, game.definition.rules.OBSERVATION), np.int8)
        self.observation: Vector = self._seen
        self.rewards = np.zeros(count, np.float32)
        self.over = np.zeros(count, np.uint8)
        self.chooser = np.zeros((count, 2), np.int64)

    def _moves(self) -> Vector:
        return np.zeros(self.game.num_actions, np.int16)

    def begin(self, chosen: Vector, seeds: Vector | None = None) -> None:
        """Begin games."""
        batch, kernel = self.batch, self.game.compiled_seats
        flags = chosen.view(np.uint8)
        if seeds is None:
            batch.seeds[chosen] += len(batch)
        else:
            batch.seeds[chosen] = seeds[chosen]
        self.over[chosen] = 0
        batch.in_slices(
            lambda start, stop: kernel.seats_begin(
                batch.states, self.game.template, batch.seeds, self.chooser, flags, self.seats, self.chance,
                self._moves(), start, stop,
            )
        )  # fmt: skip

    def play(self, actions: Vector, chosen: Vector) -> None:
        """Play legal actions, then what chance plays for the others."""
        batch, kernel, flags = self.batch, self.game.compiled_seats, chosen.view(np.uint8)
        small = actions.astype(np.int16)
        batch.in_slices(
            lambda start, stop: kernel.seats_play(
                batch.states, small, self.chooser, flags, self.seats, len(self.game.seats), self.chance,
                self._moves(), self.rewards, self.over, start, stop,
            )
        )  # fmt: skip

    def look(self, chosen: Vector, *, deciding: bool = False) -> None:
        """Write what is legal and what is seen."""
        batch, kernel, flags = self.batch, self.game.compiled_seats, chosen.view(np.uint8)
        batch.in_slices(
            lambda start, stop: kernel.seats_look(
                batch.states, flags, self.seats, deciding, self._moves(), self.mask, self._seen, start, stop
            )
        )
        if self.full and not deciding:
            self.observation = observe_full(self.game, batch.states, self.seats)

    def seen(self, rows: Vector) -> Vector:
        """Return what the deciding seats of some games see, after a look at them."""
        return self._seen[rows]

    def waiting(self) -> Vector:
        """Flag the games in which another seat decides."""
        to_move = self.batch.to_move
        flags: Vector = (to_move >= 0) & (to_move != self.seats)
        return flags

    def give_up(self, chosen: Vector) -> None:
        """End games at once."""
        self.batch.to_move[chosen] = -1

    def state(self, row: int) -> State:
        """Return one game as a State of its own."""
        return self.batch.state(row)
