"""Trains a linear policy for one seat of Caesar! under `jax.jit`: rollouts, returns and gradients in one function.

    pip install 'quadriga[env,jax]'
    python examples/jax_reinforce.py [UPDATES]

The rules are called back by `jax.pure_callback` (quadriga.env.jax), so a whole rollout is one `lax.scan`.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp

from quadriga.env.jax import JaxSeats

GAMES, STEPS, RATE = 512, 64, 0.0015


def log_chances(weights: Any, state: Any) -> Any:
    """Return the logarithm of every action's chance; what is not legal has none."""
    scores = state.observation.astype(jnp.float32) / 8 @ weights
    return jax.nn.log_softmax(jnp.where(state.action_mask, scores, -1e9))


def make(env: JaxSeats) -> Any:
    """Make the function of one update."""

    def play(weights: Any, state: Any, key: Any) -> Any:
        chosen = jax.random.categorical(key, log_chances(weights, state))
        following = env.step(state, chosen)
        return following, (state.observation, state.action_mask, chosen, following.rewards, following.terminated)

    def returns_of(rewards: Any, over: Any) -> Any:
        def back(later: Any, now: Any) -> Any:
            reward, ended = now
            value = reward + jnp.where(ended, 0.0, later)
            return value, value

        return jax.lax.scan(back, jnp.zeros(env.num_envs), (rewards, over), reverse=True)[1]

    @jax.jit
    def update(weights: Any, state: Any, key: Any) -> Any:
        keys = jax.random.split(key, STEPS)
        state, (seen, masks, chosen, rewards, over) = jax.lax.scan(lambda s, k: play(weights, s, k), state, keys)
        returns = returns_of(rewards, over)
        advantage = returns - returns.mean()

        def loss(weights: Any) -> Any:
            scores = seen.astype(jnp.float32) / 8 @ weights
            chances = jax.nn.log_softmax(jnp.where(masks, scores, -1e9))
            taken = jnp.take_along_axis(chances, chosen[..., None], -1)[..., 0]
            return -(taken * advantage).mean()

        weights -= RATE * jnp.sign(jax.grad(loss)(weights))
        return weights, state, jnp.where(over, rewards > 0, False).sum() / over.sum()

    return update


def train(updates: int, games: int = GAMES) -> list[float]:
    """Train, and return the share of games won in every update."""
    env = JaxSeats("caesar", games)
    state, key, shares = env.init(seed=1), jax.random.PRNGKey(1), []
    weights = jnp.zeros((state.observation.shape[1], env.num_actions))
    update = make(env)
    for number in range(updates):
        key, own = jax.random.split(key)
        weights, state, share = update(weights, state, own)
        shares.append(float(share))
        if number % 10 == 0:
            print(f"update {number}: {share:.1%} of the games won", flush=True)
    return shares


if __name__ == "__main__":
    train(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
