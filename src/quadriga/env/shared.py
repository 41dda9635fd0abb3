"""One Game for all environments with the same options, so that its compiled rules are opened once."""

from __future__ import annotations

from typing import Any

import quadriga
from quadriga.game import Game

_open: dict[Game, Game] = {}


def shared(game: Game) -> Game:
    """Return the first game that was given with the same name and options."""
    return _open.setdefault(game, game)


def load(name: str, **options: Any) -> Game:
    """Load a game for an environment; see quadriga.load."""
    return shared(quadriga.load(name, **options))
