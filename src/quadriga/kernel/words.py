"""The words that a view is written with: JSON from code that is written like rules, interpreted and compiled.

A table server shows every position to every seat, so this has to be quick. A game's `view(s, seat, out)` puts one word
after the other, each by its number; compiled code need not know how they are spelled. Seat -1 is a spectator.

    words = Vocabulary()
    HAND = words.key("hand", "[")
    CARD = words.values(("ace", "king", "queen"))

    def view(s, seat, out):
        put(out, HAND)
        for card in range(3):
            put_times(out, CARD + card, s.hand[seat, card])
        put(out, END_LIST)

Every value ends with a comma, and what ends a list or dict takes the comma before it away: nobody has to know which
value is the first or the last.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quadriga.json_io import write

FIXED = (b"", b"],", b"},", b"[", b"{", b"null,", b"false,", b"true,")
NUMBER, END_LIST, END_DICT, LIST, DICT, NULL, FALSE, TRUE = range(len(FIXED))
"""The words that every game has; what follows NUMBER is no word but the number."""
MOST_WORDS, LONGEST_VIEW = 1 << 12, 1 << 15
"""Compiled code has room for this many words of a view, and for this many bytes; a longer one is interpreted."""
LONGEST_NUMBER = 21
COMMA, MINUS, ZERO = b",-0"
SPECTATOR = -1
"""The seat of somebody who only looks on."""
Given = Iterable[Any] | Callable[[Any], Iterable[Any]]


# --- what `view` calls


def put(out: Any, word: int) -> None:
    """Put a word at the end. `out[0]` is where it goes; how many there are is counted in any case."""
    n = out[0]
    out[0] = n + 1
    if n < len(out):
        out[n] = word


def put_times(out: Any, word: int, count: int) -> None:
    """Put a word at the end this many times."""
    for _ in range(count):
        put(out, word)


def put_number(out: Any, number: int) -> None:
    """Put a number at the end."""
    word_at(out, NUMBER, number)


def word_at(out: Any, key: int, word: int) -> None:
    """Put a key at the end, and a word as its value."""
    n = out[0]
    out[0] = n + 2
    if n + 1 < len(out):
        out[n] = key
        out[n + 1] = word


def number_at(out: Any, key: int, number: int) -> None:
    """Put a key at the end, and a number as its value."""
    n = out[0]
    out[0] = n + 3
    if n + 2 < len(out):
        out[n] = key
        out[n + 1] = NUMBER
        out[n + 2] = number


def flag_at(out: Any, key: int, flag: int) -> None:
    """Put a key at the end, and as its value true, or false for 0."""
    word_at(out, key, TRUE if flag else FALSE)


# --- how words are spelled


class Words:
    """Words as they are spelled, by their numbers."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self.texts = texts
        self.text: npt.NDArray[np.uint8] = np.frombuffer(b"".join(texts), np.uint8).copy()
        """All of them one after the other, for compiled code."""
        self.starts = np.cumsum([0, *map(len, texts)]).astype(np.int32)
        """Where each begins, and where the last one ends."""

    def interpret(self, view: Callable[[Any, int, Any], None], s: Any, seat: int) -> bytes:
        """Write what a seat may see, without a compiler."""
        out = [1] + [0] * MOST_WORDS
        view(s, seat, out)
        if out[0] > len(out):
            out = [1] + [0] * out[0]
            view(s, seat, out)
        return self.spell(iter(out[1 : out[0]]))

    def spell(self, found: Iterator[int]) -> bytes:
        """Spell words one after the other."""
        texts, spelled = self.texts, [b""]
        for word in found:
            if word > END_DICT:
                spelled.append(texts[word])
            elif word == NUMBER:
                spelled.append(b"%d," % next(found))
            else:
                spelled[-1] = spelled[-1].removesuffix(b",") + texts[word]
        return b"".join(spelled)


class Vocabulary:
    """The words of a game, each with its number; several that are declared together have numbers in a row.

    Where words differ between the editions of a game, they are given as a function of the edition, with how many there
    are at most: all editions have the same numbers.
    """

    def __init__(self) -> None:
        self.size = len(FIXED)
        self._declared: list[tuple[Any, bytes, int]] = []
        self._spelled: dict[Hashable, Words] = {}

    def key(self, name: str, opening: str = "") -> int:
        """Declare a key, which may open a list (`[`) or a dict (`{`); return its number."""
        return self.keys((name,), opening)

    def keys(self, names: Given, opening: str = "", count: int = 0) -> int:
        """Declare several keys; return the number of the first."""
        return self._declare(names, f":{opening}".encode(), count)

    def value(self, value: Any) -> int:
        """Declare a value, as plain data; return its number."""
        return self.values((value,))

    def values(self, values: Given, count: int = 0) -> int:
        """Declare several values; return the number of the first."""
        return self._declare(values, b",", count)

    def _declare(self, given: Given, ending: bytes, count: int) -> int:
        first = self.size
        if not callable(given):
            given = tuple(given)
            count = len(given)
        self._declared.append((given, ending, count))
        self.size += count
        return first

    def spelled(self, edition: Hashable = None) -> Words:
        """Spell all words, as an edition does if the game has several."""
        if edition not in self._spelled:
            texts = list(FIXED)
            for given, ending, count in self._declared:
                found = [write(value) + ending for value in (given(edition) if callable(given) else given)]
                assert len(found) <= count, f"{len(found)} words where {count} were declared"
                texts += found + [b""] * (count - len(found))
            self._spelled[edition] = Words(texts)
        return self._spelled[edition]
