"""Environments on one core, in the same run: ours against OpenSpiel, pgx, RLCard and PettingZoo's classics.

    pip install -c constraints.txt -e '.[env,bench]'
    python -m benchmarks.environments

Everything runs in turns, in one process, on one core, and is measured in seconds of that core, so that what else the
machine does matters little. Three ways of playing are compared with their like:

- whole random games inside compiled code: ours, OpenSpiel's C++ rollouts;
- a batch of 1024 games with observations: ours stepped from Python, pgx inside one compiled loop;
- one random game through a Python environment that lists legal actions and observes at each step: our PettingZoo
  environment, PettingZoo's classics, RLCard.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from statistics import median
from time import process_time as clock
from typing import Any

import numpy as np

import quadriga
from quadriga import Game
from quadriga.kernel.tree import NO_NETWORK

from .pgx_loop import random_loop

ROUNDS = 5
SECONDS = 0.5
"""Of the core, for every contestant in every round."""
BATCH = 1024
SPIEL = ("skat", "gin_rummy", "backgammon")
PGX = ("backgammon", "sparrow_mahjong", "gardner_chess", "animal_shogi", "go_9x9")
RLCARD = ("gin-rummy", "uno", "doudizhu", "mahjong")
CLASSICS = ("connect_four_v3", "texas_holdem_no_limit_v6", "hanabi_v5", "chess_v6")
RATIOS = ("OpenSpiel gin_rummy", "OpenSpiel backgammon")

Rate = Callable[[int], tuple[float, float]]
"""Plays for SECONDS with a seed; returns actions a second and actions a game."""


@dataclass
class Contestant:
    """What plays, and the rates of its rounds."""

    name: str
    rate: Rate
    lengths: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)


def one_core() -> None:
    """Keep this process, and every thread that a library starts in it, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    os.environ["JAX_PLATFORMS"] = "cpu"


def our_playouts(game: Game) -> Rate:
    """Play whole games inside the compiled rules, from setup to end: legal actions listed, one chosen uniformly."""
    scratch, moves = game.template.copy(), np.zeros(game.num_actions, np.int16)
    limit, chunk = game.definition.max_steps, 1000
    by_rules = np.zeros(1), NO_NETWORK

    def rate(seed: int) -> tuple[float, float]:
        sums = np.zeros(game.definition.rules.MEASURES, np.int64)
        done = 0
        start = clock()
        while clock() - start < SECONDS:
            game.compiled.sample_all(
                scratch, game.template, seed * 10**9, done, done + chunk, moves, limit, False, False, sums, *by_rules
            )
            done += chunk
        return sums[1] / (clock() - start), sums[1] / sums[0]

    return rate


def our_batch(game: Game) -> Rate:
    """Step a batch from Python: observe, list what is legal, choose, play; games begin anew when all are over."""
    batch = game.batch(BATCH, threads=1)

    def rate(seed: int) -> tuple[float, float]:
        chance = np.random.default_rng(seed)
        steps = games = 0
        start = clock()
        while clock() - start < SECONDS:
            batch.reset(seed + games)
            games += BATCH
            while live := int((batch.to_move >= 0).sum()):
                batch.observe()
                legal = batch.legal
                batch.step((legal * chance.random(legal.shape, np.float32)).argmax(axis=1))
                steps += live
        return steps / (clock() - start), steps / games

    return rate


def spiel(name: str) -> Rate:
    """Play OpenSpiel's C++ rollouts from a dealt start; its actions of chance are counted, which favours it."""
    import pyspiel

    from .playouts import Peer

    peer, rollouts = Peer(name), 200

    def rate(seed: int) -> tuple[float, float]:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed + 1)
        bot = pyspiel.MCTSBot(peer.game, evaluator, 2.0, 1, 100, False, seed + 1, False)
        games = 0
        start = clock()
        while clock() - start < SECONDS:
            bot.step(peer.state)
            games += rollouts
        return games * peer.length / (clock() - start), peer.length

    return rate


def pgx_batch(name: str) -> Rate:
    """Step a batch of pgx inside one compiled loop; a finished game begins anew."""
    inner = 50
    play = random_loop(name, BATCH, inner)

    def rate(seed: int) -> tuple[float, float]:
        steps = games = 0
        start = clock()
        while clock() - start < SECONDS:
            games += play()
            steps += inner * BATCH
        return steps / (clock() - start), steps / max(1, games)

    return rate


