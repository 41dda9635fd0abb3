"""What a game makes of an observation for its network: within its bounds, and nothing that the seat does not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga import Game, State
from quadriga.env.fields import field
from tests.conftest import GAMES, walk

pytestmark = pytest.mark.long
SEEING = [game for game in GAMES if game.definition.part("players.inputs") is not None]
"""The games that say what their networks see."""


def seen(state: State) -> Any:
    """What the network sees for the seat that decides."""
    out = np.zeros((1, state.game.definition.rules.INPUTS), np.int8)
    state.game.compiled.see_all(state.bits, out, 0, 1)
    return out[0]


def bounds(game: Game) -> list[Any]:
    """The least and the greatest value of every number."""
    own = game.definition.part("players.inputs")
    fields = [field(name, length, own.RANGES[name]) for name, length in own.FIELDS]
    return [np.array([bound for one in fields for bound in getattr(one, end)]) for end in ("low", "high")]


def random_games(game: Game, count: int, steps: int) -> Iterator[Any]:
    """What networks see in many random games, step by step."""
    batch, chooser = game.batch(count), np.random.default_rng(1)
    batch.reset(seed=1)
    for _ in range(steps):
        yield batch.see()
        batch.step((batch.legal * chooser.random(batch.legal.shape)).argmax(1), autoreset=True)


@pytest.mark.parametrize("game", SEEING, ids=str)
def test_it_stays_within_its_bounds(game: Game) -> None:
    low, high = bounds(game)
    assert len(low) == game.definition.rules.INPUTS
    for found in random_games(game, 64, 150):
        assert (found >= low).all() and (found <= high).all()


@pytest.mark.parametrize("name", sorted({game.name for game in SEEING}))
def test_most_of_it_tells_something_at_some_time(name: str) -> None:
    used = np.zeros(quadriga.load(name).definition.rules.INPUTS, bool)
    for game in SEEING:
        if game.name == name:
            for found in random_games(game, 32, 120):
                used |= (found != 0).any(0)
    assert used.mean() > 0.9


@pytest.mark.parametrize("game", SEEING, ids=str)
def test_it_is_the_same_interpreted(game: Game) -> None:
    out = np.zeros(game.definition.rules.INPUTS, np.int8)
    for state in islice((state for seed in range(4) for state in walk(game, seed)), 0, None, 20):
        if state.to_move is not None:
            game.definition.rules.see(state.s, state.to_move, out)
            assert out.tolist() == seen(state).tolist()


@pytest.mark.parametrize("game", SEEING, ids=str)
def test_a_new_deal_of_what_a_seat_cannot_know_changes_nothing(game: Game) -> None:
    for state in islice(walk(game, 7), 150):
        if state.to_move is not None:
            one, other = (seen(state.redeal(state.to_move, seed)).tolist() for seed in (1, 2))
            assert one == other == seen(state).tolist()


def test_a_network_of_the_observation_alone_still_plays() -> None:
    """What is worked out stands behind the observation, so that weights from before it was there stay right."""
    game = quadriga.load("caesar")
    rules = game.definition.rules
    batch = game.batch(3)
    assert rules.INPUTS > rules.OBSERVATION
    assert batch.see()[:, : rules.OBSERVATION].tolist() == batch.observe().tolist()
