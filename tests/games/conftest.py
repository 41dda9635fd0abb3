from __future__ import annotations

import pytest

from quadriga import Game

from ..conftest import quick


@pytest.fixture
def game(game: Game) -> Game:
    """Every game with every combination of options, by its compiled rules."""
    return quick(game)


@pytest.fixture
def cleopatra(cleopatra: Game) -> Game:
    """Both editions of Caesar & Cleopatra with every combination of options, by their compiled rules."""
    return quick(cleopatra)


@pytest.fixture
def edition(edition: Game) -> Game:
    """Every game with its default options, by its compiled rules."""
    return quick(edition)
