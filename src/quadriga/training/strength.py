"""How good a network is by now: games of its best moves against an earlier one, or against one that it responds to."""

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


def play_off(model: Model, other: Model, game: Game, count: int, device: str, seed: int) -> Strength:
    """Let two networks play their best moves against each other, every second seat each, seats swapped by turns."""
    return meet(model, other, game, count, device, seed, every=2, drawn=False)


def respond(model: Model, other: Model, game: Game, count: int, device: str, seed: int) -> Strength:
    """Let a network play its best moves on one seat of every game, all in turn, against one that draws its moves."""
    return meet(model, other, game, count, device, seed, every=len(game.seats), drawn=True)


def meet(
    model: Model, other: Model, game: Game, count: int, device: str, seed: int, *, every: int, drawn: bool
) -> Strength:
    """Play games in which `every` so many seats one is the first network's; the other one may draw its moves."""
    tables = Tables([(1.0, game)], count, device, seed)
    options = torch.from_numpy(Encoding(game).chosen([game])).to(device).expand(tables.count, -1)
    chance = torch.Generator(device).manual_seed(seed)
    first = torch.arange(tables.count, device=device) % every
    won = torch.zeros(tables.count, device=device)
    over = torch.zeros(tables.count, dtype=torch.bool, device=device)
    seats = torch.arange(tables.width, device=device)
    ours = (seats[None, :] % every == first[:, None]).float()
    with torch.no_grad(), torch.autocast(device.partition(":")[0], torch.bfloat16, enabled=tables.on_gpu):
        for step in range(game.definition.max_steps):
            if step % PATIENCE == 0 and bool(over.all()):
                break
            seen, legal, mover = tables.see(), tables.legal(), tables.to_move().clamp(min=0)
            one = legal_only(model(seen, options)[0], legal).argmax(1)
            likely = legal_only(other(seen, options)[0], legal)
            if drawn:
                draws = torch.rand(legal.shape, device=device, generator=chance).clamp_(1e-9, 1 - 1e-7)
                likely = likely - torch.log(-torch.log(draws))
            tables.step(torch.where(mover % every == first, one, likely.argmax(1)), autoreset=False)
            share, ended = tables.results()
            won += torch.where(ended & ~over, (share * ours).sum(1), torch.zeros_like(won))
            over |= ended
    total = float(won.sum())
    return Strength(tables.count, total / tables.count, *wilson(total, tables.count))
