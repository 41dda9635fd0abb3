"""Reading a move: by its number in the list, or by text of which every word may be cut short.

3 d a             3 face down at aediles
as down 2 cen     assassinate face-down 2 at censors
a                 draw action, where only draws are possible
5 38              5 to 38
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quadriga.model import Move

GLUE = frozenset({"at", "and", "face", "to"})
"""Words that tell no two moves apart; they need not be typed, and `a` never stands for `at`."""


@dataclass(frozen=True)
class Choice:
    """What a text stands for: one move, several, or none; and whether that is legal now."""

    candidates: tuple[Move, ...]
    legal: bool

    @property
    def move(self) -> Move | None:
        """The move, if the text stands for exactly one."""
        return self.candidates[0] if len(self.candidates) == 1 else None


@lru_cache(4096)
def words(text: str) -> tuple[str, ...]:
    """Split a text into the words that matter."""
    return tuple(word for word in re.split(r"[\s-]+", text.lower()) if word and word not in GLUE)


def begins(given: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether every word begins the word at its place."""
    return len(given) <= len(whole) and all(stands_for(g, w) for g, w in zip(given, whole, strict=False))


def stands_for(given: str, whole: str) -> bool:
    """Tell whether a word is a whole one cut short; a number is never cut short: 3 is not 38."""
    return given == whole if given.isdigit() else whole.startswith(given)


def skips(given: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether the words begin words of the whole in order, the first its first; others may be left out."""
    if not given or not whole or not stands_for(given[0], whole[0]):
        return False
    rest = iter(whole[1:])
    return all(any(stands_for(g, w) for w in rest) for g in given[1:])


def matches(text: str, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Find the moves that a text fits best: exactly, word for word, as a beginning, or with words left out."""
    given = words(text)
    if not given:
        return ()
    spelled = [(move, words(move.text)) for move in moves]
    return best(given, spelled) or best(given, [(move, words(other)) for move in moves for other in move.also])


def best(given: Sequence[str], split: Sequence[tuple[Move, Sequence[str]]]) -> tuple[Move, ...]:
    """Find the moves whose words fit best."""
    fits = (
        [move for move, whole in split if whole == given],
        [move for move, whole in split if len(whole) == len(given) and begins(given, whole)],
        [move for move, whole in split if begins(given, whole)],
        [move for move, whole in split if skips(given, whole)],
    )
    return next((tuple(found) for found in fits if found), ())


def choose(text: str, legal: Sequence[Move], moves: Sequence[Move]) -> Choice:
    """Read a move from what a person typed: first among the legal ones, then among all moves of the game."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 6 else 0
        return Choice((legal[number - 1],), True) if 1 <= number <= len(legal) else Choice((), False)
    found = matches(text, legal)
    if not found and words(text):
        first = {words(move.text)[0] for move in legal}
        if len(first) == 1:  # `action` is enough where every move begins with `draw`
            found = matches(f"{first.pop()} {text}", legal)
    return Choice(found, True) if found else Choice(matches(text, moves), False)


def complete(text: str, legal: Sequence[Move], commands: Sequence[str]) -> list[str]:
    """Find what Tab may make of a line: texts that begin with it, or the one move that it stands for."""
    start = text.lstrip().lower()
    found = [name for name in (*(move.text for move in legal), *commands) if name.startswith(start)]
    if not found and (move := choose(text, legal, ()).move) is not None:
        found = [move.text]
    return found
