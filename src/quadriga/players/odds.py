"""Chances as people are told them: of the positions called 70 %, 70 % should be won.

A search that judges by rules of thumb is too timid or too bold throughout. `python -m benchmarks.calibration` plays
games and finds the power that its odds have to be raised to; a game's ladder has it.
"""

from __future__ import annotations

from collections.abc import Sequence


def raise_one(chance: float, power: float) -> float:
    """Raise the odds of one chance, against all others together."""
    if power == 1.0:
        return chance
    return raise_odds((chance, 1.0 - chance), power)[0]


def raise_odds(chances: Sequence[float], power: float) -> tuple[float, ...]:
    """Raise the odds of all seats; what they add up to stays. A game for one is played against somebody."""
    if power == 1.0:
        return tuple(chances)
    if len(chances) == 1:
        return (raise_one(min(1.0, chances[0]), power),)
    if not any(chances):
        return tuple(chances)  # nobody wins
    powers = [max(0.0, chance) ** power for chance in chances]
    whole = sum(chances) / sum(powers)
    return tuple(each * whole for each in powers)
