"""The options that a network of this game is trained with, and how many of the games have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

POISON, CENTURIONS, BORDER = "poison", "centurions", "border-control"
SHARES: tuple[tuple[float, Mapping[str, Any]], ...] = (
    (0.50, {}),
    (0.07, {"modules": (POISON,)}),
    (0.07, {"modules": (CENTURIONS,)}),
    (0.07, {"modules": (POISON, CENTURIONS)}),
    (0.11, {"modules": (POISON, CENTURIONS, BORDER)}),
    (0.03, {"solo": "low"}),
    (0.03, {"solo": "medium", "side": "pompey", "ruthless": True}),
    (0.05, {"solo": "high"}),
    (0.03, {"solo": "high", "side": "pompey", "ruthless": True, "modules": (POISON, CENTURIONS)}),
    (0.04, {"solo": "high", "side": "pompey", "modules": (POISON, CENTURIONS, BORDER)}),
)


def shares(name: str) -> tuple[tuple[float, Mapping[str, Any]], ...]:
    """List the sets of options."""
    return SHARES
