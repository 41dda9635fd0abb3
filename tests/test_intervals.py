"""Intervals."""

from __future__ import annotations

import numpy as np
import pytest

from quadriga.intervals import mean_interval, mean_of, share_of, wilson


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_known_from_tables(count: int, games: int, low: float, high: float) -> None:
    assert wilson(count, games) == pytest.approx((low, high), abs=1e-4)


def test_the_mean_and_its_interval_are_those_of_numpy() -> None:
    numbers = np.random.default_rng(1).integers(0, 300, 5000)
    mean, half = mean_interval(int(numbers.sum()), int((numbers * numbers).sum()), numbers.size)
    assert mean == pytest.approx(numbers.mean())
    assert half == pytest.approx(1.959964 * numbers.std(ddof=1) / np.sqrt(numbers.size))


def test_one_game_has_a_mean_and_no_interval() -> None:
    assert mean_of(7, 49, 1) == {"mean": 7.0, "low": None, "high": None}
    assert mean_of(0, 0, 0)["mean"] is None and share_of(0, 0)["share"] is None


def test_the_interval_of_a_count_does_not_reach_below_zero() -> None:
    once = mean_of(1, 1, 60)
    assert (once["low"], once["mean"]) == (0.0, 1 / 60) and once["high"] > 1 / 60
    assert mean_of(600, 6060, 60)["low"] > 0


def test_equal_numbers_have_an_interval_of_no_width() -> None:
    big = 10**9
    assert mean_interval(big * 1000, big * big * 1000, 1000) == (big, 0.0)
