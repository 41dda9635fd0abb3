"""What came of decisions, reckoned by hand."""

from __future__ import annotations

import pytest
import torch

from quadriga.training.advantages import advantages, by_seats, from_seat


def test_values_are_counted_from_a_seat_on_and_back() -> None:
    values = torch.tensor([[1.0, 2.0, 3.0, 9.0], [1.0, 2.0, 9.0, 9.0], [5.0, 6.0, 9.0, 9.0]])
    seats, seat = torch.tensor([3, 2, 1]), torch.tensor([2, 1, 0])
    turned = from_seat(values, seat, seats)
    assert turned.tolist() == [[3, 1, 2, 9], [2, 1, 9, 9], [5, 6, 9, 9]]
    assert by_seats(turned, seat, seats).equal(values)


def test_a_decision_is_compared_with_the_next_of_the_same_seat_and_with_the_end() -> None:
    """Seats 0, 1, 0 decide, then the game ends and seat 1 wins; a new game follows, which seat 0 begins."""
    movers = torch.tensor([[0], [1], [0], [0]])
    own = [0.6, 0.5, 0.4, 0.7]
    values = torch.tensor([[[value, 1 - value]] for value in own])
    shares = torch.tensor([[[0.5, 0.5]], [[0.5, 0.5]], [[0.0, 1.0]]])
    done = torch.tensor([[False], [False], [True]])
    better, targets = advantages(values, movers, shares, done, torch.tensor([2]), 0.5, 1.0)
    last = 0.0 - 0.4
    assert better[:, 0].tolist() == pytest.approx([0.4 - 0.6 + 0.5 * last, 1.0 - 0.5, last])
    assert targets[:, 0].tolist() == [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]


def test_what_lies_behind_the_round_is_what_was_foretold() -> None:
    values = torch.tensor([[[0.6, 0.4]], [[0.3, 0.7]]])
    better, targets = advantages(
        values, torch.tensor([[0], [1]]), torch.zeros(1, 1, 2), torch.tensor([[False]]), torch.tensor([2]), 0.9, 0.9
    )
    assert better[0, 0].item() == pytest.approx(0.7 - 0.6)
    assert targets[0, 0].tolist() == pytest.approx([0.7, 0.3])
