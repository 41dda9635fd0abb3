"""Loops over many games of which one seat each is played from outside, and the others by chance or from outside too.

Linked and compiled as those of drivers.py are, but apart from them: only vector environments need them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .dice import WORD, speck
from .drivers import CHOOSER, act, choose, setup_with

legal: Callable[[Any, Any], int]
wins: Callable[[Any, int], bool]
observe: Callable[[Any, int, Any], None]


def play_others(s: Any, chooser: Any, i: int, seat: int, moves: Any) -> None:
    """Play random legal actions for all other seats until this one decides or the game is over."""
    x = chooser[i, 0]
    y = chooser[i, 1]
    while s.to_move >= 0 and s.to_move != seat:
        count = legal(s, moves)
        k, x, y = choose(x, y, count)
        act(s, moves[k])
    chooser[i, 0] = x
    chooser[i, 1] = y


def paid(s: Any, seats: int, seat: int) -> float:
    """Pay a seat for a finished game: the winners share 1, the others -1 (see `payment` in batch.py)."""
    won = 0
    for k in range(seats):
        if wins(s, k):
            won += 1
    if seats > 1 and (won == 0 or won == seats):
        return 0.0
    return 1.0 / won if wins(s, seat) else -1.0 / (seats - won)


def seats_begin(
    states: Any, template: Any, seeds: Any, chooser: Any, chosen: Any, seats: Any, others: bool, moves: Any,
    start: int, stop: int,
) -> None:  # fmt: skip
    """Begin the chosen games of a slice; with `others` chance plays until its seat decides."""
    for i in range(start, stop):
        if chosen[i]:
            states[i] = template[0]
            s = states[i]
            low = seeds[i] & WORD
            high = seeds[i] >> 32 & WORD
            setup_with(s, low, high, 0, 0)
            block = speck(0, s.moves, low, high, CHOOSER, 0)
            chooser[i, 0] = block >> 32 | 1
            chooser[i, 1] = block & WORD
            if others:
                play_others(s, chooser, i, seats[i], moves)


def seats_play(
    states: Any, actions: Any, chooser: Any, chosen: Any, seats: Any, count: int, others: bool, moves: Any,
    rewards: Any, over: Any, start: int, stop: int,
) -> None:  # fmt: skip
    """Play one legal action in the chosen games of a slice, what chance plays then, and pay for those that end."""
    for i in range(start, stop):
        if chosen[i]:
            s = states[i]
            act(s, actions[i])
            if others:
                play_others(s, chooser, i, seats[i], moves)
            if s.to_move < 0:
                over[i] = 1
                rewards[i] = paid(s, count, seats[i])


def seats_look(
    states: Any, chosen: Any, seats: Any, deciding: bool, moves: Any, mask: Any, out: Any, start: int, stop: int
) -> None:
    """Write what is legal in the chosen games of a slice, and what their seats (or the deciding ones) see.

    Where a game is over, action 0 alone is marked: no row of a mask is empty.
    """
    for i in range(start, stop):
        if chosen[i]:
            s = states[i]
            for a in range(mask.shape[1]):
                mask[i, a] = 0
            if s.to_move >= 0:
                for k in range(legal(s, moves)):
                    mask[i, moves[k]] = 1
            else:
                mask[i, 0] = 1
            observe(s, max(0, s.to_move) if deciding else seats[i], out[i])
