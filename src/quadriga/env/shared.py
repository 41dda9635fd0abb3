"""One Game for all environments with the same options, so that its compiled rules are opened once."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from typing import Any

import quadriga
from quadriga.errors import UnknownOption
from quadriga.model import Game

OF_ENVIRONMENTS = (
    "arrays", "autoreset_mode", "budget", "copy", "device", "illegal", "max_episode_steps", "observation", "opponent",
    "render_mode", "reward", "seat", "threads",
)  # fmt: skip
"""Keywords that some environments take; all others are options of a game."""

_open: dict[Game, Game] = {}


def shared(game: Game) -> Game:
    """Return the first game that was given with the same name and options."""
    return _open.setdefault(game, game)


def load(name: str, **options: Any) -> Game:
    """Load a game for an environment; see quadriga.load.

    An unknown option is refused in the words of Python for an unknown keyword: TorchRL tries `frameskip` on every
    environment, and takes it back by these words.
    """
    try:
        return shared(quadriga.load(name, **options))
    except UnknownOption as error:
        why = str(error)
        if error.option in OF_ENVIRONMENTS:
            why = f"other environments have it, this one does not, nor has {name} such an option (see docs/env.md)"
        words = f"got an unexpected keyword argument {error.option!r}: {why}"
        raise UnknownOption(words, error.option) from None


def _load_texts(name: str, options: Mapping[str, str]) -> Game:
    return shared(quadriga.load_texts(name, options))


def _reduce(game: Game) -> tuple[Callable[..., Game], tuple[str, Mapping[str, str]]]:
    return _load_texts, (game.name, game.option_texts)


# A copied or pickled environment takes its game along by name: machine code can be neither copied nor pickled.
copyreg.pickle(Game, _reduce)
