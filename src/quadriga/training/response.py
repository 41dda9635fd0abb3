"""A best response: a network that learns to beat one that does not learn, to see how far that can be exploited.

It begins as that network: who knows nothing loses every game to a good player, and learns nothing from that.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from quadriga.errors import QuadrigaError
from quadriga.kernel.network import UNIT, WEIGHT
from quadriga.players.networks import weights

from .encoding import Encoding
from .learning import Learner
from .model import Model
from .settings import Settings

if TYPE_CHECKING:
    from quadriga.model import Game


def frozen(game: Game, network: str) -> tuple[Model, Encoding]:
    """Read a network, by its file or by its name among those of the game, that does not learn; and its rows."""
    about, arrays = weights(game.definition, network)
    rows = arrays["rows"]
    encoding = Encoding(game, differs(Encoding(game), rows))
    if about["choices"] != encoding.choices:
        raise QuadrigaError(f"{network} was trained with other options than {game.name} has")
    narrow, wide = arrays["middle"].shape
    model = Model(encoding, len(arrays["policy"]), game.definition.rules.SEATS, Settings(widths=(wide, narrow)))
    model.requires_grad_(False)
    model.linear.weight.zero_()
    model.rows.weight[:, : encoding.rows] = part(rows[encoding.first].T, UNIT)
    model.rows.bias[:] = part(arrays["bias"], UNIT)
    model.options.weight[:] = part(arrays["options"].T, UNIT)
    for name in ("middle", "policy", "winner"):
        layer = getattr(model, name)
        layer.weight[:] = part(arrays[name], WEIGHT)
        layer.bias[:] = part(arrays[f"{name}_bias"], UNIT * WEIGHT)
    return model, encoding


def differs(encoding: Encoding, rows: Any) -> Any:
    """Say which values open a row: those with other weights than the value before them."""
    found = np.zeros(len(rows), bool)
    for way in encoding.ways():
        places = np.array(way)
        found[places[1:]] = (rows[places[1:]] != rows[places[:-1]]).any(1)
    return found


def part(array: Any, unit: int) -> Tensor:
    """Turn whole numbers back into weights."""
    return torch.from_numpy(np.ascontiguousarray(array).astype(np.float32)) / unit


class Responder(Learner):
    """A network that learns on one seat of every game; the other seats are played by one that does not learn."""

    def __init__(self, against: Model, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.against = against.to(self.tables.device)
        self.seat = torch.arange(self.tables.count, device=self.tables.device) % self.tables.seats
        """The learner's seat in every game: all in turn."""

    def played(self, chosen: Tensor, seen: Tensor, legal: Tensor, movers: Tensor) -> Tensor:
        """Return what is played: what the learner chose on its seats, on others what the opponent draws."""
        theirs, _, _ = self.decide(self.against, seen, legal)
        return torch.where(self.own(movers), chosen, theirs)

    def own(self, movers: Tensor) -> Tensor:
        """Tell which of the deciding seats are the learner's."""
        return movers == self.seat


def with_others(shares: list[tuple[float, Game]], against: Path | str) -> list[tuple[float, Game]]:
    """Leave out the sets of options for one: there is nobody to respond to."""
    found = [(share, game) for share, game in shares if len(game.seats) > 1]
    if not found:
        raise QuadrigaError(f"a game for one has nobody to train against: {against}")
    return found
