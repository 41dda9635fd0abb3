"""The options that a network of this game is trained with, and how many of the races have them.

Single races on the first track in its usual direction: what a space means differs from track to track, and the network
knows spaces by their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHARES: tuple[tuple[float, Mapping[str, Any]], ...] = (
    (0.40, {}),
    (0.12, {"players": 5}),
    (0.12, {"players": 4}),
    (0.08, {"players": 3}),
    (0.08, {"players": 2}),
    (0.06, {"players": 4, "uncrewed": 2}),
    (0.07, {"players": 3, "chariots": 2}),
    (0.07, {"players": 2, "chariots": 3}),
)


def shares(name: str) -> tuple[tuple[float, Mapping[str, Any]], ...]:
    """List the sets of options."""
    return SHARES
