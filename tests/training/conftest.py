from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")

import quadriga
from quadriga.training.run import train
from quadriga.training.settings import Settings

TINY = Settings(games=12, steps=6, minibatch=32, widths=(16, 8))


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two rounds of training."""
    folder = tmp_path_factory.mktemp("trained")
    train(quadriga.load("liars-dice"), folder, TINY, rounds=2, play_off_games=4, say=lambda text: None)
    return folder
