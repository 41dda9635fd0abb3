"""What all tests share: the games with their options, and random positions from real games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import quadriga
from quadriga import Game, State

ALL_OPTIONS = {
    "caesar-cleopatra-1997": [
        {"action_pile": pile, "orgies": orgies}
        for pile in ("arranged", "shuffled")
        for orgies in ("printed", "fading", "one-less")
    ],
    "caesar-cleopatra-2024": [
        {"opening": opening, "starter": starter}
        for opening in ("veto", "veterans")
        for starter in ("cleopatra", "caesar")
    ],
}
GAMES = [quadriga.load(name, **options) for name, all_options in ALL_OPTIONS.items() for options in all_options]
EDITIONS = [quadriga.load(name) for name in ALL_OPTIONS]


def label(game: Game) -> str:
    return "-".join([game.name[-4:], *game.options.values()])


@pytest.fixture(params=GAMES, ids=label)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every combination of options."""
    return request.param


@pytest.fixture(params=EDITIONS, ids=lambda game: game.name)
def edition(request: pytest.FixtureRequest) -> Game:
    """Every game with its default options."""
    return request.param


def walk(game: Game, seed: int, choice: int | None = None) -> Iterator[State]:
    """Play a random game; yield the state before every move and at the end. It is the same object each time."""
    chooser = random.Random(seed if choice is None else choice)
    state = game.new(seed)
    while state.to_move is not None:
        yield state
        state.play(chooser.choice(state.legal))
    yield state
