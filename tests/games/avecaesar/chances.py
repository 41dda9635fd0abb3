"""Every course that chance can take, one after the other: what may come of a roll, and how likely it is, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from quadriga.games.avecaesar import cards, race, redeal, uncrewed


def law(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Hashable]) -> dict[Any, Fraction]:
    """Do something again and again until every roll has fallen every way; give the chance of each result."""
    found: Counter[Any] = Counter()
    script: list[int] = []
    sides: list[int] = []

    def roll(s: Any, most: int) -> int:
        if len(sides) == len(script):
            script.append(0)
        sides.append(most)
        return script[len(sides) - 1]

    for module in (cards, race, redeal, uncrewed):
        monkeypatch.setattr(module, "roll", roll)
    while True:
        sides.clear()
        result = act()
        found[result] += Fraction(1, prod(sides))
        while script and script[-1] == sides[len(script) - 1] - 1:
            script.pop()
        if not script:
            assert sum(found.values()) == 1
            return dict(found)
        script[-1] += 1
