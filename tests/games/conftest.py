from __future__ import annotations

import pytest

from quadriga import Game

from ..conftest import quick


@pytest.fixture
def game(game: Game, pytestconfig: pytest.Config) -> Game:
    """Every game with every combination of options, by its compiled rules."""
    return game if pytestconfig.getoption("--interpreted") else quick(game)


@pytest.fixture
def cleopatra(cleopatra: Game, pytestconfig: pytest.Config) -> Game:
    """Both editions of Caesar & Cleopatra with every combination of options, by their compiled rules."""
    return cleopatra if pytestconfig.getoption("--interpreted") else quick(cleopatra)


@pytest.fixture
def edition(edition: Game, pytestconfig: pytest.Config) -> Game:
    """Every game with its default options, by its compiled rules."""
    return edition if pytestconfig.getoption("--interpreted") else quick(edition)
