"""How rules report what happens, without knowing who listens.

Interpreted rules append to the record's list. Compiled rules are linked with `silent`, which costs nothing.
"""

from __future__ import annotations

from typing import Any


def tell(s: Any, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Report an event: its kind, the seat it is about, and up to three numbers."""
    if s.told is not None:
        s.told.append((kind, seat, a, b, c))


def silent(s: Any, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Report nothing."""
