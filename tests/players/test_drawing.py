"""Levels that draw their moves from what a network rates: plausible mistakes, and the same ones for the same seed."""

from __future__ import annotations

from collections import Counter
from math import exp

import numpy as np
import pytest

import quadriga
from quadriga import Game, State
from quadriga.players import LEVELS, decide, player
from quadriga.players.budget import UNLIMITED
from quadriga.players.levels import ladder, level
from quadriga.players.networks import network
from quadriga.players.policy import PolicyPlayer
from tests.conftest import walk

pytestmark = pytest.mark.long
LEARNED = [game for game in quadriga.games().values() if any(way.drawn for way in ladder(game).ways)]


def choice(game: Game) -> State:
    """A position early in a game with several moves."""
    return next(
        state.copy() for number, state in enumerate(walk(game, 4))
        if number > 8 and state.to_move is not None and len(state.legal) > 2
    )  # fmt: skip


def test_every_game_with_a_network_has_such_levels() -> None:
    assert [game for game in quadriga.games().values() if ladder(game).ways[-1].settings.network] == LEARNED


@pytest.mark.parametrize("game", LEARNED, ids=str)
def test_moves_are_drawn_as_often_as_they_are_rated(game: Game) -> None:
    state = choice(game)
    name = ladder(game).ways[-1].settings.network
    net = network(game, name)
    moves, ratings, out = np.zeros(game.num_actions, np.int16), np.zeros(game.num_actions), np.zeros(1, np.int16)
    game.compiled.choose_learned(state.bits, moves, ratings, out, 0, 1, net)
    best = ratings[: len(state.legal)].max()
    spread = best - ratings[: len(state.legal)].min()
    temperature = max(0.5, spread / 2)
    weights = {move: exp((ratings[k] - best) / temperature) for k, move in enumerate(state.legal)}
    drawer, count = PolicyPlayer(name, temperature), 3000
    drawn = Counter(drawer.choose(state, UNLIMITED, seed) for seed in range(count))
    for move, weight in weights.items():
        wanted = weight / sum(weights.values())
        assert abs(drawn[move] / count - wanted) < 5 * (wanted * (1 - wanted) / count) ** 0.5 + 1e-3
    assert PolicyPlayer(name).choose(state, UNLIMITED, 1) == game.moves[int(out[0])]


@pytest.mark.parametrize("game", LEARNED, ids=str)
def test_a_level_draws_the_same_move_for_the_same_seed_and_the_lower_ones_err_more(game: Game) -> None:
    drawn = [name for name in LEVELS if level(name, game).drawn]
    temperatures = [level(name, game).drawn for name in drawn]
    assert temperatures == sorted(temperatures, reverse=True) and drawn == list(LEVELS[: len(drawn)])
    state = choice(game)
    for name in drawn:
        assert decide(player(name), state) == decide(player(name), state)


def test_levels_draw_more_of_their_best_moves_in_tournaments_where_luck_evens_out() -> None:
    race, tournament = quadriga.load("ave-caesar"), quadriga.load("ave-caesar", tournament=True)
    drawn = [name for name in LEVELS if level(name, race).drawn]
    assert drawn and all(0 < level(name, tournament).drawn < level(name, race).drawn for name in drawn)
    assert level(LEVELS[-1], tournament) == level(LEVELS[-1], race)
