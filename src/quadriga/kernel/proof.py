"""Traces: two numbers per game that every state of the game has gone into, the same at every speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .dice import WORD, speck
from .drivers import CHOOSER, act, choose

legal: Callable[[Any, Any], int]

TRACE_START = 0x811C9DC5


def mix(a: int, b: int, word: int) -> tuple[int, int]:
    """Mix a word of 32 bits into a trace (FNV-1a, with two multipliers)."""
    return ((a ^ word) * 0x01000193) & WORD, ((b ^ word) * 0x0100019D) & WORD


def trace_all(
    states: Any, words: Any, seeds: Any, moves: Any, limit: int, steps: Any, traces: Any, start: int, stop: int
) -> None:
    """Play every game of a slice to its end, as `playout_all` does, and trace the state after every action."""
    for i in range(start, stop):
        s = states[i]
        block = speck(0, s.moves, seeds[i] & WORD, seeds[i] >> 32 & WORD, CHOOSER, 0)
        x = block >> 32 | 1
        y = block & WORD
        a = TRACE_START
        b = TRACE_START
        while s.to_move >= 0 and steps[i] < limit:
            count = legal(s, moves)
            k, x, y = choose(x, y, count)
            act(s, moves[k])
            steps[i] += 1
            for w in range(words.shape[1]):
                a, b = mix(a, b, words[i, w])
        traces[i, 0] = a
        traces[i, 1] = b
