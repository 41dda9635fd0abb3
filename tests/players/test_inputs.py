"""What a game makes of an observation for its network: within its bounds, and nothing that the seat does not know."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga import Game, State
from quadriga.env.fields import field
from tests.conftest import walk

pytestmark = pytest.mark.long
SETS: list[dict[str, Any]] = [
    {}, {"modules": ("poison", "centurions", "border-control")}, {"solo": "high"},
    {"solo": "low", "side": "pompey", "modules": ("poison", "centurions"), "ruthless": True},
]  # fmt: skip
GAMES = [quadriga.load("caesar", **options) for options in SETS]


def seen(state: State) -> Any:
    """What the network sees for the seat that decides."""
    out = np.zeros((1, state.game.definition.rules.INPUTS), np.int8)
    state.game.compiled.see_all(state.bits, out, 0, 1)
    return out[0]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_is_the_same_interpreted_and_within_its_bounds(game: Game) -> None:
    own = game.definition.part("players.inputs")
    fields = [field(name, length, own.RANGES[name]) for name, length in own.FIELDS]
    low, high = (np.array([bound for one in fields for bound in getattr(one, end)]) for end in ("low", "high"))
    out = np.zeros(game.definition.rules.INPUTS, np.int8)
    used = np.zeros(len(out), bool)
    for number, state in enumerate(state for seed in range(4) for state in walk(game, seed)):
        if state.to_move is not None:
            found = seen(state)
            assert (found >= low).all() and (found <= high).all()
            used |= found != 0
            if number % 20 == 0:
                game.definition.rules.see(state.s, state.to_move, out)
                assert out.tolist() == found.tolist()
    worked_out = used[game.definition.rules.OBSERVATION :]
    assert worked_out.mean() > 0.75, "most of it tells something at some time"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_new_deal_of_what_a_seat_cannot_know_changes_nothing(game: Game) -> None:
    for state in islice(walk(game, 7), 60):
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
