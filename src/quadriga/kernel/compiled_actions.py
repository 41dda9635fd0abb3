"""One game at a time with the compiled rules, events included: what a server plays with."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .records import Bits, blank
from .tell import MOST_TOLD, with_told
from .words import LONGEST_VIEW, MOST_WORDS, Words

if TYPE_CHECKING:
    from .compiled import Compiled

Told = list[tuple[int, ...]]


class CompiledActions:
    """The compiled rules of one game for single actions. They must be compiled already: nobody waits for that here."""

    def __init__(self, compiled: Compiled) -> None:
        self._wide = blank(with_told(compiled.dtype))
        self._size = compiled.dtype.itemsize
        self._own = self._wide.view(np.uint8)[: self._size]
        self._told = self._wide["told"][0]
        self._told_count = self._wide["told_count"]
        self._moves = np.zeros(compiled.rules.NUM_ACTIONS, np.int16)
        self._lock = threading.Lock()
        told = compiled.act_told
        told(self._wide, 0, self._moves, 0, 0)
        # Straight into the machine code: to look at the types of what is given costs ten times as much as an action.
        self._act = told.get_overload(told.nopython_signatures[0].args)
        self._redeal, self._legal = compiled.redeal_all, compiled.legal_all
        for name in ("redeal_all", "legal_all"):  # loaded now, not when somebody waits
            getattr(compiled, name)(*compiled.example(name))
        if compiled.rules.view is not None:
            self._found = np.zeros(MOST_WORDS, np.int64)
            self._text = np.zeros(LONGEST_VIEW, np.uint8)
            self._written = memoryview(cast(Any, self._text))
            write = compiled.write_view
            write(*compiled.example("write_view"))
            self._write_view = write.get_overload(write.nopython_signatures[0].args)

    def act(self, bits: Bits, action: int) -> tuple[Told, list[int]] | None:
        """Play a legal action; return what was told and what is legal now.

        None, and nothing is changed, if more was told than there is room for.
        """
        raw = bits.view(np.uint8)
        with self._lock:
            self._own[:] = raw
            count = self._act(self._wide, action, self._moves, 0, 1)
            told = self._told_count[0]
            if told > MOST_TOLD:
                return None
            raw[:] = self._own
            return list(map(tuple, self._told[:told].tolist())), self._moves[:count].tolist()

    def redeal(self, bits: Bits, seat: int, count: int) -> list[tuple[Bits, list[int]]]:
        """Deal again what a seat (-1: a spectator) cannot know, this many times; return each with what is legal."""
        dealt: Bits = np.frombuffer(bytearray(bits.tobytes() * count), bits.dtype)
        mask = np.zeros((count, self._moves.size), np.uint8)
        self._redeal(dealt, np.full(count, seat, np.int8), np.arange(count, dtype=np.int64), 0, count)
        self._legal(dealt, mask, np.zeros_like(self._moves), 0, count)
        return [(dealt[k : k + 1], np.flatnonzero(mask[k]).tolist()) for k in range(count)]

    def view(self, bits: Bits, seat: int, words: Words) -> bytes | None:
        """Write what a seat may see, where the game says so in words; None if it is longer than there is room for."""
        with self._lock:
            size = self._write_view(bits, seat, self._found, words.text, words.starts, self._text)
            return self._written[:size].tobytes() if size >= 0 else None