def rlcard(name: str) -> Rate:
    """Play a game of RLCard from Python."""
    env = import_module("rlcard").make(name)

    def rate(seed: int) -> tuple[float, float]:
        chooser = random.Random(seed)
        steps = games = 0
        start = clock()
        while clock() - start < SECONDS:
            state, _ = env.reset()
            games += 1
            while not env.is_over():
                state, _ = env.step(chooser.choice(list(state["legal_actions"])))
                steps += 1
        return steps / (clock() - start), steps / games

    return rate


def aec(env: Any) -> Rate:
    """Play an environment of PettingZoo as its own benchmark does: observe, choose by the mask, step."""

    def rate(seed: int) -> tuple[float, float]:
        chooser = random.Random(seed)
        steps = games = 0
        start = clock()
        while clock() - start < SECONDS:
            env.reset(seed=seed * 10**6 + games)
            games += 1
            for _ in env.agent_iter():
                seen, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                env.step(chooser.choice(np.flatnonzero(mask).tolist()))
                steps += 1
        return steps / (clock() - start), steps / games

    return rate


def classic(name: str) -> Rate:
    """Open one of PettingZoo's classics."""
    return aec(import_module(f"pettingzoo.classic.{name}").env())


def contestants() -> dict[str, list[Contestant]]:
    """Open everything that plays, by the way it plays."""
    from quadriga.env import pettingzoo

    games = quadriga.games()
    return {
        "Whole games in a compiled loop": [
            *(Contestant(name, our_playouts(game)) for name, game in games.items()),
            *(Contestant(f"OpenSpiel {name}", spiel(name)) for name in SPIEL),
        ],
        f"A batch of {BATCH} with observations": [
            *(Contestant(name, our_batch(game)) for name, game in games.items()),
            *(Contestant(f"pgx {name}", pgx_batch(name)) for name in PGX),
        ],
        "One game through a Python environment": [
            *(Contestant(f"{name}, PettingZoo", aec(pettingzoo.env(name))) for name in games),
            *(Contestant(f"{name}, PettingZoo raw", aec(pettingzoo.raw_env(name))) for name in games),
            *(Contestant(f"PettingZoo {name}", classic(name)) for name in CLASSICS),
            *(Contestant(f"RLCard {name}", rlcard(name)) for name in RLCARD),
        ],
    }


def measure() -> dict[str, list[Contestant]]:
    """Let all play in turns; the first round warms up and is dropped."""
    one_core()
    groups = contestants()
    everybody = [one for group in groups.values() for one in group]
    for turn in range(ROUNDS + 1):
        print(f"round {turn} of {ROUNDS}", file=sys.stderr)
        for one in everybody:
            rate, length = one.rate(turn)
            if turn:
                one.rates.append(rate)
                one.lengths.append(length)
    return groups


def rows(group: list[Contestant]) -> list[str]:
    """Write a group as lines of a table."""
    return [
        f"| {one.name} | {median(one.lengths):.0f} | {median(one.rates):,.0f} "
        f"| {min(one.rates):,.0f} to {max(one.rates):,.0f} | {median(one.rates) / median(one.lengths):,.0f} |"
        for one in group
    ]


def report(groups: dict[str, list[Contestant]]) -> str:
    """Write the tables, and our ratios to the named peers with the range over the rounds."""
    lines: list[str] = []
    for title, group in groups.items():
        lines += [f"### {title}", ""]
        lines += ["| contestant | actions a game | actions a second: median | range | games a second |"]
        lines += ["|---|---:|---:|---:|---:|", *rows(group), ""]
    lines += ["| ratio of actions a second, round by round | median | range |", "|---|---:|---:|"]
    first = next(iter(groups.values()))
    for peer in [one for one in first if one.name in RATIOS]:
        for one in [one for one in first if not one.name.startswith("OpenSpiel")]:
            ratios = [a / b for a, b in zip(one.rates, peer.rates, strict=True)]
            lines.append(
                f"| {one.name} : {peer.name} | {median(ratios):.1f} | {min(ratios):.1f} to {max(ratios):.1f} |"
            )
    return "\n".join(lines)


def section() -> str:
    """Measure in a process of its own, which stays on one core; return the tables."""
    run = subprocess.run([sys.executable, "-m", __name__], stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.strip()


if __name__ == "__main__":
    print(report(measure()))
