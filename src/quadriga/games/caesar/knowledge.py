"""What everybody knows of a supply: centurions that were taken openly, and tokens that poison put back for all to see.

A token that was put back is in the bag until its side draws: `drawn_since` counts those draws. So of the tokens put
back with at most d draws since, at most d can be in the supply. Of two equal tokens nobody can tell which one was put
back; where that matters, less is taken to be known, never more.
"""

from __future__ import annotations

from typing import Any

from .record import POISONS
from .tables import BAG_KINDS, COPIES


def token_drawn(s: Any, side: int) -> None:
    """Note that a side drew from its bag."""
    for i in range(POISONS):
        if s.returned[side, i] > 0:
            s.drawn_since[side, i] += 1


def token_returned(s: Any, side: int, kind: int) -> None:
    """Note that poison put a token back into a bag."""
    if kind >= BAG_KINDS and s.seen[side, kind - BAG_KINDS] > 0:
        s.seen[side, kind - BAG_KINDS] -= 1
    forget(s, side, kind)
    i = 0
    while i < POISONS - 1 and s.returned[side, i] > 0:
        i += 1
    s.returned[side, i] = kind + 1
    s.drawn_since[side, i] = 0


def token_placed(s: Any, side: int, kind: int) -> None:
    """Note that a side showed a token of its supply."""
    if kind >= BAG_KINDS and s.seen[side, kind - BAG_KINDS] > 0:
        s.seen[side, kind - BAG_KINDS] -= 1
    forget(s, side, kind)


def forget(s: Any, side: int, kind: int) -> None:
    """Strike the note on a token that has left the bag since; of equal ones the earliest."""
    oldest = -1
    for i in range(POISONS):
        if s.returned[side, i] == kind + 1 and s.drawn_since[side, i] > 0:
            if oldest < 0 or s.drawn_since[side, i] > s.drawn_since[side, oldest]:
                oldest = i
    if oldest >= 0:
        s.returned[side, oldest] = 0
        s.drawn_since[side, oldest] = 0


def surely_in_bag(s: Any, side: int, kind: int) -> int:
    """Count the tokens of a kind that everybody knows to be in a bag."""
    count = 0
    for i in range(POISONS):
        count += s.returned[side, i] == kind + 1 and s.drawn_since[side, i] == 0
    return count


def too_many_returned(s: Any, side: int, held: int) -> bool:
    """Tell whether a supply would hold more of the tokens put back, given as bits, than were drawn since."""
    for i in range(POISONS):
        if held >> i & 1:
            count = 0
            for j in range(POISONS):
                if held >> j & 1:
                    count += s.drawn_since[side, j] <= s.drawn_since[side, i]
            if count > s.drawn_since[side, i]:
                return True
    return False


def fits_knowledge(s: Any, side: int) -> bool:
    """Tell whether a supply fits what everybody knows of it; for the invariants."""
    held = 0
    for i in range(POISONS):
        kind = s.returned[side, i] - 1
        if kind >= 0:
            if s.supply[side, kind] + surely_in_bag(s, side, kind) > COPIES[kind]:
                return False
            if COPIES[kind] == 1 and s.supply[side, kind] > 0:
                held |= 1 << i
    for c in range(BAG_KINDS, len(COPIES)):
        if s.seen[side, c - BAG_KINDS] > s.supply[side, c]:
            return False
    return not too_many_returned(s, side, held)
