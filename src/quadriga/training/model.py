"""The network: rows for what is seen, two layers, and two heads: which move, and who wins."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from .encoding import NO_ROW, Encoding
from .settings import Settings

ROOM = 7.99
"""No unit grows larger: players compute with whole numbers, which have room for that (kernel/network.py)."""
NEVER = -1e9
TOGETHER = 64
"""Rows and ratings come in such groups, which a GPU multiplies fast; those behind the last one never come up."""


class Model(nn.Module):
    """The network of a game.

    Its first layer has weights for every row of values (encoding.py), and weights for every number, which count as
    much as the value is large: so neighbouring rows begin alike. `weights` adds both up.
    """

    offsets: Tensor
    row: Tensor
    number: Tensor
    least: Tensor
    greatest: Tensor
    worth: Tensor
    spread: Tensor

    def __init__(self, encoding: Encoding, actions: int, seats: int, settings: Settings) -> None:
        super().__init__()
        wide, narrow = settings.widths
        rows = -(-encoding.rows // TOGETHER) * TOGETHER
        number, (least, greatest) = encoding.number[encoding.first], encoding.bounds()
        worth = (encoding.value[encoding.first] / encoding.scale[number]).astype(np.float32)
        spread = np.zeros((encoding.numbers, rows), np.float32)
        spread[number, np.arange(encoding.rows)] = worth
        there = encoding.row != NO_ROW
        self.keep("offsets", encoding.offsets)
        self.keep("row", encoding.row)
        self.keep("number", filled(number, rows, 0).astype(np.int32))
        self.keep("least", filled(least, rows, 1).astype(np.int8))
        self.keep("greatest", filled(greatest, rows, 0).astype(np.int8))
        self.keep("worth", np.where(there, worth[encoding.row], np.float32(0)))
        self.keep("spread", spread)
        self.rows = nn.Linear(rows, wide)
        self.linear = nn.Linear(encoding.numbers, wide, bias=False)
        self.options = nn.Linear(len(encoding.choices), wide, bias=False)
        self.middle = nn.Linear(wide, narrow)
        self.policy = nn.Linear(narrow, actions)
        self.winner = nn.Linear(narrow, max(2, seats))
        nn.init.zeros_(self.rows.weight)  # a value that never comes up keeps its zeros, which take no room in a file
        nn.init.normal_(self.linear.weight, std=0.05)
        nn.init.normal_(self.options.weight, std=0.05)
        nn.init.kaiming_normal_(self.middle.weight, nonlinearity="relu")
        for head in (self.policy, self.winner):
            nn.init.normal_(head.weight, std=0.01)
        for layer in (self.rows, self.middle, self.policy, self.winner):
            nn.init.zeros_(layer.bias)

    @property
    def widths(self) -> tuple[int, int]:
        """Units of the two layers."""
        return self.middle.in_features, self.middle.out_features

    def keep(self, name: str, array: npt.NDArray[Any]) -> None:
        """Keep numbers that are not learnt, on the device of the network."""
        self.register_buffer(name, torch.from_numpy(array), persistent=False)

    def forward(self, seen: Tensor, options: Tensor) -> tuple[Tensor, Tensor]:
        """Rate every action, and every seat counted from the one that decides."""
        first = (self.by_marks(seen) if seen.is_cuda else self.by_places(seen)) + self.options(options)
        second = self.middle(functional.hardtanh(first, 0.0, ROOM))
        body = functional.hardtanh(second, 0.0, ROOM)
        return self.by_heads(body) if seen.is_cuda else (self.policy(body), self.winner(body))

    def by_heads(self, body: Tensor) -> tuple[Tensor, Tensor]:
        """Multiply both heads at once, filled up to whole groups: what a GPU does fast."""
        actions, seats = self.policy.out_features, self.winner.out_features
        missing = -(actions + seats) % TOGETHER
        weights = torch.cat([self.policy.weight, self.winner.weight, body.new_zeros((missing, body.shape[1]))])
        biases = torch.cat([self.policy.bias, self.winner.bias, body.new_zeros(missing)])
        found = functional.linear(body, weights, biases)
        return found[:, :actions], found[:, actions : actions + seats]

    def weights(self) -> Tensor:
        """Add up the weights of every row and those of its number."""
        return self.rows.weight + self.linear.weight @ self.spread

    def by_marks(self, seen: Tensor) -> Tensor:
        """Multiply all rows by what is seen of each, 0 or 1: what a GPU does fast."""
        picked = seen.index_select(1, self.number)
        marks = (picked >= self.least) & (picked <= self.greatest)
        return functional.linear(marks.to(torch.bfloat16 if seen.is_cuda else torch.float32), self.weights(),
                                 self.rows.bias)  # fmt: skip

    def by_places(self, seen: Tensor) -> Tensor:
        """Add up the rows of what is seen, the same several times as fast on a CPU."""
        games, numbers = seen.nonzero(as_tuple=True)
        counts = torch.bincount(games, minlength=len(seen))
        places = self.offsets[numbers] + seen[games, numbers]
        weights = self.rows.weight.T.contiguous()
        found = functional.embedding_bag(self.row[places], weights, counts.cumsum(0) - counts, mode="sum")
        values = torch.zeros(seen.shape).index_put_((games, numbers), self.worth[places])
        by_number: Tensor = self.linear(values)
        return found + self.rows.bias + by_number


def filled(array: npt.NDArray[Any], length: int, last: int) -> npt.NDArray[Any]:
    """Fill an array up to a length."""
    return np.concatenate([array, np.full(length - len(array), last, array.dtype)])


def legal_only(ratings: Tensor, legal: Tensor) -> Tensor:
    """Turn ratings into the logarithms of probabilities of what is legal."""
    return torch.log_softmax(ratings.float().masked_fill(legal == 0, NEVER), 1)


def chances(winner: Tensor, seats: Tensor) -> Tensor:
    """Turn ratings of seats into the logarithms of their chances; a game for one is played against somebody."""
    there = torch.arange(winner.shape[1], device=winner.device)[None, :] < seats[:, None].clamp(min=2)
    return torch.log_softmax(winner.float().masked_fill(~there, NEVER), 1)
