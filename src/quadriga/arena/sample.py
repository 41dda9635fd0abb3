"""Many quick games on all cores, by the compiled rules. The result does not depend on the number of threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quadriga.errors import QuadrigaError
from quadriga.intervals import mean_of, share_of
from quadriga.kernel.batch import LARGEST_SEED, default_threads
from quadriga.kernel.records import blank
from quadriga.kernel.tree import NO_NETWORK
from quadriga.players.networks import network as ready

if TYPE_CHECKING:
    from quadriga.model import Game

CHUNK, FEWER = 1000, 25
"""Games between two looks at the clock, and those of a network: a few hundredths of a second."""


@dataclass(frozen=True)
class Sample:
    """What a sample of random games counted."""

    game: Game
    seed: int
    asked: int
    sums: npt.NDArray[np.int64]
    seconds: float
    broken: int | None
    """The number of the first game that broke an invariant or did not end; its seed is `seed` plus this."""
    interrupted: bool

    @property
    def is_whole(self) -> bool:
        """Tell whether every game was played and is sound."""
        return self.broken is None and not self.interrupted

    def summary(self) -> dict[str, Any]:
        """Name what was counted, in the words of the game."""
        return self.game.definition.summary(self.game, self.sums)

    def statistics(self) -> dict[str, Any]:
        """Return every share and mean with its 95 % interval, JSON-ready."""
        named = self.summary()
        games = named["games"]
        return {
            "games": games,
            "actions": named["actions"],
            "shares": {
                title: {name: share_of(count, games) for name, count in counts.items()}
                for title, counts in named["shares"].items()
            },
            "rates": {
                title: {name: {**share_of(count, of), "of": of} for name, (count, of) in parts.items()}
                for title, parts in named["rates"].items()
            },
            "means": {name: mean_of(total, squares, games) for name, (total, squares) in named["means"].items()},
            "totals": {
                title: {
                    row: {
                        name: {"total": total, "mean": total / games if games else None}
                        for name, total in cells.items()
                    }
                    for row, cells in rows.items()
                }
                for title, rows in named["totals"].items()
            },
            "histograms": {
                title: [{"range": label, "games": count} for label, count in bins]
                for title, bins in named["histograms"].items()
            },
        }


def check_numbers(games: int, seed: int, threads: int | None) -> None:
    """Refuse numbers that no sample can be made of."""
    if games < 1:
        raise QuadrigaError(f"games must be at least 1, not {games}")
    if threads is not None and threads < 1:
        raise QuadrigaError(f"threads must be at least 1, not {threads}")
    if not 0 <= seed <= LARGEST_SEED - games:
        raise QuadrigaError(f"seed must be from 0 to 2**62 - {games}, the last game's seed below 2**62, not {seed}")


def compile_sampler(game: Game, by: str = "") -> None:
    """Compile or load the loop over whole games, by a call that plays none."""
    _Worker(game, 0, check=False, greedy=False, network=by).play(0, 0)


class _Worker:
    """One thread's own memory, on which it plays chunks of games."""

    def __init__(self, game: Game, seed: int, *, check: bool, greedy: bool, network: str) -> None:
        rules = game.definition.rules
        self.game = game
        self.seed = seed
        self.check = check
        self.greedy = greedy
        self.scratch = blank(rules.STATE, 1)
        self.moves = np.zeros(rules.NUM_ACTIONS, np.int16)
        self.sums = np.zeros(rules.MEASURES, np.int64)
        self.ratings = np.zeros(rules.NUM_ACTIONS)
        self.net: Any = ready(game, network) if network else NO_NETWORK

    def play(self, start: int, stop: int) -> int:
        """Play a chunk; return -1, or the number of the game that broke."""
        limit = self.game.definition.max_steps
        compiled = self.game.compiled
        driver = compiled.sample_all if self.net is NO_NETWORK else compiled.sample_learned
        asked = (self.game.template, self.seed, start, stop, self.moves, limit, self.check, self.greedy)
        return int(driver(self.scratch, *asked, self.sums, self.ratings, self.net))


class _Chunks:
    """The chunks of games still to play, handed out in order until one breaks or somebody says stop."""

    def __init__(self, games: int, size: int) -> None:
        self.games = games
        self.size = size
        self.next = 0
        self.played = 0
        self.broken: int | None = None
        self.stopped = False
        self._lock = threading.Lock()

    def take(self) -> tuple[int, int] | None:
        with self._lock:
            if self.stopped or self.broken is not None or self.next >= self.games:
                return None
            start = self.next
            self.next = min(self.games, start + self.size)
            return start, self.next

    def give(self, start: int, stop: int, broken: int) -> None:
        with self._lock:
            self.played += stop - start
            # Chunks are handed out in order, so every game before the first broken one is being played already.
            if broken >= 0 and (self.broken is None or broken < self.broken):
                self.broken = broken

    def work(self, worker: _Worker) -> None:
        while (chunk := self.take()) is not None:
            self.give(*chunk, worker.play(*chunk))


def sample(
    game: Game,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    check: bool = False,
    greedy: bool = False,
    network: str = "",
    progress: Callable[[int], None] | None = None,
) -> Sample:
    """Play games with the seeds `seed` to `seed + games - 1` and add up what the game's study measures.

    Moves are random, with `greedy` what the game's `prefer` rates highest, or with a `network` what that does.
    `progress` is called now and then with the number of games played. Ctrl-C ends the sample early; what was counted is
    returned, marked as interrupted.
    """
    check_numbers(games, seed, threads)
    compile_sampler(game, network)
    size = FEWER if network else CHUNK
    chunks = _Chunks(games, size)
    workers = [
        _Worker(game, seed, check=check, greedy=greedy or bool(network), network=network)
        for _ in range(min(threads or default_threads(), -(-games // size)))
    ]
    interrupted = False
    begun = time.perf_counter()
    with ThreadPoolExecutor(len(workers)) as pool:
        running: set[Future[None]] = {pool.submit(chunks.work, worker) for worker in workers}
        try:
            while running:
                done, running = wait(running, timeout=0.1)
                for future in done:
                    future.result()
                if progress is not None:
                    progress(chunks.played)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            chunks.stopped = True
    sums = np.stack([worker.sums for worker in workers]).sum(axis=0)
    return Sample(game, seed, games, sums, time.perf_counter() - begun, chunks.broken, interrupted)
