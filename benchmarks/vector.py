"""Vector environments from Python: `python -m benchmarks.vector [SECONDS]`. Agent steps with observations and masks.

Every contestant steps 4,096 games with a legal action chosen from its own mask, in turns in the same run, on the cores
that this process may use. An agent step of ours includes what the random opponent plays until the agent decides again;
pgx steps whoever is due. Rates are per wall second and per CPU second (of all cores together): on a busy machine read
the second. Peers that are not installed are left out and named.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import quadriga
from quadriga.env.vector import SeatVectorEnv

GAMES = 4096
ROUNDS = 5
Stepper = Callable[[], int]


def first_legal(mask: Any) -> Any:
    """Choose the first legal action of every game: next to no time."""
    return mask.argmax(axis=1)


def ours(name: str, **options: Any) -> Stepper:
    """Step one of our games."""
    envs = SeatVectorEnv(name, GAMES, autoreset_mode="SameStep", **options)
    held = [envs.reset(seed=0)[0]]

    def step() -> int:
        held[0] = envs.step(first_legal(held[0]["action_mask"]))[0]
        return GAMES

    return step


def pgx_game(name: str) -> Stepper:
    """Step a game of pgx under jit on the CPU, games that end begun again."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin, play = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(0), GAMES)
    held = [begin(keys), keys]

    def step() -> int:
        held[1] = jax.vmap(lambda key: jax.random.split(key)[0])(held[1])
        state = play(held[0], held[0].legal_action_mask.argmax(axis=1), held[1])
        state.observation.block_until_ready()
        held[0] = state
        return GAMES

    return step


def envpool_game(name: str) -> Stepper:
    """Step a small environment of EnvPool; it has no board or card games."""
    import envpool

    envs = envpool.make_gymnasium(name, num_envs=GAMES)
    envs.reset()
    actions = np.zeros(GAMES, np.int32)

    def step() -> int:
        envs.step(actions)
        return GAMES

    return step


def puffer_game(name: str) -> Stepper:
    """Step an environment of PufferLib's Ocean, in C."""
    from pufferlib import ocean

    envs = ocean.env_creator(name)(num_envs=GAMES)
    envs.reset()
    actions = np.zeros_like(envs.actions)

    def step() -> int:
        envs.step(actions)
        return GAMES

    return step


def contestants() -> dict[str, Callable[[], Stepper]]:
    """List who is measured."""
    found: dict[str, Callable[[], Stepper]] = {
        f"quadriga {name}": lambda name=name: ours(name)
        for name in quadriga.games()  # type: ignore[misc]
    }
    found["quadriga caesar, no copies"] = lambda: ours("caesar", copy=False)
    for name in ("connect_four", "leduc_holdem", "backgammon"):
        found[f"pgx {name}"] = lambda name=name: pgx_game(name)  # type: ignore[misc]
    found["EnvPool CartPole-v1"] = lambda: envpool_game("CartPole-v1")
    found["PufferLib connect4"] = lambda: puffer_game("puffer_connect4")
    return found


def main() -> None:
    """Measure in turns and print a table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    steppers: dict[str, Stepper] = {}
    for label, make in contestants().items():
        try:
            steppers[label] = make()
            steppers[label]()
        except ImportError as error:
            print(f"left out: {label} ({error})", file=sys.stderr)
    wall: dict[str, list[float]] = {label: [] for label in steppers}
    cpu: dict[str, list[float]] = {label: [] for label in steppers}
    for _ in range(ROUNDS):
        for label, step in steppers.items():
            done, begun, spent = 0, time.perf_counter(), time.process_time()
            while time.perf_counter() - begun < seconds:
                done += step()
            wall[label].append(done / (time.perf_counter() - begun))
            cpu[label].append(done / (time.process_time() - spent))
    print(f"{GAMES:,} games, {ROUNDS} rounds of {seconds:g} s in turns; million agent steps, median and range\n")
    print("| contestant | a wall second | range | a CPU second |\n|---|---:|---:|---:|")
    for label in steppers:
        walls, cpus = sorted(wall[label]), sorted(cpu[label])
        middle = ROUNDS // 2
        span = f"{walls[0] / 1e6:.2f} to {walls[-1] / 1e6:.2f}"
        print(f"| {label} | {walls[middle] / 1e6:.2f} | {span} | {cpus[middle] / 1e6:.2f} |")


if __name__ == "__main__":
    main()
