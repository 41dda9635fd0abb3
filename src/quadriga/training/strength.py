"""How good a network is by now: games of its best moves against an earlier one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from quadriga.intervals import wilson

from .encoding import Encoding
from .model import Model, legal_only
from .tables import Tables

if TYPE_CHECKING:
    from quadriga.model import Game

PATIENCE = 16
"""This many actions are played between two looks at whether all games are over."""


@dataclass(frozen=True)
class Strength:
    """The share of games that were won, and its 95 % interval."""

    games: int
    share: float
    low: float
    high: float


def play_off(model: Model, earlier: Model, game: Game, count: int, device: str, seed: int) -> Strength:
    """Let two networks play their best moves against each other, every second seat each, seats swapped by turns."""
    tables = Tables([(1.0, game)], count, device, seed)
    options = torch.from_numpy(Encoding(game).chosen([game])).to(device).expand(tables.count, -1)
    first = torch.arange(tables.count, device=device) % 2
    won = torch.zeros(tables.count, device=device)
    over = torch.zeros(tables.count, dtype=torch.bool, device=device)
    seats = torch.arange(tables.width, device=device)
    ours = (seats[None, :] % 2 == first[:, None]).float()
    with torch.no_grad(), torch.autocast(device.partition(":")[0], torch.bfloat16, enabled=tables.on_gpu):
        for step in range(game.definition.max_steps):
            if step % PATIENCE == 0 and bool(over.all()):
                break
            seen, legal, mover = tables.see(), tables.legal(), tables.to_move().clamp(min=0)
            one = legal_only(model(seen, options)[0], legal).argmax(1)
            other = legal_only(earlier(seen, options)[0], legal).argmax(1)
            tables.step(torch.where(mover % 2 == first, one, other), autoreset=False)
            share, ended = tables.results()
            won += torch.where(ended & ~over, (share * ours).sum(1), torch.zeros_like(won))
            over |= ended
    total = float(won.sum())
    return Strength(tables.count, total / tables.count, *wilson(total, tables.count))
