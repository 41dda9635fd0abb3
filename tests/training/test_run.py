"""A training goes on from where it was left as if it had never stopped, and leaves behind what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import quadriga
from quadriga import QuadrigaError
from quadriga.cli import main
from quadriga.training import journal
from quadriga.training.checkpoint import CHECKPOINT
from quadriga.training.run import NETWORK, train

from .conftest import TINY

pytestmark = pytest.mark.long


def test_a_training_that_was_stopped_finds_the_same_weights(tmp_path: Path, trained: Path) -> None:
    game = quadriga.load("liars-dice")
    said: list[str] = []
    # The rate of learning follows how much is done, so both trainings are told of two rounds.
    stopped = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        train(game, stopped, TINY, rounds=2, play_off_games=4, say=interrupting)
    assert torch.load(stopped / CHECKPOINT, weights_only=False)["progress"]["round"] == 2
    train(game, stopped, TINY, rounds=2, play_off_games=4, say=said.append)
    assert said == ["going on from round 2"]
    assert (stopped / NETWORK).read_bytes() == (trained / NETWORK).read_bytes()


def interrupting(text: str) -> None:
    raise KeyboardInterrupt
