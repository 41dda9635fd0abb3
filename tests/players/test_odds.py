"""Chances as people are told them."""

from __future__ import annotations

import pytest

import quadriga
from quadriga.players import Budget
from quadriga.players.analysis import analyse
from quadriga.players.levels import ladder
from quadriga.players.odds import raise_odds, raise_one
from quadriga.players.parallel_search import ParallelSearch


def test_odds_are_raised_for_all_seats_alike() -> None:
    assert raise_odds((0.75, 0.25), 2.0) == pytest.approx((0.9, 0.1)) and raise_one(0.75, 2.0) == pytest.approx(0.9)
    assert raise_odds((0.75,), 2.0) == pytest.approx((0.9,))  # alone, against somebody
    assert raise_odds((0.2, 0.3, 0.5), 1.0) == (0.2, 0.3, 0.5)
    assert sum(raise_odds((0.2, 0.3, 0.5), 1.7)) == pytest.approx(1)
    assert raise_odds((0.0, 1.0), 0.5) == (0.0, 1.0) and raise_odds((0.0, 0.0, 0.0), 2.0) == (0.0, 0.0, 0.0)
    assert raise_odds((0.5, 0.5), 3.0) == pytest.approx((0.5, 0.5))


@pytest.mark.long
def test_analyses_tell_chances_by_the_odds_of_the_game() -> None:
    game = next(game for game in quadriga.games().values() if ladder(game).odds != 1.0)
    state, trees = game.new(3), ParallelSearch(game)
    budget = Budget(playouts=100)
    shown = analyse(state, budget=budget, trees=trees)
    waiting = analyse(state, 1 - (state.to_move or 0), budget=budget, trees=trees)
    assert trees.odds == ladder(game).odds
    trees.odds = 1.0
    plain = analyse(state, budget=budget, trees=trees)
    assert (
        shown.chances == pytest.approx(raise_odds(plain.chances, ladder(game).odds)) and shown.chances != plain.chances
    )
    for one, other in zip(shown.moves, plain.moves, strict=True):
        assert one.move == other.move and one.value == pytest.approx(raise_one(other.value, ladder(game).odds))
        assert one.low <= one.value <= one.high
    assert sum(waiting.chances) == pytest.approx(1)
