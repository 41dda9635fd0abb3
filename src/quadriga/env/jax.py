"""Many games at once as pure functions for JAX: they run under `jit`, `scan` and `grad`'s surroundings.

    env = JaxSeats("caesar", 1024)
    state = env.init(seed=0)
    state = jax.jit(env.step)(state, actions)

A state holds everything, the records of the games included, so `step` is a function of what it is given: the compiled
rules are called back by `jax.pure_callback`. A game that ends begins again in the same step.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from quadriga.errors import IllegalMove, QuadrigaError
from quadriga.extras import need
from quadriga.kernel.batch import checked_count, checked_seed

from .given import seats_of, whole_numbers
from .rewards import seat_point_rewards
from .seat_games import HostGames
from .shared import load
from .single import Vector
from .spaces import checked, observation_space
from .vector import ILLEGAL_REWARD

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
    """One seat of each of many games; the others play at random, and an illegal action loses.

    - `seat`: the agent's, by number or name; one for each game; or `spread`: each equally often.
    - `observation`: what the seat sees (`seat`), or everything, for critics (`full`).
    - `reward`: the outcome at the end (`outcome`), or every change of the points as it happens (`points`).
    - `threads`: how many cores play; all, if nothing is said.
    - `options`: those of the game.
    """

    def __init__(
        self,
        name: str,
        num_envs: int,
        seat: int | str | Sequence[int] = 0,
        observation: str = "seat",
        reward: str = "outcome",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.game = load(name, **options)
        self.num_envs = checked_count(num_envs)
        self.num_actions = self.game.num_actions
        self.seats = seats_of(self.game.seats, seat, self.num_envs)
        self._full = checked("observation", observation, ("seat", "full")) == "full"
        self._pays_points = checked("reward", reward, ("outcome", "points")) == "points"
        self._games = HostGames(self.game, self.seats, chance=True, full=self._full, threads=threads)
        self._lock = threading.Lock()
        seen = observation_space(self.game, full=self._full)
        width = self.game.template.dtype.itemsize + 8 + 16  # the record, its seed, the dice of the others
        shapes = {
            "records": ((self.num_envs, width), np.uint8),
            "observation": ((self.num_envs, *seen.shape), seen.dtype),
            "action_mask": (self._games.mask.shape, np.bool_),
            "rewards": ((self.num_envs,), np.float32),
            "terminated": ((self.num_envs,), np.bool_),
        }
        self._shape = JaxState(*(jax.ShapeDtypeStruct(*shape) for shape in shapes.values()))

    def init(self, seed: Any = 0) -> JaxState:
        """Begin all games; game i is `game.new(seed + i)`. Under `jit` the seed is an int of 32 bits."""
        if not isinstance(seed, jax.core.Tracer):
            return JaxState(*map(jax.numpy.asarray, self._init(seed)))
        if seed.shape or not jax.numpy.issubdtype(seed.dtype, jax.numpy.integer):
            raise QuadrigaError(f"seed must be an int, not {seed.dtype} {seed.shape}")
        return JaxState(*jax.pure_callback(self._init, self._shape, seed, vmap_method="sequential"))

    def _init(self, seed: Any) -> JaxState:
        given: Any = seed if isinstance(seed, int) else np.asarray(seed)[()]
        number = checked_seed(given)
        with self._lock:
            games = self._games
            everything = np.ones(self.num_envs, bool)
            games.begin(everything, np.arange(self.num_envs, dtype=np.int64) + number)
            games.rewards[:] = 0
            games.look(everything)
            return self._state(np.zeros(self.num_envs, bool))

    def step(self, state: JaxState, actions: Any) -> JaxState:
        """Play one action in every game; an illegal one loses it."""
        if not isinstance(actions, jax.Array):  # what is traced is one too
            actions = whole_numbers(actions, self.num_envs)
        elif actions.shape != (self.num_envs,) or not jax.numpy.issubdtype(actions.dtype, jax.numpy.integer):
            shown = f"{actions.dtype} {actions.shape}"
            raise IllegalMove(f"step takes {self.num_envs} ints, one for every game, not {shown}")
        if jax.numpy.shape(state.records) != self._shape.records.shape:
            raise QuadrigaError(f"step takes a state of this environment: {self.game.name}, {self.num_envs} games")
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
            if self._pays_points:
                ended = self._step_by_points(given, allowed)
            else:
                ended = games.step(given, begin=np.zeros_like(allowed), give_up=~allowed, again=True)
            games.rewards[~allowed] = ILLEGAL_REWARD
            if self._pays_points or self._full:
                games.look(everything)
            return self._state(ended)

    def _step_by_points(self, actions: Vector, allowed: Vector) -> Vector:
        """Play what is allowed, pay the points gained, and begin again where a game ended; return where."""
        games, before = self._games, self._games.batch.scores()[0]
        games.over[:] = ~allowed
        games.play(actions, allowed)
        games.rewards[:] = seat_point_rewards(before, games.batch.scores()[0], self.seats)
        ended: Vector = games.over > 0
        if ended.any():
            games.begin(ended)
        return ended

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
