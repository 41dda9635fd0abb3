"""The contestants of `benchmarks.vector`, each in a process of its own: `python vector_peers.py LIBRARY GAME`.

It needs nothing but the library that it measures, so a peer may have an interpreter and versions of its own. For every
number of seconds on standard input it steps for that long and writes agent steps, wall seconds and CPU seconds as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

GAMES = 4096
Stepper = Callable[[], int]


def quadriga(name: str) -> tuple[str, Stepper]:
    """Step one of our games; with `/views` behind its name without copies of what is seen."""
    import quadriga
    from quadriga.env.vector import SeatVectorEnv

    game, _, views = name.partition("/")
    envs = SeatVectorEnv(game, GAMES, autoreset_mode="SameStep", copy=not views)
    held: list[Any] = [envs.reset(seed=0)[0]]

    def step() -> int:
        held[0] = envs.step(held[0]["action_mask"].view(bool).argmax(axis=1))[0]
        return GAMES

    return quadriga.__version__, step


def pgx(name: str) -> tuple[str, Stepper]:
    """Step a game of pgx under jit on the CPU, games that end begun again."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))
    play = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    following = jax.jit(jax.vmap(lambda key: jax.random.split(key)[0]))
    choose = jax.jit(lambda mask: mask.argmax(axis=1))
    keys = jax.random.split(jax.random.PRNGKey(0), GAMES)
    held = [begin(keys), keys]

    def step() -> int:
        held[1] = following(held[1])
        state = play(held[0], choose(held[0].legal_action_mask), held[1])
        state.observation.block_until_ready()
        held[0] = state
        return GAMES

    return pgx.__version__, step


def envpool(name: str) -> tuple[str, Stepper]:
    """Step a small environment of EnvPool; it has no board or card games, and no masks."""
    import envpool

    envs = envpool.make_gymnasium(name, num_envs=GAMES)
    envs.reset()
    actions = np.random.default_rng(0).integers(0, envs.action_space.n, (64, GAMES)).astype(np.int32)
    turn = [0]

    def step() -> int:
        turn[0] = (turn[0] + 1) % 64
        envs.step(actions[turn[0]])
        return GAMES

    return envpool.__version__, step


def pufferlib(name: str) -> tuple[str, Stepper]:
    """Step Connect Four of PufferLib's Ocean, in C, by its compiled class; it has no masks, and uses one core.

    The wheel of 2.0.2, the last that is no source, lacks the Python module around it.
    """
    from importlib.metadata import version
    from importlib.util import find_spec, module_from_spec, spec_from_file_location
    from pathlib import Path

    package = find_spec("pufferlib")
    if package is None or package.origin is None:
        raise ImportError("pufferlib")
    (library,) = (Path(package.origin).parent / "ocean" / name).glob("cy_*.so")
    spec: Any = spec_from_file_location(f"cy_{name}", library)
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    width, height = 7, 6
    seen, chosen = np.zeros((GAMES, width * height), np.float32), np.zeros(GAMES, np.int32)
    rewards, over = np.zeros(GAMES, np.float32), np.zeros(GAMES, np.uint8)
    envs = module.CyConnect4(seen, chosen, rewards, over, GAMES, width, height, 96, 96)
    envs.reset()
    actions = np.random.default_rng(0).integers(0, width, (64, GAMES)).astype(np.int32)
    turn = [0]

    def step() -> int:
        turn[0] = (turn[0] + 1) % 64
        chosen[:] = actions[turn[0]]
        envs.step()
        return GAMES

    return version("pufferlib"), step


def main() -> None:
    """Step whenever it is our turn."""
    makers = {"quadriga": quadriga, "pgx": pgx, "envpool": envpool, "pufferlib": pufferlib}
    version, step = makers[sys.argv[1]](sys.argv[2])
    step()
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        done, begun, spent = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - begun < float(line):
            done += step()
        print(json.dumps([done, time.perf_counter() - begun, time.process_time() - spent]), flush=True)


if __name__ == "__main__":
    main()
