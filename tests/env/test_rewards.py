"""What seats are paid."""

import pytest

from quadriga.env import outcome_rewards, point_rewards


@pytest.mark.parametrize(
    ("winners", "rewards"),
    [
        ([True, False], [1, -1]),
        ([False, True], [-1, 1]),
        ([False, False], [0, 0]),
        ([True, True], [0, 0]),
        ([True], [1]),
        ([False], [-1]),
        ([True, False, False, False, False], [1, -0.25, -0.25, -0.25, -0.25]),
        ([True, True, False, False], [0.5, 0.5, -0.5, -0.5]),
        ([False] * 6, [0] * 6),
    ],
)
def test_the_outcome_is_paid(winners: list[bool], rewards: list[float]) -> None:
    assert outcome_rewards(winners) == rewards


def test_points_are_paid_as_they_are_gained() -> None:
    assert point_rewards([3, 5], [5, 5]) == [2, -2]
    assert point_rewards([0, 0, 0], [6, 0, 3]) == [4.5, -4.5, 0]
    assert point_rewards([1], [3]) == [2]
