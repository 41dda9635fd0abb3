"""What an option changes: the difference of every share and mean between two choices, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any


def effects(choices: Mapping[str, Any], base: str, usual: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Compare every other choice of an option with the one that the study is about."""
    found = []
    for choice, statistics in choices.items():
        if choice != base:
            for kind in ("shares", "rates"):
                for title, counts in usual[kind].items():
                    there = statistics[kind].get(title, {})
                    for name in counts:
                        if name in there:
                            found.append(row(choice, f"{title}: {name}", "share", there[name], counts[name]))
            for name, mean in usual["means"].items():
                if name in statistics["means"]:
                    found.append(row(choice, name, "mean", statistics["means"][name], mean))
    return found


def row(choice: str, name: str, kind: str, there: Mapping[str, Any], here: Mapping[str, Any]) -> dict[str, Any]:
    """Describe one difference: the choice's value less the base's."""
    low, high = interval(there, here, kind)
    difference = None if None in (there[kind], here[kind]) else there[kind] - here[kind]
    return {
        "choice": choice,
        "what": name,
        "kind": kind,
        "value": there[kind],
        "base": here[kind],
        "difference": difference,
        "low": low,
        "high": high,
        "clear": low is not None and high is not None and (low > 0 or high < 0),
    }


def interval(there: Mapping[str, Any], here: Mapping[str, Any], kind: str) -> tuple[float | None, float | None]:
    """Put two intervals together for their difference, as Newcombe does for shares."""
    if None in (there["low"], here["low"], there[kind], here[kind]):
        return None, None
    difference = there[kind] - here[kind]
    low = difference - hypot(there[kind] - there["low"], here["high"] - here[kind])
    high = difference + hypot(there["high"] - there[kind], here[kind] - here["low"])
    return low, high
