"""The games that environments are tried with: an adapter knows no option, and `tests/kernel` has every one of them."""

from __future__ import annotations

import pytest

from quadriga import Game

from ..conftest import FEW, label


@pytest.fixture(params=FEW, ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game as it is by default, and a few with odd options."""
    return request.param
