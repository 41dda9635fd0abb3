"""Where a training stands, to go on from: with it the same bits follow as without a break."""

from __future__ import annotations

from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import torch

from quadriga.errors import QuadrigaError

from .encoding import Encoding
from .learning import Learner
from .model import Model
from .teaching import SearchLearner

if TYPE_CHECKING:
    from quadriga.model import Game

CHECKPOINT = "checkpoint.pt"


def save(folder: Path, learner: Learner | SearchLearner, encoding: Encoding, progress: dict[str, Any]) -> None:
    """Write a checkpoint; the one before it is replaced only when this one is whole."""
    kept = {
        "progress": progress,
        "opens": encoding.opens,
        "model": learner.model.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "games": learner.save(),
        "chance": torch.get_rng_state(),
        "chance_on_gpu": torch.cuda.get_rng_state() if learner.on_gpu else None,
    }
    unfinished = folder / f"{CHECKPOINT}.part"
    torch.save(kept, unfinished)
    unfinished.replace(folder / CHECKPOINT)


def encoding_of(path: Path, game: Game) -> Encoding:
    """Return the rows that a checkpoint's network has."""
    try:
        return Encoding(game, torch.load(path, map_location="cpu", weights_only=False)["opens"])
    except (OSError, RuntimeError, KeyError, IndexError, UnpicklingError) as error:
        raise QuadrigaError(f"cannot begin with {path}: {error}") from error


def begin_with(path: Path, model: Model) -> None:
    """Take the weights of another training's checkpoint."""
    try:
        model.load_state_dict(torch.load(path, map_location="cpu", weights_only=False)["model"])
    except (OSError, RuntimeError, KeyError) as error:
        raise QuadrigaError(f"cannot begin with {path}: {error}") from error


def restore(folder: Path, learner: Learner | SearchLearner, name: str, against: str | None) -> dict[str, Any]:
    """Go on from a checkpoint; return how far it was."""
    device = next(learner.model.parameters()).device
    kept = torch.load(folder / CHECKPOINT, map_location=device, weights_only=False)
    progress: dict[str, Any] = kept["progress"]
    if progress["name"] != name:
        raise QuadrigaError(f"{folder} has a training of {progress['name']}, not of {name}")
    if progress["against"] != against:
        raise QuadrigaError(f"{folder} has a training against {progress['against'] or 'itself'}")
    learner.model.load_state_dict(kept["model"])
    learner.optimizer.load_state_dict(kept["optimizer"])
    learner.restore(kept["games"])
    torch.set_rng_state(kept["chance"].cpu())
    if kept["chance_on_gpu"] is not None:
        torch.cuda.set_rng_state(kept["chance_on_gpu"].cpu())
    return progress
