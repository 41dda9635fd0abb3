"""Shares and means with their 95 % intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any

Z = 1.959963984540054
"""Half the width of a 95 % interval of the normal distribution, in standard deviations."""


def wilson(count: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for a share: honest for few games and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share = count / games
    weight = 1 + Z * Z / games
    centre = (share + Z * Z / (2 * games)) / weight
    half = Z / weight * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return (0.0 if count == 0 else centre - half), (1.0 if count == games else centre + half)


def mean_interval(total: int, squares: int, games: int) -> tuple[float, float]:
    """Return a mean and half its 95 % interval, from the sum and the sum of squares."""
    if games == 0:
        return 0.0, float("inf")
    mean = total / games
    if games == 1:
        return mean, float("inf")
    # Whole numbers up to here: the difference of two large squares would lose its digits as floats.
    variance = (squares * games - total * total) / (games * (games - 1))
    return mean, Z * sqrt(max(0.0, variance) / games)


def share_of(count: int, games: int) -> dict[str, Any]:
    """Describe a share with its interval."""
    low, high = wilson(count, games)
    return {"count": count, "share": count / games if games else None, "low": low, "high": high}


def mean_of(total: int, squares: int, games: int) -> dict[str, Any]:
    """Describe the mean of a count with its interval, never below zero; None where too few games tell nothing."""
    mean, half = mean_interval(total, squares, games)
    if half == float("inf"):
        return {"mean": mean if games else None, "low": None, "high": None}
    return {"mean": mean, "low": max(0.0, mean - half), "high": mean + half}
