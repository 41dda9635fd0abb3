"""The games that are played: a batch for each set of options, side by side as one."""

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
        self.batches: list[Any] = [self._batch(game, size) for game, size in zip(self.games, counts, strict=True)]
        self.width = max(2, *(game.definition.rules.SEATS for game in self.games))
        sets = np.repeat(np.arange(len(counts)), counts)
        self.sets = torch.from_numpy(sets).to(device)
        """The set of options of every game."""
        self.seats = torch.tensor([len(game.seats) for game in self.games], device=device)[self.sets]
        """How many seats every game has."""
        self.parts = [slice(stop - size, stop) for size, stop in zip(counts, np.cumsum(counts).tolist(), strict=True)]
        for number, batch in enumerate(self.batches):
            batch.reset(seed + number * 2**40)

    def _batch(self, game: Game, size: int) -> Any:
        if self.on_gpu:
            return game.batch(size, device=self.device, arrays="torch")
        return game.batch(size)

    def _gathered(self, of: Callable[[Any], Any], dtype: torch.dtype) -> Tensor:
        return torch.cat([torch.as_tensor(of(batch)).to(device=self.device, dtype=dtype) for batch in self.batches])

    def see(self) -> Tensor:
        """What a network sees for the deciding seats."""
        return self._gathered(lambda batch: batch.see(), torch.int8)

    def legal(self) -> Tensor:
        """What is legal."""
        return self._gathered(lambda batch: batch.legal, torch.uint8)

    def to_move(self) -> Tensor:
        """Who decides; -1 where a game is over."""
        return self._gathered(lambda batch: np.ascontiguousarray(batch.to_move) if not self.on_gpu else batch.to_move,
                              torch.int64)  # fmt: skip

    def step(self, actions: Tensor, *, autoreset: bool = True) -> None:
        """Play one action in every game."""
        for batch, part in zip(self.batches, self.parts, strict=True):
            if self.on_gpu:
                batch.step(actions[part], autoreset=autoreset, check=False)
            else:
                batch.step(actions[part].numpy(), autoreset=autoreset)

    def results(self) -> tuple[Tensor, Tensor]:
        """Each seat's share of the victory in games that the last step ended, and which those are.

        Nobody's victory is shared by all. A game for one has two shares, the player's and the opponent's.
        """
        shares = []
        for batch in self.batches:
            paid = torch.as_tensor(batch.rewards).to(self.device)
            seats = paid.shape[1]
            if seats == 1:
                share = torch.cat([(paid + 1) / 2, (1 - paid) / 2], 1)
            else:
                share = torch.where((paid == 0).all(1, keepdim=True), 1.0 / seats, paid.clamp(min=0))
            shares.append(torch.nn.functional.pad(share, (0, self.width - share.shape[1])))
        return torch.cat(shares), self._gathered(lambda batch: batch.done, torch.bool)

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
