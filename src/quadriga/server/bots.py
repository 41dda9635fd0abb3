"""What is thought about in worker processes (thinking.py): bots' moves, hints, and the moves of a match in review.

A bot is handed a new deal of what its seat cannot know, as bytes: the real position never leaves the server's process.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from quadriga.model import Game, State

if TYPE_CHECKING:
    from quadriga.players.judging import Step
    from quadriga.players.parallel_search import ParallelSearch
    from quadriga.players.survey import Found
    from quadriga.players.survey import Task as PartOfReview

FORCED_DEALS = 40
"""In this many deals that a spectator thinks possible must a move be the only one to say that all see it is forced."""


@dataclass(frozen=True)
class Task:
    """What a bot gets: the game, a new deal of its position, and a seed."""

    game: str
    options: tuple[tuple[str, str], ...]
    bits: bytes
    seed: int
    previous: tuple[int, int] | None = None


@dataclass(frozen=True)
class Thought:
    """What a bot decided, and whether everybody could tell that it had no choice."""

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


def position_of(task: Task) -> State:
    """Set up the position that a task holds."""
    from quadriga.table.terms import load

    game = load(task.game, task.options)
    bits = np.frombuffer(task.bits, game.definition.rules.STATE).copy()
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

    if not state.game.compiled.is_warm:
        deals = (state.redeal(None, derive(seed, "public", number)) for number in range(FORCED_DEALS))
        return all(len(deal.legal) == 1 for deal in deals)
    worlds = state.game.batch(FORCED_DEALS, threads=1)
    worlds.states[:] = state.bits
    worlds.redeal(-1, derive(seed, "public") % 2**62)
    return bool((worlds.legal.sum(axis=1) == 1).all())


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


@lru_cache(maxsize=16)
def match_of(record: str) -> tuple[State, list[Step]]:
    """Return a match and its moves, from the text of its record; kept for its other moves."""
    import quadriga
    from quadriga.players.judging import steps

    match = quadriga.replay(record)
    return match, steps(match)


@lru_cache(maxsize=4)
def searches_of(game: Game) -> ParallelSearch:
    """Return this process's memory for reviews of a game."""
    from quadriga.players.parallel_search import ParallelSearch

    return ParallelSearch(game)


def review_part(record: str, task: PartOfReview) -> Found:
    """Look at one move of a match."""
    from quadriga.players.survey import look

    match, moves = match_of(record)
    return look(match, moves, task, 0, searches_of(match.game))
