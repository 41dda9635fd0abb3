"""Bots think in processes of their own, at a lower priority: nobody's move waits for them.

A bot is handed a new deal of what its seat cannot know, as bytes: the real position never leaves the server's process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

import numpy as np

from quadriga.game import Game, State
from quadriga.processes import end_with_parent, give_way

NICE = 10
SLOTS = 16
"""So many long pieces of work can show their progress at the same time."""
FORCED_DEALS = 40
"""In so many deals that a spectator thinks possible must a move be the only one to say that all see it is forced."""


@dataclass(frozen=True)
class Task:
    """Hold what a bot gets: the game, a new deal of its position, and a seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    bits: bytes
    seed: int
    previous: tuple[int, int] | None = None


@dataclass(frozen=True)
class Thought:
    """Hold what a bot decided, and whether everybody could tell that it had no choice."""

    action: int
    forced: bool


def task_for(position: State, seat: int) -> Task:
    """Hand out a position as a seat may know it."""
    seed = secrets.randbits(128)
    known = position.redeal(seat, secrets.randbits(128))
    before = known.previous
    return Task(
        known.game.name,
        tuple(known.game.option_texts.items()),
        known.bits.tobytes(),
        seed,
        None if before is None else (before[0], before[1].id),
    )


# --- in a worker process


_progress: Any = None


def begin_worker(progress: Any) -> None:
    """Make room for the server: a lower priority, and Ctrl-C is the server's business."""
    global _progress
    _progress = progress
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(NICE)
    end_with_parent()


def position_of(task: Task) -> State:
    """Set up the position that a task holds."""
    from quadriga.table.terms import load

    game = load(task.game, task.options)
    bits = np.frombuffer(task.bits, game.room.rules.STATE).copy()
    state = State(game, bits, task.seed, [], None)
    if task.previous is not None:
        state.previous = (task.previous[0], game.moves[task.previous[1]])
    return state


def think(task: Task, level: str) -> Thought:
    """Decide a move; until the rules are compiled a simple player stands in."""
    from quadriga.players import UNLIMITED, derive

    state = position_of(task)
    who = thinker(level if state.game.compiled.is_warm else "greedy", state.game)
    move = state.game.move(who.choose(state, UNLIMITED, derive(task.seed, "choice")))
    return Thought(move.id, is_forced(state, task.seed))


_thinkers: dict[tuple[str, Game], Any] = {}


def thinker(level: str, game: Game) -> Any:
    """Return this process's player of a level, which keeps its memory for a game."""
    from quadriga.players import player

    if (level, game) not in _thinkers:
        if len(_thinkers) >= 8:
            _thinkers.pop(next(iter(_thinkers)))
        _thinkers[level, game] = player(level)
    return _thinkers[level, game]


def is_forced(state: State, seed: int) -> bool:
    """Tell whether everybody can see that there is one move only; else the time it takes would tell."""
    if len(state.legal) > 1:
        return False
    from quadriga.players import derive

    deals = (state.redeal(None, derive(seed, "public", number)) for number in range(FORCED_DEALS))
    return all(len(deal.legal) == 1 for deal in deals)


def advise(task: Task, seat: int, seconds: float) -> dict[str, Any]:
    """Say what the strongest level thinks of a position."""
    from quadriga.players.analysis import analyse
    from quadriga.players.budget import Budget

    return analyse(position_of(task), seat, Budget(seconds=seconds), seed=task.seed).data()


def prepare() -> None:
    """Load what thinking needs, so that the first move is not slower than others."""
    import quadriga
    from quadriga.players import player

    player("consul")
    for game in quadriga.games().values():
        if game.compiled.is_warm:
            _ = game.compiled.functions["think"]


def look_back(record: str, playouts: int, slot: int) -> dict[str, Any]:
    """Say how a finished match went: the chances after every move and the moves that cost most."""
    import quadriga
    from quadriga.players.budget import Budget
    from quadriga.players.review import review

    def tell(done: int) -> None:
        _progress[slot] = done

    return review(quadriga.replay(record), Budget(playouts=playouts), progress=tell).data()


# --- in the server's process


class Bots:
    """Keep the worker processes; one that dies is replaced."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.busy = 0
        self._context = multiprocessing.get_context("spawn")  # the server has threads: a fork could hang
        self.progress: Any = self._context.Array("i", SLOTS, lock=False)
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    @property
    def has_room(self) -> bool:
        """Tell whether more work would begin soon."""
        return self.busy < 4 * self.workers

    def _start(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the server is stopping")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, self._context, begin_worker, (self.progress,))
        return self._pool

    async def run(self, work: Any, *given: Any) -> Any:
        """Do something in a worker; if the worker dies, once more in a new one."""
        self.busy += 1
        try:
            for attempt in range(3):
                pool = self._start()
                try:
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
                except BrokenProcessPool:
                    if self._pool is pool:
                        self._pool = None
                    if attempt == 2:
                        raise
        finally:
            self.busy -= 1

    async def prepare(self) -> None:
        """Start the workers before somebody waits for them."""
        await asyncio.gather(*(self.run(prepare) for _ in range(self.workers)))

    async def think(self, task: Task, level: str) -> Thought:
        """Let a bot decide."""
        thought: Thought = await self.run(think, task, level)
        return thought

    def close(self) -> None:
        """Stop the workers without waiting for their thoughts."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            workers = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
