"""A batch of pgx played at random inside one compiled loop, on whatever device JAX uses; finished games begin anew."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def random_loop(name: str, batch: int, inner: int) -> Callable[[], int]:
    """Make what plays `inner` random actions in each of `batch` games and returns how many games ended."""
    jax, pgx = import_module("jax"), import_module("pgx")
    wrappers = import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(wrappers.auto_reset(env.step, env.init))

    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def body(_: Any, carried: Any) -> Any:
            state, key, over = carried
            key, first, second = jax.random.split(key, 3)
            action = jax.vmap(choose)(jax.random.split(first, batch), state.legal_action_mask)
            state = step(state, action, jax.random.split(second, batch))
            return state, key, over + (state.terminated | state.truncated).sum()

        return jax.lax.fori_loop(0, inner, body, (state, key, jax.numpy.int32(0)))

    held = [jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)]

    def play() -> int:
        held[0], held[1], over = run(*held)
        return int(over)

    return play
