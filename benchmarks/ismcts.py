"""A level against OpenSpiel's IS-MCTS: `python -m benchmarks.ismcts NAME --games 20 --option players=2`.

IS-MCTS as OpenSpiel has it in Python, through our adapter, with random rollouts by the compiled rules (one for every
simulation). The same seeds with seats swapped; with more than two seats, every second seat each. `--limit` ends it
early, and the line is of what was played by then.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

import quadriga
from quadriga.env.openspiel import RolloutEvaluator
from quadriga.intervals import wilson
from quadriga.players import UNLIMITED, Budget, decide, player

FIRST_SEED = 88_000
UCT = 1.4
BYTES = 4


def play(name: str, options: dict[str, str], level: str, budget: Budget, simulations: int, job: tuple[int, int]) -> Any:
    """Play a game; return the level's share of the victory, and the CPU seconds of a decision, its and theirs."""
    seed, swapped = job
    short = quadriga.load(name).definition.short_name
    given = ",".join(f"{option}={value}" for option, value in options.items())
    game = pyspiel.load_game(f"quadriga_{short}({given})" if given else f"quadriga_{short}")
    state = game.new_initial_state()
    for byte in seed.to_bytes(BYTES, "little"):
        state.apply_action(byte)
    bot = ismcts.ISMCTSBot(game, RolloutEvaluator(1, seed), uct_c=UCT, max_simulations=simulations,
                           random_state=np.random.RandomState(seed))  # fmt: skip
    who = player(level)
    spent, decisions = [0.0, 0.0], [0, 0]
    while not state.is_terminal():
        legal = state.legal_actions()
        side = (state.current_player() + swapped) % 2
        begun = time.process_time()
        if len(legal) == 1:
            action = legal[0]
        else:
            decisions[side] += 1
            action = bot.step(state) if side else decide(who, state.match.single.state(), budget).id
        spent[side] += time.process_time() - begun
        state.apply_action(action)
    winners = [seat for seat, paid in enumerate(state.returns()) if paid > 0]
    share = sum((seat + swapped) % 2 == 0 for seat in winners) / len(winners) if winners else 0.5
    return share, [seconds / max(1, count) for seconds, count in zip(spent, decisions, strict=True)]


def main() -> None:
    """Play, and print a line."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("name", metavar="NAME")
    reader.add_argument("--level", default="consul")
    reader.add_argument("--playouts", type=int, help="a move, instead of the level's own time")
    reader.add_argument("--simulations", type=int, default=1000)
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--option", type=lambda text: text.split("=", 1), action="append", default=[])
    reader.add_argument("--processes", type=int, default=os.cpu_count())
    reader.add_argument("--limit", type=float, default=1e9, help="seconds")
    given = reader.parse_args()
    budget = UNLIMITED if given.playouts is None else Budget(playouts=given.playouts)
    work = partial(play, given.name, dict(given.option), given.level, budget, given.simulations)
    jobs = [(FIRST_SEED + number // 2, number % 2) for number in range(given.games)]
    played, won, spent = 0, 0.0, np.zeros(2)
    ends = time.monotonic() + given.limit
    with get_context("spawn").Pool(given.processes) as pool:
        results = pool.imap_unordered(work, jobs)
        for _ in jobs:
            try:
                share, seconds = results.next(max(0.0, ends - time.monotonic()))
            except Exception as error:
                if type(error).__name__ != "TimeoutError":
                    raise
                pool.terminate()
                break
            played, won, spent = played + 1, won + share, spent + seconds
    low, high = wilson(won, played)
    label = " ".join([given.name, *(f"{name}={value}" for name, value in given.option)])
    each = " | ".join(f"{1000 * seconds / max(1, played):,.0f} ms" for seconds in spent)
    level = given.level if given.playouts is None else f"{given.level}@{given.playouts}"
    print(f"| {label} | {level} | {given.simulations:,} | {played} | {won:g} | {won / max(1, played):.1%} | "
          f"{low:.1%} to {high:.1%} | {each} |")  # fmt: skip


if __name__ == "__main__":
    main()
