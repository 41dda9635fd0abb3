"""Many games at once, on all cores, by the compiled rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from quadriga.errors import IllegalMove, QuadrigaError

from .records import blank

if TYPE_CHECKING:
    from quadriga.model import Game, State

LARGEST_SEED = 2**62
MOST_GAMES = 2**31


def default_threads() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def slices(count: int, threads: int) -> Iterator[tuple[int, int]]:
    """Cut a range into one part per thread."""
    for k in range(threads):
        yield count * k // threads, count * (k + 1) // threads


def checked_seed(seed: int) -> int:
    """Check the seed of a batch: it leaves room to count on from it."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < LARGEST_SEED:
        raise QuadrigaError(f"seed must be an int from 0 to 2**62 - 1, not {seed!r}")
    return int(seed)


def checked_count(count: int) -> int:
    """Check how many games a batch has."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 1 <= count < MOST_GAMES:
        raise QuadrigaError(f"a batch has at least one game and less than 2**31, not {count!r}")
    return int(count)


def payment(winners: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Pay finished games: the winners share 1, the others -1; nobody gets anything in a draw.

    Two seats get 1 and -1. The sum is 0, but for a game for one: 1 won, -1 lost.
    """
    seats = winners.shape[1]
    won = winners.sum(axis=1, keepdims=True).astype(np.float64)
    with np.errstate(divide="ignore"):
        shares = np.where(winners > 0, 1.0 / won, -1.0 / (seats - won))
    drawn = (won == 0) | (won == seats) if seats > 1 else np.zeros_like(won, bool)
    return np.where(drawn, 0.0, shares)


