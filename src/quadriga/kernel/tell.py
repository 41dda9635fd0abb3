"""How rules report what happens, without knowing who listens.

Interpreted rules append to the record's list. Compiled rules are linked with `silent`, which costs nothing, or with
`note`, which writes into a wider record that has room for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MOST_TOLD = 256
"""This many events of one action are noted; how many there were is counted in any case."""


def tell(s: Any, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Report an event: its kind, the seat it is about, and up to three numbers."""
    if s.told is not None:
        s.told.append((kind, seat, a, b, c))


def silent(s: Any, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Report nothing."""
    return  # numba-cuda looks for a first line behind the docstring: QUADRIGA_GPU_LINES


def note(s: Any, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Report an event into the record itself."""
    n = s.told_count
    s.told_count = n + 1
    if n < MOST_TOLD:
        s.told[n, 0] = kind
        s.told[n, 1] = seat
        s.told[n, 2] = a
        s.told[n, 3] = b
        s.told[n, 4] = c


def with_told(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """Widen a record dtype by room for events, behind all that it has."""
    return np.dtype([*dtype.descr, ("told_count", "i4"), ("told", "i4", (MOST_TOLD, 5))])
