"""Intervals for what a study adds up, and what went to the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from quadriga.intervals import Z

FEWEST_BLOCKS = 5
"""Fewer blocks say nothing about how far a sum can be trusted."""
WINNER, LOSER = "the winner", "the loser"


def student(freedom: int) -> float:
    """Return half the width of a 95 % interval of Student's distribution (Cornish and Fisher's series)."""
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )


def ratio(counts: Sequence[int], wholes: Sequence[int], name: str = "share") -> dict[str, Any]:
    """Divide one sum by another; the interval comes from how much the blocks differ, None where they are too few."""
    whole, blocks = sum(wholes), len(counts)
    if not whole:
        return {name: None, "low": None, "high": None}
    value = sum(counts) / whole
    if blocks < FEWEST_BLOCKS:
        return {name: value, "low": None, "high": None}
    squares = sum((count - value * part) ** 2 for count, part in zip(counts, wholes, strict=True))
    half = student(blocks - 1) * sqrt(squares * blocks / (blocks - 1)) / whole
    return {name: value, "low": value - half, "high": value + half}


def decisive(parts: Sequence[Mapping[str, Any]], whole: Mapping[str, Any]) -> dict[str, Any]:
    """Tell what share of everything that one side got went to the side that won: half, if it decides nothing.

    Summaries say who won in their columns: `gained by the winner` beside `gained by the loser`, or `the winner` beside
    the sides.
    """
    sides = list(whole["shares"].get("winner", {}))
    found: dict[str, Any] = {}
    for title, rows in whole["totals"].items():
        for row, cells in rows.items():
            for winners, all_of_them in columns(cells, sides):
                counts = [added(part, title, row, (winners,)) for part in parts]
                wholes = [added(part, title, row, all_of_them) for part in parts]
                what = winners.removesuffix(WINNER).removesuffix("by ").strip()
                if sum(wholes):
                    heading = f"{title.removesuffix(' by')}, {what}" if what else title.removesuffix(" by")
                    share = ratio(counts, wholes)
                    bounded = {key: share[key] and min(1.0, max(0.0, share[key])) for key in ("low", "high")}
                    found.setdefault(heading, {})[row] = {
                        **share, **bounded, "count": sum(counts), "of": sum(wholes),
                    }  # fmt: skip
    return found


def columns(cells: Mapping[str, Any], sides: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Find the columns that tell what the winner got, each with the columns that make up the whole."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for name in cells:
        if name == WINNER and all(side in cells for side in sides):
            found.append((name, tuple(sides)))
        elif name.endswith(WINNER) and name.removesuffix(WINNER) + LOSER in cells:
            found.append((name, (name, name.removesuffix(WINNER) + LOSER)))
    return found


def added(part: Mapping[str, Any], title: str, row: str, names: Sequence[str]) -> int:
    """Add up some columns of a row; a block may lack the row."""
    cells = part["totals"].get(title, {}).get(row, {})
    return sum(int(cells.get(name, 0)) for name in names)