class Batch:
    """Many games of one kind as one array of records.

    Game i of a reset with seed s is `game.new(s + i)`. Where a step begins finished games again, the k-th game after it
    in the same place has the seed s + i + k * count: `seeds` has the seed of every game that is being played.
    """

    def __init__(self, game: Game, count: int, device: str = "cpu", threads: int | None = None) -> None:
        checked_count(count)
        if device != "cpu":
            raise QuadrigaError(f"device {device!r} is not available; devices are: 'cpu', 'cuda', 'cuda:1' and so on")
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise QuadrigaError(f"threads must be at least 1, not {threads!r}")
        self.game: Game = game
        """The game and its options."""
        self.count: int = int(count)
        """How many games there are."""
        self.threads: int = min(threads or default_threads(), self.count)
        """How many of them are played at the same time."""
        self.states = blank(game.definition.rules.STATE, self.count)
        """The records of all games, one array."""
        self.seeds = np.zeros(self.count, np.int64)
        """The seed of every game that is being played."""
        self.rewards = np.zeros((self.count, len(game.seats)), np.float32)
        """What the last step paid every seat: something only where it ended a game."""
        self.done = np.zeros(self.count, np.uint8)
        """1 where the last step ended a game, or where it was over before."""
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.reset()

    def __len__(self) -> int:
        return self.count

    def in_slices(self, call: Callable[[int, int], Any]) -> None:
        """Call for every thread's part of the games, from where to where, and wait for all."""
        mine, *others = slices(self.count, self.threads)
        under_way = [self._pool.submit(call, *part) for part in others] if self._pool is not None else []
        call(*mine)  # the thread that asks works too: it need not wake another one
        for done in under_way:
            done.result()

    def _moves(self) -> npt.NDArray[np.int16]:
        return np.zeros(self.game.num_actions, np.int16)

    def reset(self, seed: int = 0) -> None:
        """Begin every game again; game i gets the seed `seed + i`."""
        self.seeds[:] = np.arange(self.count, dtype=np.int64) + checked_seed(seed)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.reset_all(self.states, self.game.template, self.seeds, start, stop))
        self.rewards[:], self.done[:] = 0, 0

    @property
    def to_move(self) -> npt.NDArray[np.int8]:
        """The deciding seat of every game; -1 where it is over."""
        seats: npt.NDArray[np.int8] = self.states["to_move"]
        return seats

    @property
    def legal(self) -> npt.NDArray[np.uint8]:
        """The legal actions of every game as a row of 0 and 1."""
        mask = np.zeros((self.count, self.game.num_actions), np.uint8)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.legal_all(self.states, mask, self._moves(), start, stop))
        return mask

    def observe(self) -> npt.NDArray[np.int8]:
        """What the deciding seat of every game sees, as a row of small ints."""
        out = np.zeros((self.count, self.game.definition.rules.OBSERVATION), np.int8)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.observe_all(self.states, out, start, stop))
        return out

    def see(self) -> npt.NDArray[np.int8]:
        """What the network of this game sees for the deciding seat of every game, as a row of small ints."""
        out = np.zeros((self.count, self.game.definition.rules.INPUTS), np.int8)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.see_all(self.states, out, start, stop))
        return out

    def slots(self) -> npt.NDArray[np.int16]:
        """The legal action in each slot of what the network of this game rates, for every game; -1 where none is."""
        out = np.full((self.count, self.game.definition.rules.SLOTS), -1, np.int16)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.slots_all(self.states, out, self._moves(), start, stop))
        return out

    def redeal(self, seats: npt.ArrayLike, seed: int) -> None:
        """Deal again, in each game, what its seat (-1: a spectator) cannot know; game i under the secret `seed + i`."""
        chosen = np.broadcast_to(np.asarray(seats), (self.count,)).astype(np.int8)
        if chosen.min() < -1 or chosen.max() >= len(self.game.seats):
            raise QuadrigaError(f"seats are 0 to {len(self.game.seats) - 1}, or -1 for a spectator")
        seeds = np.arange(self.count, dtype=np.int64) + checked_seed(seed)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.redeal_all(self.states, chosen, seeds, start, stop))

    def step(self, actions: npt.ArrayLike, *, autoreset: bool = False) -> None:
        """Play one action in every game that is not over; if any is illegal, none is played.

        With `autoreset` a game that ends, or was over, begins again at once: `rewards` and `done` tell of the one that
        ended, all else of the new one.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(
                f"step takes {self.count} ints, one action for every game, not {chosen.dtype} {chosen.shape}"
            )
        small = np.clip(chosen, -1, self.game.num_actions).astype(np.int16)
        refused = np.zeros(self.count, np.uint8)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.check_all(self.states, small, self._moves(), refused, start, stop))
        if refused.any():
            game = int(refused.argmax())
            raise IllegalMove(f"action {chosen[game]} is not legal in game {game} of the batch; no game was moved")
        over = self.to_move < 0
        self.in_slices(lambda start, stop: kernel.act_all(self.states, small, start, stop))
        self.done[:] = self.to_move < 0
        self.rewards[:] = 0
        ended = np.flatnonzero((self.done > 0) & ~over)
        if ended.size:
            points, winners = self._blank_scores(ended.size)
            kernel.scores_all(self.states[ended], points, winners, 0, ended.size)
            self.rewards[ended] = payment(winners)
        if autoreset:
            self._begin_anew(np.flatnonzero(self.done))

    def _begin_anew(self, games: npt.NDArray[np.intp]) -> None:
        """Begin some games again, each with the seed that follows in its place."""
        self.seeds[games] += self.count
        states = blank(self.states.dtype, games.size)
        self.game.compiled.reset_all(states, self.game.template, self.seeds[games], 0, games.size)
        self.states[games] = states

    def playout(self, limit: int = 1_000_000) -> npt.NDArray[np.int32]:
        """Play every game to its end with uniformly random legal actions; return how many each took."""
        steps = np.zeros(self.count, np.int32)
        kernel = self.game.compiled
        self.in_slices(
            lambda start, stop: kernel.playout_all(self.states, self.seeds, self._moves(), limit, steps, start, stop)
        )
        return steps

    def scores(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
        """Points of every seat, and who has won, for every game as it stands."""
        points, winners = self._blank_scores(self.count)
        kernel = self.game.compiled
        self.in_slices(lambda start, stop: kernel.scores_all(self.states, points, winners, start, stop))
        return points, winners

    def _blank_scores(self, count: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
        shape = (count, len(self.game.seats))
        return np.zeros(shape, np.int16), np.zeros(shape, np.uint8)

    def state(self, index: int) -> State:
        """Return one game of the batch as a State of its own."""
        from quadriga.model import State

        if not 0 <= index < self.count:
            raise QuadrigaError(f"this batch has games 0 to {self.count - 1}, not {index}")
        state = State(self.game, self.states[index : index + 1].copy(), int(self.seeds[index]), [], None)
        state.start = state.position()
        return state
