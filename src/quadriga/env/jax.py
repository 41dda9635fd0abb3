"""Many games at once as pure functions for JAX: they run under `jit`, `scan` and `grad`'s surroundings.

    env = JaxSeats("caesar", 1024)
    state = env.init(seed=0)
    state = jax.jit(env.step)(state, actions)

A state holds everything, the records of the games included, so `step` is a function of what it is given: the compiled
rules are called back by `jax.pure_callback`. A game that ends begins again in the same step.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from quadriga.extras import need
from quadriga.kernel.batch import checked_count, checked_seed

from .seat_games import HostGames
from .shared import load
from .single import Vector
from .vector import ILLEGAL_REWARD, seats_of

jax = need("jax", "jax")


class JaxState(NamedTuple):
    """Games and what the last step brought; all are arrays with a row for every game."""

    records: Any
    """The games themselves, as bytes."""
    observation: Any
    """What the agents' seats see."""
    action_mask: Any
    """What is legal for them."""
    rewards: Any
    """What the last step paid them."""
    terminated: Any
    """Where the last step ended a game; all else tells of the one that follows it."""


class JaxSeats:
    """One seat of each of many games; the others play at random."""

    def __init__(
        self, name: str, num_envs: int, seat: int | str = 0, threads: int | None = None, **options: Any
    ) -> None:
        self.game = load(name, **options)
        self.num_envs = checked_count(num_envs)
        self.num_actions = self.game.num_actions
        self.seats = seats_of(self.game.seats, seat, self.num_envs)
        self._games = HostGames(self.game, self.seats, chance=True, threads=threads)
        self._lock = threading.Lock()
        width = self.game.template.dtype.itemsize + 8 + 16  # the record, its seed, the dice of the others
        shapes = {
            "records": ((self.num_envs, width), np.uint8),
            "observation": (self._games.observation.shape, np.int8),
            "action_mask": (self._games.mask.shape, np.bool_),
            "rewards": ((self.num_envs,), np.float32),
            "terminated": ((self.num_envs,), np.bool_),
        }
        self._shape = JaxState(*(jax.ShapeDtypeStruct(*shape) for shape in shapes.values()))

    def init(self, seed: int = 0) -> JaxState:
        """Begin all games; game i is `game.new(seed + i)`."""
        with self._lock:
            games = self._games
            everything = np.ones(self.num_envs, bool)
            games.begin(everything, np.arange(self.num_envs, dtype=np.int64) + checked_seed(seed))
            games.rewards[:] = 0
            games.look(everything)
            return JaxState(*map(jax.numpy.asarray, self._state(np.zeros(self.num_envs, bool))))

    def step(self, state: JaxState, actions: Any) -> JaxState:
        """Play one action in every game; an illegal one loses it."""
        found = jax.pure_callback(self._step, self._shape, state.records, actions, vmap_method="sequential")
        return JaxState(*found)

    def _step(self, records: Any, actions: Any) -> JaxState:
        with self._lock:
            games = self._games
            self._unpack(np.asarray(records))
            everything = np.ones(self.num_envs, bool)
            games.look(everything)
            given = np.asarray(actions)
            rows = np.arange(self.num_envs)
            allowed = (given >= 0) & (given < self.num_actions)
            allowed &= games.mask[rows, np.clip(given, 0, self.num_actions - 1)] > 0
            ended = games.step(given, begin=np.zeros_like(allowed), give_up=~allowed, again=True)
            games.rewards[~allowed] = ILLEGAL_REWARD
            return self._state(ended)

    def _state(self, ended: Vector) -> JaxState:
        games = self._games
        return JaxState(
            self._pack(), games.observation.copy(), games.mask.astype(bool), games.rewards.copy(), ended.copy()
        )

    def _pack(self) -> Vector:
        batch = self._games.batch
        parts = (batch.states, batch.seeds, self._games.chooser)
        return np.concatenate([part.view(np.uint8).reshape(self.num_envs, -1) for part in parts], axis=1)

    def _unpack(self, records: Vector) -> None:
        batch, at = self._games.batch, 0
        for part in (batch.states, batch.seeds, self._games.chooser):
            rows = part.view(np.uint8).reshape(self.num_envs, -1)
            rows[:] = records[:, at : at + rows.shape[1]]
            at += rows.shape[1]
