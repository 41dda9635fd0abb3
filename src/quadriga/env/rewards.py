"""What a seat is paid: the outcome, and nothing else unless it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

REWARDS = ("outcome", "points")
"""`outcome` pays once, at the end; `points` pays every change of the points as it happens."""


def outcome_rewards(winners: Sequence[bool]) -> list[float]:
    """Pay a finished game: the winners share 1, the others share -1, nobody gets anything in a draw.

    Two seats get 1 and -1. The sum is 0, but for a game for one: 1 won, -1 lost.
    """
    seats, won = len(winners), sum(map(bool, winners))
    if seats == 1:
        return [1.0 if won else -1.0]
    if won in (0, seats):
        return [0.0] * seats
    return [1.0 / won if wins else -1.0 / (seats - won) for wins in winners]


def point_rewards(before: Sequence[int], now: Sequence[int]) -> list[float]:
    """Pay a step by its points: those a seat gained, less the mean of what the others gained."""
    gained = [after - earlier for earlier, after in zip(before, now, strict=True)]
    others = max(1, len(gained) - 1)
    total = sum(gained)
    return [mine - (total - mine) / others for mine in gained]
