"""Quadriga plays four Roman board games, whole and by the book. This is the public door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import notation
from .errors import IllegalMove, OptionError, PositionError, QuadrigaError, RecordError, UnknownGame
from .games import definition, places
from .model import Event, Game, Move, Option, Outcome, State
from .notation import WrittenMatch
from .rulebook import Clause, Rulebook, rulebook

__version__ = "0.1.0"
__all__ = [
    "Clause", "Event", "Game", "IllegalMove", "Move", "Option", "OptionError", "Outcome", "PositionError",
    "QuadrigaError", "RecordError", "Rulebook", "State", "UnknownGame", "WrittenMatch", "games", "load", "load_texts",
    "load_written", "replay", "rulebook",
]  # fmt: skip


def games() -> dict[str, Game]:
    """Return every game by its name, with its default options."""
    return {name: load(name) for name in places()}


def load(name: str, **options: Any) -> Game:
    """Load a game with its options; a wrong one is a ValueError that says which and what is allowed."""
    return Game(definition(name), options)


def load_texts(name: str, options: Mapping[str, str]) -> Game:
    """Load a game with options given as texts, as commands and records have them."""
    opened = definition(name)
    known = {option.name: option for option in opened.options}
    return Game(opened, {key: known[key].read(text) if key in known else text for key, text in options.items()})


def replay(text: str | WrittenMatch) -> State:
    """Play any record through, with the game and options that it names."""
    match = text if isinstance(text, WrittenMatch) else notation.parse(text)
    return load_written(match.tags).replay(match)


def load_written(tags: Mapping[str, str]) -> Game:
    """Load the game and the options that the tags of a record name."""
    try:
        return load_texts(tags["Game"], notation.options(tags))
    except (UnknownGame, OptionError) as error:
        raise RecordError(f"tag {'Game' if isinstance(error, UnknownGame) else 'Options'}: {error}") from error
