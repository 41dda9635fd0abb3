"""What came of the decisions of a round, seat by seat."""

from __future__ import annotations

import torch
from torch import Tensor


def from_seat(values: Tensor, seat: Tensor, seats: Tensor) -> Tensor:
    """Turn values counted by seats into values counted from a seat on; a game for one has its opponent behind it."""
    width = values.shape[1]
    places = torch.arange(width, device=values.device)[None, :]
    there = seats[:, None]
    return values.gather(1, torch.where(places < there, (places + seat[:, None]) % there, places))


def by_seats(values: Tensor, seat: Tensor, seats: Tensor) -> Tensor:
    """Turn values counted from a seat on into values counted by seats."""
    return from_seat(values, (seats - seat) % seats, seats)


def advantages(
    values: Tensor, movers: Tensor, shares: Tensor, done: Tensor, seats: Tensor, horizon: float, value_horizon: float
) -> tuple[Tensor, Tensor]:
    """Return how much better than foretold each decision of a round did, and what should have been foretold of it.

    `values` are the chances of the seats counted from the one that decides, one more than there are decisions; `shares`
    are what the seats got where a game was `done`. A decision is compared with the next one of the same seat; what is
    foretold is compared with what is foretold at the next decision of anybody.
    """
    steps, count, width = shares.shape
    rows = torch.arange(count, device=values.device)
    later = by_seats(values[steps], movers[steps], seats)
    outlook = later.clone()
    gain = torch.zeros_like(later)
    better = torch.empty((steps, count), device=values.device)
    targets = torch.empty((steps, count, width), device=values.device)
    following = later
    for t in range(steps - 1, -1, -1):
        ended = done[t][:, None]
        # Own decisions: the value at this seat's next decision, or what it got.
        later = torch.where(ended, shares[t], later)
        gain = torch.where(ended, torch.zeros_like(gain), gain)
        mover = movers[t]
        own = values[t, :, 0]
        better[t] = later[rows, mover] - own + horizon * gain[rows, mover]
        later[rows, mover] = own
        gain[rows, mover] = better[t]
        # What is foretold of all seats.
        outlook = torch.where(ended, shares[t], (1 - value_horizon) * following + value_horizon * outlook)
        targets[t] = from_seat(outlook, mover, seats)
        following = by_seats(values[t], mover, seats)
    return better, targets
