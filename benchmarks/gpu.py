"""The GPU: the proof that it plays the same games, bit for bit, and how fast it does. `python -m benchmarks.gpu`.

On a host with a GPU and numba everything is computed there. Where numba is missing, the CPU's side is computed
elsewhere before: `python -m benchmarks.gpu expect --expected FILE` and then `python -m benchmarks.gpu --expected FILE`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import quadriga
from quadriga import Game
from quadriga.kernel.batch import default_threads, slices
from quadriga.kernel.link import Linker
from quadriga.kernel.proof import trace_all

GAMES = 100_000
INTERPRETED = 200
FIRST_SEED = 10**9
CHUNK = 1000
"""Games that go into one hash."""
ROUNDS = 5
SIZE = 1 << 21
"""Games of a batch for the figures."""
MANY = {"caesar": 8}
"""Random actions of one launch, else 16: games of Caesar! are short, and one that ends waits for the launch to end."""
WARM_UP = 160
"""Launches before the figures, until the games of a batch are out of step, as they are in self-play."""

PGX = ("connect_four", "leduc_holdem", "2048", "othello", "sparrow_mahjong", "backgammon")
PGX_SIZES = (1 << 15, 1 << 18)
PGX_INNER = 32

SETS: dict[str, list[dict[str, Any]]] = {
    "caesar-cleopatra-1997": [
        {"action_pile": pile, "orgies": orgies}
        for pile, orgies in product(("arranged", "shuffled"), ("printed", "fading", "one-less"))
    ],
    "caesar-cleopatra-2024": [
        {"opening": opening, "starter": starter}
        for opening, starter in product(("veto", "veterans"), ("cleopatra", "caesar"))
    ],
    "ave-caesar": [
        {"players": 6}, {"players": 2, "track": "circus-b"}, {"players": 5, "uncrewed": 1},
        {"players": 3, "uncrewed": 3, "direction": "counter-clockwise"}, {"players": 2, "uncrewed": 4},
        {"players": 4, "track": "circus-b", "direction": "counter-clockwise"},
        {"players": 3, "chariots": 2, "track": "circus-b"}, {"players": 2, "chariots": 3, "tournament": True},
        {"players": 5, "uncrewed": 1, "tournament": True, "grid": "by-result"},
    ],
    "caesar": [
        *({"modules": modules} for modules in (
            (), ("poison",), ("centurions",), ("poison", "centurions"),
            ("poison", "centurions", "border-control"),
        )),
        {"solo": "low", "side": "pompey"}, {"solo": "medium", "modules": ("centurions",)},
        {"solo": "high", "ruthless": True, "modules": ("poison",), "side": "pompey"},
        {"solo": "high", "modules": ("poison", "centurions", "border-control")},
    ],
}  # fmt: skip
"""Every edition, option, module and kind of race; of Caesar & Cleopatra every combination."""

Traced = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]
"""Steps, traces and last states of some games."""


def hashes(traced: Traced) -> list[str]:
    """Hash steps, traces and last states, a thousand games at a time."""
    steps, traces, states = traced
    found = []
    for start in range(0, len(steps), CHUNK):
        part = slice(start, start + CHUNK)
        digest = hashlib.sha256(np.ascontiguousarray(steps[part], np.int32).tobytes())
        digest.update(np.ascontiguousarray(traces[part]).astype(np.uint32).tobytes())
        digest.update(np.ascontiguousarray(states[part]).tobytes())
        found.append(digest.hexdigest()[:16])
    return found


def on_cpu(game: Game, trace: Callable[..., None], count: int) -> Traced:
    """Play games by the compiled rules on all cores."""
    batch = game.batch(count)
    batch.reset(FIRST_SEED)
    words = batch.states.view(np.uint32).reshape(count, -1)
    steps, traces = np.zeros(count, np.int32), np.zeros((count, 2), np.int64)
    limit = game.definition.max_steps

    def part(start: int, stop: int) -> None:
        trace(batch.states, words, batch.seeds, batch._moves(), limit, steps, traces, start, stop)

    batch.in_slices(part)
    return steps, traces, batch.states


def compiled_trace(name: str) -> Callable[..., None]:
    """Compile the traced playout of a game."""
    import numba

    linker = quadriga.load(name).compiled.linker(numba.njit(nogil=True, error_model="numpy"))
    linked: Callable[..., None] = linker.link(trace_all)
    return linked


def interpreted(given: tuple[str, dict[str, Any], int, int]) -> Traced:
    """Play games by the interpreted rules."""
    name, options, start, stop = given
    game = quadriga.load(name, **options)
    linker = Linker(
        lambda function: function,
        {},
        {rule: getattr(game.definition.rules, rule) for rule in ("legal", "play", "setup")},
    )
    trace = linker.link(trace_all)
    all_steps, all_traces, all_states = [], [], []
    for seed in range(FIRST_SEED + start, FIRST_SEED + stop):
        state = game.new(seed)
        steps, traces = [0], Rows([[0, 0]])
        words = Words(state.bits.view(np.uint32))
        trace([state.s], words, [seed], [0] * game.num_actions, game.definition.max_steps, steps, traces, 0, 1)
        all_steps.append(steps[0])
        all_traces.append(traces.rows[0])
        all_states.append(state.bits)
    return np.array(all_steps, np.int32), np.array(all_traces, np.int64), np.concatenate(all_states)


class Words:
    """The words of one record as the array that `trace_all` reads."""

    def __init__(self, words: np.ndarray[Any, Any]) -> None:
        self.words, self.shape = words, (1, words.size)

    def __getitem__(self, place: tuple[int, int]) -> int:
        return int(self.words[place[1]])


class Rows:
    """A small array of Python ints."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = rows

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self.rows[place[0]][place[1]] = value


