"""The options that a network of this game is trained with, and how many of the races have them.

A race of six on the first track is what is played most. All else is both tracks in both directions: the network does
not know one by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

B: Mapping[str, Any] = {"track": "circus-b"}
BACK: Mapping[str, Any] = {"direction": "counter-clockwise"}
SHARES: tuple[tuple[float, Mapping[str, Any]], ...] = (
    (0.25, {}),
    (0.04, {**BACK}),
    (0.04, {**B}),
    (0.04, {**B, **BACK}),
    (0.04, {"players": 5}),
    (0.04, {"players": 5, **B, **BACK}),
    (0.04, {"players": 4}),
    (0.03, {"players": 4, **B}),
    (0.03, {"players": 4, **BACK}),
    (0.04, {"players": 3}),
    (0.03, {"players": 3, **B, **BACK}),
    (0.05, {"players": 2}),
    (0.04, {"players": 2, **B}),
    (0.03, {"players": 2, **BACK}),
    (0.03, {"players": 4, "uncrewed": 2}),
    (0.02, {"players": 5, "uncrewed": 1, **B}),
    (0.02, {"players": 3, "uncrewed": 3, **BACK}),
    (0.02, {"players": 2, "uncrewed": 4, **B, **BACK}),
    (0.03, {"players": 3, "chariots": 2}),
    (0.02, {"players": 3, "chariots": 2, **B, **BACK}),
    (0.02, {"players": 2, "chariots": 3, **B}),
    (0.02, {"players": 2, "chariots": 2, "uncrewed": 2, **BACK}),
    (0.04, {"tournament": True}),
    (0.02, {"players": 4, "tournament": True, "grid": "by-result", **B}),
    (0.01, {"players": 2, "chariots": 3, "tournament": True}),
    (0.01, {"players": 3, "uncrewed": 3, "tournament": True, **B}),
)


def shares(name: str) -> tuple[tuple[float, Mapping[str, Any]], ...]:
    """List the sets of options."""
    return SHARES
