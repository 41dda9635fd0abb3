"""The games that are played, of several sets of options side by side: one batch on a GPU, on a CPU one for each set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from quadriga.errors import OptionError, QuadrigaError
from quadriga.kernel.gpu.flags import MASK
from quadriga.model import Game

if TYPE_CHECKING:
    from quadriga.model import GameDefinition

Share = tuple[float, Mapping[str, Any]]
"""How much of the games has which options."""
GRAIN = 128
"""Games of a set come in such groups on a GPU."""


def mixture(definition: GameDefinition) -> list[tuple[float, Game]]:
    """List the sets of options to train with and their shares: `players/training.py` of a game, else all there are."""
    own = definition.part("players.training")
    if own is not None:
        listed: Sequence[Share] = own.shares(definition.name)
        return [(share, Game(definition, options)) for share, options in listed]
    found = []
    for choice in product(*(option.choices for option in definition.options)):
        try:
            found.append(Game(definition, dict(zip([o.name for o in definition.options], choice, strict=True))))
        except OptionError:
            continue
    return [(1 / len(found), game) for game in found]


class Tables:
    """Many games of several sets of options, with tensors on one device."""

    def __init__(self, shares: Sequence[tuple[float, Game]], count: int, device: str, seed: int) -> None:
        grain = GRAIN if device.startswith("cuda") else 1
        whole = sum(share for share, _ in shares)
        counts = [max(1, round(count * share / whole / grain)) * grain for share, _ in shares]
        self.device = device
        self.on_gpu = device.startswith("cuda")
        self.games = [game for _, game in shares]
        self.count = sum(counts)
        self.width = max(2, *(game.definition.rules.SEATS for game in self.games))
        sets = np.repeat(np.arange(len(counts)), counts)
        self.sets = torch.from_numpy(sets).to(device)
        """The set of options of every game."""
        self.seats = torch.tensor([len(game.seats) for game in self.games], device=device)[self.sets]
        """How many seats every game has."""
        self.counts = counts
        """How many games of each set there are."""
        self.batches = self._batches()
        sizes = [len(batch) for batch in self.batches]
        self.parts = [slice(stop - size, stop) for size, stop in zip(sizes, np.cumsum(sizes).tolist(), strict=True)]
        for number, batch in enumerate(self.batches):
            batch.reset(seed + number * 2**40)

    def _batches(self) -> list[Any]:
        if not self.on_gpu:
            return [game.batch(size) for game, size in zip(self.games, self.counts, strict=True)]
        from quadriga.kernel.gpu.batch import CudaBatch

        others = list(zip(self.games, self.counts, strict=True))[1:]
        return [CudaBatch(self.games[0], self.counts[0], self.device, "torch", mixture=others)]

    def _gathered(self, of: Callable[[Any], Any], dtype: torch.dtype) -> Tensor:
        return torch.cat([torch.as_tensor(of(batch)).to(device=self.device, dtype=dtype) for batch in self.batches])

    def see(self) -> Tensor:
        """What a network sees for the deciding seats."""
        return self.batches[0].see() if self.on_gpu else self._gathered(lambda batch: batch.see(), torch.int8)

    def legal(self) -> Tensor:
        """What is legal, in the slots of what the network rates."""
        if not self.games[0].definition.rules.has_slots:
            return self._gathered(lambda batch: batch.legal, torch.uint8)
        self._in_slots = self._gathered(lambda batch: batch.slots(), torch.int16)
        return (self._in_slots >= 0).to(torch.uint8)

    def to_move(self) -> Tensor:
        """Who decides; -1 where a game is over."""
        return self._gathered(lambda batch: np.ascontiguousarray(batch.to_move) if not self.on_gpu else batch.to_move,
                              torch.int64)  # fmt: skip

    def step(self, chosen: Tensor, *, autoreset: bool = True) -> None:
        """Play in every game the action of one slot, of those that were found legal last."""
        actions = chosen
        if self.games[0].definition.rules.has_slots:
            actions = self._in_slots.gather(1, chosen[:, None]).squeeze(1)
        for batch, part in zip(self.batches, self.parts, strict=True):
            if self.on_gpu:
                batch.step(actions[part], autoreset=autoreset, check=False)
            else:
                batch.step(actions[part].numpy(), autoreset=autoreset)

    def results(self) -> tuple[Tensor, Tensor]:
        """Each seat's share of the victory in games that the last step ended, and which those are.

        Nobody's victory is shared by all. A game for one has two shares, the player's and the opponent's.
        """
        paid = torch.cat([padded(torch.as_tensor(batch.rewards).to(self.device), self.width) for batch in self.batches])
        seats = self.seats[:, None]
        there = torch.arange(self.width, device=paid.device)[None, :] < seats
        shared = torch.where((paid == 0).all(1, keepdim=True), there / seats, paid.clamp(min=0))
        alone = padded(torch.stack([1 + paid[:, 0], 1 - paid[:, 0]], 1) / 2, self.width)
        return torch.where(seats == 1, alone, shared), self._gathered(lambda batch: batch.done, torch.bool)

    def save(self) -> list[dict[str, Any]]:
        """Keep where every game stands."""
        return [
            {"states": torch.as_tensor(np.ascontiguousarray(batch.states).view(np.uint8)) if not self.on_gpu
             else batch.states.cpu(), "seeds": torch.as_tensor(batch.seeds).cpu().clone()}
            for batch in self.batches
        ]  # fmt: skip

    def restore(self, kept: Sequence[Mapping[str, Any]]) -> None:
        """Go on where the games stood."""
        if len(kept) != len(self.batches):
            raise QuadrigaError("the checkpoint was made with other sets of options")
        for batch, part in zip(self.batches, kept, strict=True):
            if self.on_gpu:
                batch.states.copy_(part["states"])
                batch.seeds.copy_(part["seeds"])
                batch._advance(MASK, 0, False)  # lists what is legal now
            else:
                batch.states[:] = part["states"].numpy().view(batch.states.dtype).reshape(batch.states.shape)
                batch.seeds[:] = part["seeds"].numpy()


def padded(values: Tensor, width: int) -> Tensor:
    """Fill rows up with zeros."""
    return torch.nn.functional.pad(values, (0, width - values.shape[1]))