def on_gpu(game: Game, count: int) -> Traced:
    """Play games on the GPU."""
    batch = game.batch(count, "cuda")
    batch.reset(FIRST_SEED)
    steps, traces = batch.traced_playout(game.definition.max_steps)
    host = batch._arrays.host
    return host(steps), host(traces), host(batch.states)


def expect(count: int) -> dict[str, list[str]]:
    """Compute the hashes of all sets on the CPU."""
    found = {}
    for name, sets in SETS.items():
        trace = compiled_trace(name)
        for options in sets:
            begun = time.perf_counter()
            game = quadriga.load(name, **options)
            found[repr(game)] = hashes(on_cpu(game, trace, count))
            print(f"{game!r}: {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    return found


def prove(expected: dict[str, list[str]] | None, count: int, sample: int) -> list[str]:
    """Compare all sets; write a line for each game, and one for each game that is not the same."""
    lines = [
        "| game | sets of options | games on CPU and GPU | actions | interpreted too | states that differ |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    with ProcessPoolExecutor(default_threads(), get_context("spawn")) as pool:
        for name, sets in SETS.items():
            trace = compiled_trace(name) if expected is None else None
            actions = wrong = checked = 0
            for options in sets:
                game = quadriga.load(name, **options)
                theirs = on_gpu(game, count)
                mine = hashes(on_cpu(game, trace, count)) if trace else (expected or {})[repr(game)]
                different = sum(a != b for a, b in zip(mine, hashes(theirs), strict=True))
                parts = [(name, options, start, stop) for start, stop in slices(sample, default_threads())]
                for (_, _, start, stop), part in zip(parts, pool.map(interpreted, parts), strict=True):
                    steps, traces, states = (array[start:stop] for array in theirs)
                    different += hashes(part) != hashes((steps, traces, states))
                    checked += stop - start
                actions += int(theirs[0].sum())
                wrong += different
                print(
                    f"{game!r}: {'the same' if not different else f'{different} DIFFER'}", file=sys.stderr, flush=True
                )
            lines.append(f"| {name} | {len(sets)} | {len(sets) * count:,} | {actions:,} | {checked:,} | {wrong} |")
    return lines


def rate(batch: Any, act: Callable[[], None], repeats: int, before: Callable[[], None] = lambda: None) -> list[float]:
    """Measure million actions a second, round by round; what is done `before` each is not counted."""
    steps = batch._own["steps"]
    found = []
    for turn in range(ROUNDS + 1):
        begun, seconds = int(steps.sum()), 0.0
        for _ in range(repeats):
            before()
            int(batch.to_move[0])
            start = time.perf_counter()
            act()
            int(batch.to_move[0])
            seconds += time.perf_counter() - start
        if turn:
            found.append((int(steps.sum()) - begun) / seconds / 1e6)
    return found


def whole_games(batch: Any) -> list[float]:
    """Measure million actions a second of random games from their start to the end of the last."""
    found = []
    for turn in range(ROUNDS + 1):
        batch.reset(turn * len(batch))
        int(batch.to_move[0])
        start = time.perf_counter()
        played = int(batch.playout().sum())
        found.append(played / (time.perf_counter() - start) / 1e6)
    return found[1:]


class Learner:
    """A choice of an action from the mask of every game, as a learner makes it, in the array library."""

    def __init__(self, batch: Any) -> None:
        self.batch, self.actions = batch, None
        self.library = sys.modules[type(batch.legal).__module__.partition(".")[0]]

    def draw(self) -> None:
        """Draw uniformly among what is legal."""
        legal, library = self.batch.legal, self.library
        if library.__name__ == "torch":
            self.actions = (library.rand(legal.shape, device=legal.device) * legal).argmax(dim=1)
        else:
            self.actions = (library.random.random(legal.shape, dtype="float32") * legal).argmax(axis=1)

    def step(self) -> None:
        """Play what was drawn."""
        self.batch.step(self.actions, autoreset=True, check=False)


def measure() -> list[str]:
    """Measure every game with its usual options."""
    lines = [
        "| game | whole random games, rate: median | range | random actions a launch | rate: median | range | "
        "one given action a launch, rate: median | range |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name in SETS:
        batch = quadriga.load(name).batch(SIZE, "cuda")
        whole = whole_games(batch)
        for _ in range(WARM_UP):
            batch.random_steps(13)
        learner = Learner(batch)
        some = MANY.get(name, 16)
        many = rate(batch, partial(batch.random_steps, some), 128 // some)
        one = rate(batch, learner.step, 20, learner.draw)
        cells = [f"{median(found):,.0f} | {min(found):,.0f} to {max(found):,.0f}" for found in (whole, many, one)]
        lines.append(f"| {name} | {cells[0]} | {some} | {' | '.join(cells[1:])} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def peers() -> list[str]:
    """Measure random actions of pgx on the same GPU, in batches of the size that suits each game best."""
    from .pgx_loop import random_loop

    lines = ["| pgx | games of a batch | rate: median | range |", "|---|---:|---:|---:|"]
    for name in PGX:
        best: tuple[int, list[float]] = (0, [0.0])
        for size in PGX_SIZES:
            play, found = random_loop(name, size, PGX_INNER), []
            play()
            for _ in range(ROUNDS):
                start = time.perf_counter()
                play()
                found.append(size * PGX_INNER / (time.perf_counter() - start) / 1e6)
            best = max(best, (size, found), key=lambda one: median(one[1]))
        size, found = best
        lines.append(f"| {name} | {size:,} | {median(found):,.1f} | {min(found):,.1f} to {max(found):,.1f} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def main() -> None:
    """Prove and measure, and print a section for results.md."""
    words = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    words.add_argument("what", nargs="?", choices=("all", "expect", "proof", "speed", "pgx"), default="all")
    words.add_argument("--expected", metavar="FILE", type=Path, help="the CPU's hashes, computed elsewhere")
    words.add_argument("--games", type=int, default=GAMES, help="of every set of options")
    words.add_argument("--interpreted", type=int, default=INTERPRETED, help="how many of them are interpreted too")
    words.add_argument("--game", choices=list(SETS), help="only this one")
    given = words.parse_args()
    for name in [name for name in SETS if given.game not in (None, name)]:
        del SETS[name]
    if given.what == "expect":
        given.expected.write_text(json.dumps(expect(given.games)), encoding="utf-8")
        return
    print("## On a GPU\n")
    print(f"`python -m benchmarks.gpu` with Python {platform.python_version()}.\n")
    if given.what in ("all", "proof"):
        expected = json.loads(given.expected.read_text(encoding="utf-8")) if given.expected else None
        print("\n".join(prove(expected, given.games, given.interpreted)), flush=True)
    if given.what in ("all", "speed"):
        print(
            f"\nMillion actions a second; {SIZE:,} games, {ROUNDS} rounds. Whole random games: `playout()` from the "
            "start to the end of the last. The others: games out of step, new ones for those that end. Random actions: "
            "what is legal is listed at every action and one chosen of it, masks are written after the last. One "
            "given action a launch: what a learner does; masks, rewards and ends are written, drawing the actions is "
            "not counted.\n"
        )
        print("\n".join(measure()), flush=True)
    if given.what in ("all", "pgx"):
        print(
            f"\npgx in the same run: million actions a second, {PGX_INNER} random actions a launch, {ROUNDS} rounds.\n"
        )
        print("\n".join(peers()), flush=True)


if __name__ == "__main__":
    main()
