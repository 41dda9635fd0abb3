"""Loops over many games, linked with the rules of one game and compiled together with them.

The names below without a value are bound by `link`: the drivers of one game call that game's rules directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .dice import REDEAL, WORD, speck
from .words import COMMA, END_DICT, LONGEST_NUMBER, MINUS, NUMBER, ZERO

setup: Callable[[Any], None]
legal: Callable[[Any, Any], int]
play: Callable[[Any, int], None]
score: Callable[[Any, int], int]
wins: Callable[[Any, int], bool]
redeal: Callable[[Any, int], None]
observe: Callable[[Any, int, Any], None]
broken: Callable[[Any], int]
measure: Callable[[Any, Any], None]
prefer: Callable[[Any, int], int]
view: Callable[[Any, int, Any], None]
choose_best: Callable[[Any, Any, Any, int, int, int, Any], tuple[int, int, int]]

CHOOSER = 0x43484F53
"""Key word that keeps random choices apart from the dice of the same seed."""


def setup_with(s: Any, k: int, a: int, b: int, c: int) -> None:
    """Start a game on a blank record that carries its options, under a secret of four words, lowest first."""
    s.secret[0] = k
    s.secret[1] = a
    s.secret[2] = b
    s.secret[3] = c
    setup(s)
    s.rolls = 0


def redeal_with(s: Any, seat: int, k: int, a: int, b: int, c: int) -> None:
    """Deal again what a seat cannot know, under a new secret: the dice to come are unknown too."""
    s.secret[0] = k
    s.secret[1] = a
    s.secret[2] = b
    s.secret[3] = c
    s.moves |= REDEAL
    redeal(s, seat)
    s.moves &= ~REDEAL
    s.rolls = 0


def act(s: Any, action: int) -> None:
    """Play a legal action with fresh dice."""
    s.moves += 1
    play(s, action)
    s.rolls = 0


def choose(x: int, y: int, count: int) -> tuple[int, int, int]:
    """Choose one of `count` things at random; return it and the generator's next two words (xoshiro64*)."""
    word = (x * 0x9E3779BB) & WORD
    y ^= x
    x = (((x << 26) | (x >> 6)) & WORD) ^ y ^ ((y << 9) & WORD)
    y = ((y << 13) | (y >> 19)) & WORD
    return (word * count) >> 32, x, y


def play_out(s: Any, low: int, high: int, moves: Any, limit: int) -> int:
    """Play on to the end with uniformly random legal actions; return their number, or -1 past the limit."""
    block = speck(0, s.moves, low, high, CHOOSER, 0)
    x = block >> 32 | 1
    y = block & WORD
    steps = 0
    while s.to_move >= 0:
        if steps == limit:
            return -1
        count = legal(s, moves)
        k, x, y = choose(x, y, count)
        act(s, moves[k])
        steps += 1
    return steps


def reset_all(states: Any, template: Any, seeds: Any, start: int, stop: int) -> None:
    """Begin the games of a slice."""
    for i in range(start, stop):
        states[i] = template[0]
        setup_with(states[i], seeds[i] & WORD, seeds[i] >> 32 & WORD, 0, 0)


def legal_all(states: Any, mask: Any, moves: Any, start: int, stop: int) -> None:
    """Write the legal actions of a slice as rows of 0 and 1."""
    for i in range(start, stop):
        for a in range(mask.shape[1]):
            mask[i, a] = 0
        if states[i].to_move >= 0:
            for k in range(legal(states[i], moves)):
                mask[i, moves[k]] = 1


def observe_all(states: Any, out: Any, start: int, stop: int) -> None:
    """Write what the deciding seat of every game sees; seat 0 when the game is over."""
    for i in range(start, stop):
        observe(states[i], max(0, states[i].to_move), out[i])


def redeal_all(states: Any, seats: Any, seeds: Any, start: int, stop: int) -> None:
    """Deal again, in every game of a slice, what its seat (-1: a spectator) cannot know."""
    for i in range(start, stop):
        redeal_with(states[i], seats[i], seeds[i] & WORD, seeds[i] >> 32 & WORD, 0, 0)


def check_all(states: Any, actions: Any, moves: Any, refused: Any, start: int, stop: int) -> None:
    """Mark the games of a slice, not yet over, in which the action is not legal."""
    for i in range(start, stop):
        refused[i] = 0
        if states[i].to_move >= 0:
            refused[i] = 1
            for k in range(legal(states[i], moves)):
                if moves[k] == actions[i]:
                    refused[i] = 0


