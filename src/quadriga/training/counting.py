"""Which values a network can tell apart: those that come up seldom share a row with their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import torch

from .encoding import Bools, Encoding, Ints
from .tables import Tables

if TYPE_CHECKING:
    from quadriga.model import Game

GAMES, STEPS = 512, 256
"""Random games that are counted, and how many decisions of each."""


def rows_for(game: Game, shares: Sequence[tuple[float, Game]], device: str, seldom: float, seed: int) -> Encoding:
    """Make the rows of a game's network: values that a smaller share of the decisions sees than this share them."""
    every = Encoding(game)
    counts, decisions = how_often(every, shares, device, seed)
    return Encoding(game, opens(every, counts, seldom * decisions))


def how_often(encoding: Encoding, shares: Sequence[tuple[float, Game]], device: str, seed: int) -> tuple[Ints, int]:
    """Count how often each value comes up in random games, and in how many decisions that was.

    Random games are enough: a strong network sees hardly a value that they do not (docs/training.md).
    """
    tables = Tables(shares, GAMES, device, seed)
    offsets = torch.from_numpy(encoding.offsets).to(device)
    counts = torch.zeros(len(encoding.value), dtype=torch.int64, device=device)
    for _ in range(STEPS):
        places = (offsets + tables.see()).flatten()
        counts += torch.bincount(places, minlength=len(counts))
        legal = tables.legal()
        tables.step((legal * torch.rand(legal.shape, device=device).clamp_(min=1e-9)).argmax(1))
    return counts.cpu().numpy(), STEPS * tables.count


def opens(encoding: Encoding, counts: Ints, least: float) -> Bools:
    """Say which values open a row, from 0 on outwards, so that each row comes up at least so often.

    What is left behind the last row that does goes to it.
    """
    found = np.zeros(len(counts), bool)
    for way in encoding.ways():
        places = np.array(way)
        found[places[0]] = True
        together, left = 0, int(counts[places].sum())
        for at, after in pairwise(places):
            together += int(counts[at])
            left -= int(counts[at])
            if together >= least and left >= least:
                found[after], together = True, 0
    return found
