"""How a position looks to a side: a guess at its chance of winning, for players that search.

A small network sees the features of every open province, one after the other and all with the same weights, and those
of the whole position; what it thinks of each is added up. `python -m benchmarks.fit_caesar` made the weights.
"""

from __future__ import annotations

from math import exp
from typing import Any

from ..standings import side_of
from ..tables import PROVINCES
from .features import is_open, province_features, reaches, whole_features
from .provinces import left_after_closing, places_next
from .weights import OF_PROVINCE, OF_WHOLE, PROVINCE, START, WHOLE


def win_chance(s: Any, seat: int) -> float:
    """Guess a seat's chance of winning."""
    side = places_next(s)
    left, their_left = left_after_closing(s, side), left_after_closing(s, 1 - side)
    ours, theirs = reaches(s, side), reaches(s, 1 - side)
    ahead = START + whole_worth(whole_features(s, side, left, their_left, ours, theirs))
    for province in range(PROVINCES):
        if is_open(s, province):
            ahead += province_worth(province_features(s, side, province, left, their_left, ours, theirs))
    return 1.0 / (1.0 + exp(-ahead if side_of(s, seat) == side else ahead))


def evaluate(s: Any, seats: int, results: Any) -> None:
    """Guess every seat's chance of winning; one look serves both."""
    results[0] = win_chance(s, 0)
    if seats > 1:
        results[1] = 1.0 - results[0]


def province_worth(x: tuple[float, ...]) -> float:
    """Weigh the features of a province."""
    worth = 0.0
    for unit in range(len(OF_PROVINCE)):
        w = PROVINCE[unit]
        felt = w[0] + w[1] * x[0] + w[2] * x[1] + w[3] * x[2] + w[4] * x[3] + w[5] * x[4] + w[6] * x[5]
        felt += w[7] * x[6] + w[8] * x[7] + w[9] * x[8] + w[10] * x[9] + w[11] * x[10] + w[12] * x[11]
        felt += w[13] * x[12] + w[14] * x[13] + w[15] * x[14] + w[16] * x[15] + w[17] * x[16] + w[18] * x[17]
        felt += w[19] * x[18] + w[20] * x[19] + w[21] * x[20] + w[22] * x[21]
        if felt > 0.0:
            worth += OF_PROVINCE[unit] * felt
    return worth


def whole_worth(x: tuple[float, ...]) -> float:
    """Weigh the features of the whole position."""
    worth = 0.0
    for unit in range(len(OF_WHOLE)):
        w = WHOLE[unit]
        felt = w[0] + w[1] * x[0] + w[2] * x[1] + w[3] * x[2] + w[4] * x[3] + w[5] * x[4] + w[6] * x[5]
        felt += w[7] * x[6] + w[8] * x[7] + w[9] * x[8] + w[10] * x[9] + w[11] * x[10] + w[12] * x[11]
        felt += w[13] * x[12] + w[14] * x[13] + w[15] * x[14] + w[16] * x[15] + w[17] * x[16] + w[18] * x[17]
        felt += w[19] * x[18] + w[20] * x[19] + w[21] * x[20] + w[22] * x[21] + w[23] * x[22] + w[24] * x[23]
        felt += w[25] * x[24] + w[26] * x[25] + w[27] * x[26] + w[28] * x[27] + w[29] * x[28] + w[30] * x[29]
        if felt > 0.0:
            worth += OF_WHOLE[unit] * felt
    return worth
