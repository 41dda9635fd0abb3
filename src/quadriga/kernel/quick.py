"""One game at a time with the compiled rules, events included: what a server plays with."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from .records import Bits, blank
from .tell import MOST_TOLD, with_told

if TYPE_CHECKING:
    from .compiled import Compiled

Told = list[tuple[int, ...]]


class Quick:
    """Play single actions of one game. The rules must be compiled already: nobody shall wait for that here."""

    def __init__(self, compiled: Compiled) -> None:
        self._wide = blank(with_told(compiled.dtype))
        self._size = compiled.dtype.itemsize
        self._own = self._wide.view(np.uint8)[: self._size]
        self._told = self._wide["told"][0]
        self._tolds = self._wide["tolds"]
        self._moves = np.zeros(compiled.rules["NUM_ACTIONS"], np.int16)
        self._lock = threading.Lock()
        told = compiled.act_told
        told(self._wide, 0, self._moves, 0, 0)
        # Straight into the machine code: to look at the types of what is given costs ten times as much as an action.
        self._act = told.get_overload(told.nopython_signatures[0].args)

    def act(self, bits: Bits, action: int) -> tuple[Told, list[int]] | None:
        """Play a legal action; return what was told and what is legal now.

        None, and nothing is changed, if more was told than there is room for.
        """
        raw = bits.view(np.uint8)
        with self._lock:
            self._own[:] = raw
            count = self._act(self._wide, action, self._moves, 0, 1)
            told = self._tolds[0]
            if told > MOST_TOLD:
                return None
            raw[:] = self._own
            return list(map(tuple, self._told[:told].tolist())), self._moves[:count].tolist()
