"""All chance of all games.

A match has one secret of 128 bits. The n-th roll of action a is the cipher Speck64/128 under that secret of the block
(a, n): nothing about it can be predicted from other rolls, nothing changes it afterwards, and anyone who has the secret
can check it. There is no generator state beyond the two counters, so the dice are "seeded afresh" for every action.

The words are 32 bits wide and kept in plain ints with masks: the same arithmetic interpreted and compiled.
"""

from __future__ import annotations

from typing import Any

WORD = 0xFFFFFFFF
REDEAL = 0x80000000
"""Set in the action word while hidden cards are dealt again: those rolls never meet the match's own."""


def key_words(seed: int) -> tuple[int, int, int, int]:
    """Split a seed of at most 128 bits into the four words of the secret."""
    return seed & WORD, seed >> 32 & WORD, seed >> 64 & WORD, seed >> 96 & WORD


def speck(x: int, y: int, k: int, a: int, b: int, c: int) -> int:
    """Encrypt the block (x, y) with the key (k, a, b, c), k the lowest word; return both halves as one int below 2**63.

    27 rounds of Speck64/128 (Beaulieu and others, 2013); the top bit of x is dropped so that the result stays a
    non-negative 64-bit int.
    """
    for i in range(27):
        x = (((x >> 8) | (x << 24)) + y & WORD) ^ k
        y = ((y << 3) | (y >> 29)) & WORD ^ x
        a = ((k + ((a >> 8) | (a << 24))) & WORD) ^ i
        k = ((k << 3) | (k >> 29)) & WORD ^ a
        a, b, c = b, c, a
    return (x & 0x7FFFFFFF) << 32 | y


def roll(s: Any, sides: int) -> int:
    """Roll a die: a uniform int from 0 to sides - 1 (off by less than sides / 2**32)."""
    word = speck(s.moves, s.rolls, s.secret[0], s.secret[1], s.secret[2], s.secret[3]) & WORD
    s.rolls += 1
    return word * sides >> 32


def pass_over(s: Any) -> None:
    """Leave out a roll that could come out in one way only; those after it fall as if it had been rolled."""
    s.rolls += 1
