"""The greedy player of Caesar!: closes what it gains, guards its placements, and decides on what it may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadriga
from quadriga import Move, State
from quadriga.games.caesar.record import CRASSUS
from quadriga.players import UNLIMITED, decide, player
from quadriga.players.greedy import DEALS, interpreted_look
from tests.conftest import walk

ALL_MODULES = ("poison", "centurions", "border-control")


def play(seed: int, **options: object) -> State:
    """Play a greedy player against a random one, or against Crassus."""
    state = quadriga.load("caesar", **options).new(seed)
    greedy = seed % len(state.game.seats)
    while state.to_move is not None:
        state.play(decide(player("greedy" if state.to_move == greedy else "random"), state))
    return state


def at(position: dict[str, object], **options: object) -> State:
    """Set up a position."""
    return quadriga.load("caesar", **options).from_position({"seed": 7, **position})


@pytest.mark.parametrize("options", [{}, {"modules": ALL_MODULES}], ids=str)
def test_it_beats_the_random_player_on_either_side(options: dict[str, object]) -> None:
    for seed in range(4):
        state = play(seed, **options)
        assert state.outcome is not None and state.outcome.winners == (seed % 2,)


def test_it_wins_most_solo_games_against_crassus_of_low_difficulty() -> None:
    outcomes = [play(seed, solo="low").outcome for seed in range(10)]
    assert sum(outcome is not None and bool(outcome.winners) for outcome in outcomes) >= 6  # it wins about 83 of 100


@pytest.mark.parametrize("options", [{}, {"modules": ALL_MODULES}, {"solo": "medium"}], ids=str)
def test_what_is_hidden_does_not_change_the_choice(options: dict[str, object]) -> None:
    who, chooser = player("greedy"), random.Random(2)
    for number, state in enumerate(walk(quadriga.load("caesar", **options), 2)):
        if state.to_move is not None and chooser.random() < 0.3:
            elsewhere = state.redeal(state.to_move, 99 + number)
            chosen = [who.choose(real.redeal(state.to_move, 5), UNLIMITED, 7) for real in (state, elsewhere)]
            assert chosen[0] == chosen[1] and chosen[0] in state.legal


def test_it_closes_a_province_that_it_gains_and_not_one_that_it_gives_away() -> None:
    gains = at(
        {
            "active": "caesar",
            "borders": {"Aegyptus-Syria": "caesar sword 1/5"},
            "bonuses": {"Syria": "tactics"},
            "caesar": {"supply": ["shield 3/3", "shield 4/2"]},
        }
    )
    assert "Syria" in decide(player("greedy"), gains).text
    behind = at(
        {
            "active": "caesar",
            "borders": {"Aegyptus-Syria": "pompey sword 3/3"},
            "bonuses": {"Syria": "wealth"},
            "caesar": {"supply": ["wild 2/2", "shield 5/1"]},
        }
    )
    behind.play(decide(player("greedy"), behind))
    assert behind.view()["provinces"]["Syria"]["control"] == "caesar"


def test_it_wins_where_a_move_wins_whatever_is_hidden() -> None:
    found = 0
    for seed in range(8):
        for state in walk(quadriga.load("caesar"), seed):
            mover = state.to_move
            if mover is None or min(state.s.left) > 4:
                continue
            deals = [state, *(state.redeal(mover, number) for number in range(12))]
            if any(all(wins_at_once(deal, move) for deal in deals) for move in state.legal):
                found += 1
                real = state.copy()
                real.play(decide(player("greedy"), state))
                assert real.outcome is not None and real.outcome.winners == (mover,)
    assert found


def wins_at_once(deal: State, move: Move) -> bool:
    """Tell whether a move ends the game and wins it."""
    trial, mover = deal.copy(), deal.to_move
    trial.play(move)
    return trial.outcome is not None and trial.outcome.winners == (mover,)


def test_crassuss_turn_is_foreseen() -> None:
    """Behind every placement Crassus turns his tile, the only legal move: what is judged is the player's next turn."""
    state = quadriga.load("caesar", solo="low").new(3)
    state.play("turn the tile")
    judged = []
    run = dict(state.game.interpreted)

    def judge(s: Any, seats: int, results: Any, net: Any) -> None:
        judged.append((s.to_move, s.stage))
        run["judge"](s, seats, results, net)

    state.game.interpreted["judge"] = judge
    interpreted_look(state, 1, 0)
    assert len(judged) == DEALS * len(state.legal)
    assert all(seat < 0 or stage != CRASSUS for seat, stage in judged)
