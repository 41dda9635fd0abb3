"""Many games of which one seat each is played from outside: on the CPU, by the compiled rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from quadriga.kernel.seats import BEGIN, DECIDING, GIVE_UP, LOOK, PLAY

from .full import observe_full
from .recycled import Recycled
from .single import Vector

if TYPE_CHECKING:
    from quadriga.model import Game, State


class SeatGames(Protocol):
    """Games on some device. Rows are chosen by an array of flags; arrays are those of the device."""

    mask: Any
    observation: Any
    rewards: Any
    over: Any

    def renew(self) -> None:
        """Leave what was seen so far to whoever has it, and write into a new array from now on."""

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
        self.observation: Vector = np.zeros((count, game.definition.rules.OBSERVATION), np.int8)
        self._seen = self.observation
        self._more = Recycled(self._seen)
        self.last_mask, self.last_observation = np.zeros_like(self.mask), np.zeros_like(self._seen)
        """The end of the games that were begun again in the same step."""
        self.rewards = np.zeros(count, np.float32)
        self.over = np.zeros(count, np.uint8)
        self.chooser = np.zeros((count, 2), np.int64)
        self._no_actions = np.zeros(count, np.int16)

    def __getstate__(self) -> dict[str, Any]:
        batch = self.batch  # which has threads and compiled rules
        return {**self.__dict__, "batch": (batch.threads, batch.states, batch.seeds)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        threads, states, seeds = state["batch"]
        self.__dict__.update(state, batch=state["game"].batch(len(seeds), threads=threads))
        self.batch.states[:], self.batch.seeds[:] = states, seeds

    def _do(self, todo: Vector, actions: Vector | None = None, *, following: int = 0, again: bool = False) -> None:
        batch, step, count = self.batch, self.game.compiled_seats.step_seats, len(self.game.seats)
        small = self._no_actions if actions is None else actions.astype(np.int16)
        batch.in_slices(
            lambda start, stop: step(
                batch.states, self.game.template, batch.seeds, following, self.chooser, todo, again, self.seats,
                count, self.chance, small, np.zeros(self.game.num_actions, np.int16), self.rewards, self.over,
                self.mask, self._seen, self.last_mask, self.last_observation, start, stop,
            )
        )  # fmt: skip

    def renew(self) -> None:
        """Write what is seen into a new array from now on: the old one was handed out."""
        self._seen = self.observation = self._more.take()

    def begin(self, chosen: Vector, seeds: Vector | None = None) -> None:
        """Begin games."""
        if seeds is not None:
            self.batch.seeds[chosen] = seeds[chosen]
        self.over[chosen] = 0
        self._do(chosen * np.uint8(BEGIN), following=len(self.batch) if seeds is None else 0)

    def play(self, actions: Vector, chosen: Vector) -> None:
        """Play legal actions, then what chance plays for the others."""
        self._do(chosen * np.uint8(PLAY), actions)

    def look(self, chosen: Vector, *, deciding: bool = False) -> None:
        """Write what is legal and what is seen."""
        self._do(chosen * np.uint8(LOOK | DECIDING if deciding else LOOK))
        if self.full and not deciding:
            self.observation = observe_full(self.game, self.batch.states, self.seats)

    def step(self, actions: Vector, *, begin: Vector, give_up: Vector, again: bool) -> Vector:
        """Do all that a step does where chance plays the others; return which games ended.

        Some games are begun, some ended at once, in all others the action is played. With `again` games that end begin
        again.
        """
        self.over[:], self.rewards[:] = 0, 0
        todo = np.where(
            begin, np.uint8(BEGIN | LOOK), np.where(give_up, np.uint8(GIVE_UP | LOOK), np.uint8(PLAY | LOOK))
        )
        self._do(todo, actions, following=len(self.batch), again=again)
        ended: Vector = self.over > 0
        return ended

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
