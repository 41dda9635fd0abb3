"""Random playouts on one core: ours against OpenSpiel's C++ rollouts, in turns, in the same run."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from statistics import mean, median

import numpy as np
import pyspiel

import quadriga
from quadriga import Game
from quadriga.kernel.tree import NO_NETWORK

ROUNDS = 9
SECONDS = 1.0
PEERS = ("skat", "gin_rummy")


@dataclass
class Series:
    """The steps a second of every round of one contestant."""

    name: str
    steps_per_game: float
    rates: list[float]


def chance(state: pyspiel.State, chooser: random.Random) -> None:
    """Let chance act."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chooser.choices(actions, weights)[0])


class Peer:
    """A game of OpenSpiel, dealt and ready for the first decision."""

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.state = self.game.new_initial_state()
        chooser = random.Random(3)
        while self.state.is_chance_node():
            chance(self.state, chooser)
        self.length = mean(self._length(chooser) for _ in range(500))

    def _length(self, chooser: random.Random) -> int:
        """Count the actions of a random game, those of chance included: that favours the peer."""
        state, count = self.state.clone(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                chance(state, chooser)
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
            count += 1
        return count

    def rate(self, seed: int) -> float:
        """Measure OpenSpiel's own random rollouts.

        The evaluator cannot be called from Python; a search of one simulation calls it once for all its rollouts.
        """
        rollouts = 1000
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, seed, False)
        games = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            bot.step(self.state)
            games += rollouts
        return games * self.length / (time.perf_counter() - start)


def our_rate(game: Game, seed: int) -> tuple[float, float]:
    """Measure whole random games from setup to end: legal actions listed and one chosen uniformly at each step."""
    rules = game.definition.rules
    scratch, sums = game.template.copy(), np.zeros(rules.MEASURES, np.int64)
    moves = np.zeros(game.num_actions, np.int16)
    chunk = 2000
    done = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        limit = game.definition.max_steps
        broken = game.compiled.sample_all(
            scratch, game.template, seed * 10**9, done, done + chunk, moves, limit, False, False, sums,
            np.zeros(1), NO_NETWORK,
        )  # fmt: skip
        assert broken == -1
        done += chunk
    return sums[1] / (time.perf_counter() - start), sums[1] / sums[0]


def measure() -> list[Series]:
    """Run all contestants in turns; the first round warms up and is dropped."""
    games = quadriga.games()
    series = {name: Series(name, 0.0, []) for name in games}
    peers = {f"OpenSpiel {name}": Peer(name) for name in PEERS}
    series |= {name: Series(name, peer.length, []) for name, peer in peers.items()}
    for turn in range(ROUNDS + 1):
        print(f"round {turn} of {ROUNDS}", file=sys.stderr)
        for name, game in games.items():
            rate, length = our_rate(game, turn)
            series[name].steps_per_game = length
            series[name].rates.append(rate)
        for name, peer in peers.items():
            series[name].rates.append(peer.rate(turn + 1))
    for one in series.values():
        del one.rates[0]
    return list(series.values())


def report(series: list[Series]) -> str:
    """Write the table and the ratios, with the range over the rounds."""
    lines = [
        "| contestant | actions a game | million actions a second: median | range |",
        "|---|---:|---:|---:|",
    ]
    for one in series:
        low, high = min(one.rates) / 1e6, max(one.rates) / 1e6
        lines.append(
            f"| {one.name} | {one.steps_per_game:.0f} | {median(one.rates) / 1e6:.3f} | {low:.3f} to {high:.3f} |"
        )
    lines += ["", "| ratio, round by round | median | range |", "|---|---:|---:|"]
    ours = [one for one in series if not one.name.startswith("OpenSpiel")]
    for one in ours:
        for peer in series:
            if peer not in ours:
                ratios = [a / b for a, b in zip(one.rates, peer.rates, strict=True)]
                lines.append(
                    f"| {one.name} : {peer.name} | {median(ratios):.1f} | {min(ratios):.1f} to {max(ratios):.1f} |"
                )
    return "\n".join(lines)
