"""A loop over many games of which one seat each is played from outside, and the others by chance or from outside too.

Linked and compiled as those of drivers.py are, but apart from them: only vector environments need it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .dice import WORD, speck
from .drivers import CHOOSER, act, choose, setup_with

legal: Callable[[Any, Any], int]
wins: Callable[[Any, int], bool]
observe: Callable[[Any, int, Any], None]

BEGIN, PLAY, GIVE_UP, LOOK, DECIDING = 1, 2, 4, 8, 16
"""What is to be done with a game, as bits: begin it; play the action given; end it at once; write what is legal and
what its seat sees, or the deciding one."""


def begin(s: Any, seed: int, chooser: Any, i: int) -> None:
    """Begin a game on a blank record, and the random choices of the others."""
    low = seed & WORD
    high = seed >> 32 & WORD
    setup_with(s, low, high, 0, 0)
    block = speck(0, s.moves, low, high, CHOOSER, 0)
    chooser[i, 0] = block >> 32 | 1
    chooser[i, 1] = block & WORD


def play_on(s: Any, action: int, others: bool, seat: int, chooser: Any, i: int, moves: Any) -> None:
    """Play an action, if it is one; with `others` chance plays until the seat decides or the game is over."""
    x = chooser[i, 0]
    y = chooser[i, 1]
    while True:
        if action >= 0:
            act(s, action)
        if not others or s.to_move < 0 or s.to_move == seat:
            break
        k, x, y = choose(x, y, legal(s, moves))
        action = moves[k]
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


def look(s: Any, seat: int, moves: Any, mask: Any, seen: Any, i: int) -> None:
    """Write what is legal and what a seat sees. Where a game is over, action 0 alone is marked: no mask is empty."""
    for a in range(mask.shape[1]):
        mask[i, a] = 0
    if s.to_move >= 0:
        for k in range(legal(s, moves)):
            mask[i, moves[k]] = 1
    else:
        mask[i, 0] = 1
    observe(s, seat, seen[i])


def step_seats(
    states: Any, template: Any, seeds: Any, following: int, chooser: Any, todo: Any, again: bool, seats: Any,
    count: int, others: bool, actions: Any, moves: Any, rewards: Any, over: Any, mask: Any, seen: Any,
    last_mask: Any, last_seen: Any, start: int, stop: int,
) -> None:  # fmt: skip
    """Do with the games of a slice what is to be done, and pay for those that end.

    A game that is begun has the seed that is so many (`following`) after that of the last in its place. With `again`
    one that ends begins again at once: `last_mask` and `last_seen` show its end, all else but `rewards` and `over` the
    next game.
    """
    for i in range(start, stop):
        s = states[i]
        seat = seats[i]
        doing = todo[i]
        while doing > 0:
            action = -1
            if doing & BEGIN:
                states[i] = template[0]
                seeds[i] += following
                begin(s, seeds[i], chooser, i)
            elif doing & PLAY:
                action = actions[i]
            if doing & (BEGIN | PLAY):
                play_on(s, action, others, seat, chooser, i, moves)
            elif doing & GIVE_UP:
                s.to_move = -1
            if s.to_move < 0 and doing & (PLAY | GIVE_UP):
                over[i] = 1
                rewards[i] = paid(s, count, seat)
            if doing & LOOK:
                look(s, max(0, s.to_move) if doing & DECIDING else seat, moves, mask, seen, i)
            if not again or over[i] == 0 or doing & BEGIN:
                break
            last_mask[i] = mask[i]
            last_seen[i] = seen[i]
            doing = BEGIN | LOOK
