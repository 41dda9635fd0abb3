"""Games of a study whose players think: one process per core, one game at a time in each.

Every game has its seed, every seat a new player, and what is counted are whole numbers: so neither the number of
processes nor their order changes the result, unless players are told to think by the clock.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.kernel.batch import default_threads
from quadriga.players import LEVELS, UNLIMITED, Budget, Player, decide, player
from quadriga.players.levels import fast_network, level

from .workers import undisturbed

if TYPE_CHECKING:
    from quadriga.model import Game, Move, State

FAST = "consul-fast"
SAMPLED = ("random", "preferred", FAST)
"""Players that the compiled sampler knows."""
AHEAD = 3
"""Games that wait for every process, so that none has to wait."""


@dataclass(frozen=True)
class Seated:
    """A player on a seat, and how long it may think."""

    name: str
    budget: Budget

    def sit_down(self) -> Player:
        """Make a new player: nobody remembers an earlier game."""
        return PreferredPlayer() if self.name == "preferred" else player(self.name)


class PreferredPlayer:
    """A player of moves that `prefer` rates highest, any of equals: `quadriga sim --greedy`, one game at a time."""

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        """Choose without thinking ahead."""
        prefer = known.game.definition.rules.prefer
        ratings = [prefer(known.s, move.id) for move in known.legal]
        best = max(ratings)
        return Random(seed).choice([move for move, rating in zip(known.legal, ratings, strict=True) if rating == best])


def seated(names: Sequence[str], game: Game, budget: Budget) -> tuple[Seated, ...]:
    """Seat the players of a study: one for all seats, or one for each."""
    if len(names) not in (1, len(game.seats)):
        usual = quadriga.load(game.name).option_texts
        chosen = [f"{option}={text}" for option, text in game.option_texts.items() if text != usual[option]]
        what = f"{game.name} with {' '.join(chosen)}" if chosen else game.name
        raise QuadrigaError(f"{len(names)} players are given, but {what} has the seats {', '.join(game.seats)}")
    if FAST in names and not fast_network(game):
        raise QuadrigaError(
            f"{game.name} has no network that {FAST} could play by; `preferred` plays a simple rule as fast"
        )
    several = tuple(names) * len(game.seats) if len(names) == 1 else tuple(names)
    found = {name: Seated(name, own_budget(name, game, budget)) for name in several}
    for one in found.values():
        one.sit_down()  # an unknown player is refused before the first game
    return tuple(found[name] for name in several)


def own_budget(name: str, game: Game, given: Budget) -> Budget:
    """Let a level think for its playouts and never by the clock, unless a budget is given."""
    if given != UNLIMITED or name.partition("@")[0] not in (*LEVELS, "search"):
        return given
    return Budget(playouts=level("consul" if name == "search" else name, game).budget.playouts)


def play_game(game: Game, seats: Sequence[Seated], seed: int) -> list[int] | None:
    """Play one game and count it; None if it does not end."""
    state = game.new(seed)
    sitting = [one.sit_down() for one in seats]
    while (seat := state.to_move) is not None:
        if len(state.history) >= game.definition.max_steps:
            return None
        try:
            state.play(decide(sitting[seat], state, seats[seat].budget))
        except Exception as error:
            kind = "" if isinstance(error, QuadrigaError) else f"{type(error).__name__}: "
            where = f"{seats[seat].name} failed as {game.seats[seat]} in the game with seed {seed}"
            raise QuadrigaError(" ".join(f"{where}: {kind}{error}".split())) from error
    sums = [0] * game.definition.rules.MEASURES
    game.definition.rules.measure(state.s, sums)
    return [int(count) for count in sums]


_game: Game
_seats: tuple[Seated, ...]


def begin_work(name: str, options: list[dict[str, str]], seats: tuple[Seated, ...]) -> None:
    """Prepare a worker process; options that come first may add a track that later ones name."""
    global _game, _seats
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with, args=(parent_process(),), daemon=True).start()
    for one in options:
        _game = quadriga.load_texts(name, one)
    _seats = seats


def leave_with(parent: Any) -> None:
    """End this process when the one that started it is gone, however it went."""
    parent.join()
    os._exit(1)


def work(seed: int) -> list[int] | None:
    """Play one game in a worker process."""
    return play_game(_game, _seats, seed)


Sums = dict[int, Any]


def play_all(
    game: Game,
    seats: tuple[Seated, ...],
    seed: int,
    games: int,
    processes: int | None,
    beforehand: Mapping[str, str] | None,
    report: Callable[[int], None],
) -> tuple[Sums, int | None, bool]:
    """Play all games of a sample; return each game's counts, the first that did not end, and if it was interrupted."""
    sums: Sums = {}
    broken: list[int] = []
    count = min(processes or default_threads(), games)
    options = [dict(beforehand or game.option_texts), game.option_texts]
    played = play_here(game, seats, seed, games) if count == 1 else play_in(count, game, options, seats, seed, games)
    try:
        for number, counts in played:
            if counts is None:
                broken.append(number)
                break
            sums[number] = np.array(counts, np.int64)
            report(len(sums))
    except KeyboardInterrupt:
        return sums, None, True
    finally:
        played.close()
    return sums, min(broken, default=None), False


def play_here(game: Game, seats: Sequence[Seated], seed: int, games: int) -> Any:
    """Play games one after the other in this process."""
    for number in range(games):
        yield number, play_game(game, seats, seed + number)


def play_in(count: int, game: Game, options: list[dict[str, str]], seats: Any, seed: int, games: int) -> Any:
    """Play games in worker processes; yield each as it is done."""
    arguments = (game.name, options, seats)
    pool = ProcessPoolExecutor(count, get_context("spawn"), begin_work, arguments)
    waiting = iter(range(games))
    running: dict[Any, int] = {}
    try:
        while True:
            with undisturbed():
                for number in waiting:
                    running[pool.submit(work, seed + number)] = number
                    if len(running) >= AHEAD * count:
                        break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool as error:
        raise QuadrigaError("a worker process ended by itself; is there enough memory?") from error
    finally:
        pool.shutdown(cancel_futures=True)
