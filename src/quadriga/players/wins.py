"""Moves that win at once: whoever is as good as won in many ways takes the way that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import derive

if TYPE_CHECKING:
    from quadriga.model import Move, State

DEALS = 8
"""A move wins at once if it does so in this many deals of what the seat cannot know."""


def winning_move(known: State, seed: int) -> Move | None:
    """Return the first move after which the game is over and the seat to move alone has won; None if there is none."""
    legal = np.array([move.id for move in known.legal], np.int16)
    for deal in range(DEALS):
        legal = legal[won_by(known, legal, derive(seed, "win", deal) >> 66)]
        if not legal.size:
            return None
    return known.game.moves[int(legal[0])]


def won_by(known: State, actions: npt.NDArray[np.int16], seed: int) -> npt.NDArray[np.bool_]:
    """Tell which actions end the game, won by the seat to move alone, in one deal of what it cannot know."""
    seat, count, compiled = known.to_move, actions.size, known.game.compiled
    states = np.repeat(known.bits, count)
    seeds = np.full(count, seed, np.int64)
    compiled.redeal_all(states, np.full(count, seat, np.int8), seeds, 0, count)
    compiled.act_all(states, actions, 0, count)
    shape = (count, len(known.game.seats))
    points, winners = np.zeros(shape, np.int16), np.zeros(shape, np.uint8)
    compiled.scores_all(states, points, winners, 0, count)
    won: npt.NDArray[np.bool_] = (states["to_move"] < 0) & (winners[:, seat] == 1) & (winners.sum(axis=1) == 1)
    return won
