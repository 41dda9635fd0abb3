from __future__ import annotations

import pytest

import quadriga
from quadriga.table import terms

from ..conftest import quick


@pytest.fixture(scope="session", autouse=True)
def compiled_tables() -> None:
    """Let tables play by the compiled rules, as a server does."""
    for game in quadriga.games().values():
        if (compiled := quick(game).compiled_actions) is not None:
            terms.use_compiled(game.name, compiled)
