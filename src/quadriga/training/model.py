"""The network: rows for what is seen, two layers, and two heads: which move, and who wins."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from .encoding import Encoding
from .settings import Settings

ROOM = 7.99
"""No unit grows larger: players compute with whole numbers, which have room for that (kernel/network.py)."""
NEVER = -1e9


class Model(nn.Module):
    """The network of a game.

    Its first layer has a row for every value of every number of the observation, and one for the number as such, so
    that neighbouring values begin alike; `export` adds both up.
    """

    offsets: Tensor
    place: Tensor
    value: Tensor
    scale: Tensor

    def __init__(self, encoding: Encoding, actions: int, seats: int, settings: Settings) -> None:
        super().__init__()
        wide, narrow = settings.widths
        self.register_buffer("offsets", torch.from_numpy(encoding.offsets), persistent=False)
        self.register_buffer("place", torch.from_numpy(encoding.place), persistent=False)
        self.register_buffer("value", torch.from_numpy(encoding.value).to(torch.int8), persistent=False)
        self.register_buffer("scale", torch.from_numpy(encoding.scale).float(), persistent=False)
        self.rows = nn.Linear(encoding.rows, wide)
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

    def forward(self, seen: Tensor, options: Tensor) -> tuple[Tensor, Tensor]:
        """Rate every action, and every seat counted from the one that decides."""
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        rows = self.by_marks(seen) if seen.is_cuda else self.by_places(seen)
        first = rows + self.linear((seen / self.scale).to(kind)) + self.options(options)
        second = self.middle(functional.hardtanh(first, 0.0, ROOM))
        body = functional.hardtanh(second, 0.0, ROOM)
        return self.policy(body), self.winner(body)

    def by_marks(self, seen: Tensor) -> Tensor:
        """Multiply all rows by what is seen of each, 0 or 1: what a GPU does fast."""
        picked = seen.index_select(1, self.place)
        marks = ((picked == self.value) & (picked != 0)).to(torch.bfloat16 if seen.is_cuda else torch.float32)
        found: Tensor = self.rows(marks)
        return found

    def by_places(self, seen: Tensor) -> Tensor:
        """Add up the rows of what is seen, the same several times as fast on a CPU."""
        games, numbers = seen.nonzero(as_tuple=True)
        counts = torch.bincount(games, minlength=len(seen))
        places = self.offsets[numbers] + seen[games, numbers]
        weights = self.rows.weight.T.contiguous()
        return functional.embedding_bag(places, weights, counts.cumsum(0) - counts, mode="sum") + self.rows.bias


def legal_only(ratings: Tensor, legal: Tensor) -> Tensor:
    """Turn ratings into the logarithms of probabilities of what is legal."""
    return torch.log_softmax(ratings.float().masked_fill(legal == 0, NEVER), 1)


def chances(winner: Tensor, seats: Tensor) -> Tensor:
    """Turn ratings of seats into the logarithms of their chances; a game for one is played against somebody."""
    there = torch.arange(winner.shape[1], device=winner.device)[None, :] < seats[:, None].clamp(min=2)
    return torch.log_softmax(winner.float().masked_fill(~there, NEVER), 1)