def act_told(states: Any, action: int, moves: Any, start: int, stop: int) -> int:
    """Play a legal action in games that note what happens, and list what is legal in the last; return how many."""
    count = 0
    for i in range(start, stop):
        s = states[i]
        s.told_count = 0
        act(s, action)
        count = legal(s, moves) if s.to_move >= 0 else 0
    return count


def write_view(states: Any, seat: int, found: Any, text: Any, starts: Any, out: Any) -> int:
    """Write what a seat may see of a game, in words of `text` (see words.py); return how long that is, -1: too long."""
    found[0] = 1
    view(states[0], seat, found)
    if found[0] > len(found):
        return -1
    size = 0
    k = 1
    while k < found[0]:
        word = found[k]
        k += 1
        start, stop = starts[word], starts[word + 1]
        if size + max(stop - start, LONGEST_NUMBER) > len(out):
            return -1
        if word == NUMBER:
            size = write_number(out, size, found[k])
            k += 1
        elif word <= END_DICT and out[size - 1] == COMMA:
            size -= 1
        for at in range(stop - start):  # an index that cannot count from the end makes this three times as fast
            out[np.uint64(size + at)] = text[np.uint64(start + at)]
        size += stop - start
    return size


def write_number(out: Any, size: int, number: int) -> int:
    """Write a number and a comma; return how long all is then."""
    if number < 0:
        out[size] = MINUS
        size += 1
        number = -number
    unit = 1
    while number // unit >= 10:
        unit *= 10
    while unit > 0:
        out[size] = ZERO + number // unit % 10
        size += 1
        unit //= 10
    out[size] = COMMA
    return size + 1


def act_all(states: Any, actions: Any, start: int, stop: int) -> None:
    """Play one legal action in every game of a slice that is not over."""
    for i in range(start, stop):
        if states[i].to_move >= 0:
            act(states[i], actions[i])


def playout_all(states: Any, seeds: Any, moves: Any, limit: int, steps: Any, start: int, stop: int) -> None:
    """Play every game of a slice to its end at random; count the actions of each."""
    for i in range(start, stop):
        steps[i] = play_out(states[i], seeds[i] & WORD, seeds[i] >> 32 & WORD, moves, limit)


def scores_all(states: Any, scores: Any, winners: Any, start: int, stop: int) -> None:
    """Write points and winners of a slice."""
    for i in range(start, stop):
        for seat in range(scores.shape[1]):
            scores[i, seat] = score(states[i], seat)
            winners[i, seat] = wins(states[i], seat)


def choose_preferred(s: Any, moves: Any, count: int, x: int, y: int) -> tuple[int, int, int]:
    """Choose one of the actions that the game's `prefer` rates highest, at random among equals."""
    best = 0
    ties = 0
    chosen = 0
    for k in range(count):
        value = prefer(s, moves[k])
        if ties == 0 or value > best:
            best = value
            ties = 1
            chosen = k
        elif value == best:
            ties += 1
            n, x, y = choose(x, y, ties)
            if n == 0:
                chosen = k
    return chosen, x, y


def sample_all(
    scratch: Any,
    template: Any,
    first: int,
    start: int,
    stop: int,
    moves: Any,
    limit: int,
    check: bool,
    greedy: bool,
    sums: Any,
    ratings: Any,
    net: Any,
) -> int:
    """Play whole games with the seeds first + start to first + stop, and add up what `measure` counts.

    Actions are chosen at random, or with `greedy` those that are rated highest: as `prefer` says, or a network (`net`).
    With `check` every position on the way is tested. Returns -1, or the number of the first game that broke an
    invariant or did not end within the limit.
    """
    s = scratch[0]
    for i in range(start, stop):
        seed = first + i
        scratch[0] = template[0]
        low = seed & WORD
        high = seed >> 32 & WORD
        setup_with(s, low, high, 0, 0)
        block = speck(0, s.moves, low, high, CHOOSER, 0)
        x = block >> 32 | 1
        y = block & WORD
        steps = 0
        while s.to_move >= 0:
            if steps == limit or (check and broken(s) != 0):
                return i
            count = legal(s, moves)
            if count == 0:
                return i
            k = 0
            if not greedy:
                k, x, y = choose(x, y, count)
            elif count > 1:
                k, x, y = choose_best(s, moves, ratings, count, x, y, net)
            act(s, moves[k])
            steps += 1
        if check and broken(s) != 0:
            return i
        measure(s, sums)
    return -1
