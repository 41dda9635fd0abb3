"""What a seat is paid: the outcome, once, at the end; or, if asked for, every change of the points as it happens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quadriga.kernel.batch import payment

from .single import Vector


def outcome_rewards(winners: Sequence[bool]) -> list[float]:
    """Pay a finished game as a batch does."""
    paid: list[float] = payment(np.array([winners], np.uint8))[0].tolist()
    return paid


def point_rewards(before: Sequence[int], now: Sequence[int]) -> list[float]:
    """Pay a step by its points: those a seat gained, less the mean of what the others gained."""
    gained = [after - earlier for earlier, after in zip(before, now, strict=True)]
    others = max(1, len(gained) - 1)
    total = sum(gained)
    return [mine - (total - mine) / others for mine in gained]


def seat_point_rewards(before: Vector, now: Vector, seats: Vector) -> Vector:
    """Pay one seat of each of many games as `point_rewards` does."""
    gained = now.astype(np.float32) - before
    mine: Vector = gained[np.arange(len(seats)), seats]
    others: Vector = (gained.sum(axis=1) - mine) / max(1, gained.shape[1] - 1)
    return mine - others
