"""The greedy driver of Ave Caesar: finishes, hails the emperor, and decides on what it may know."""

from __future__ import annotations

import random

import pytest

import quadriga
from quadriga import Move, State
from quadriga.players import UNLIMITED, decide, player
from quadriga.players.greedy import ALIKE, GreedyPlayer
from tests.conftest import walk


def race(seed: int, **options: object) -> State:
    """Race one greedy driver against random ones."""
    state = quadriga.load("ave-caesar", **options).new(seed)
    greedy = seed % len(state.game.seats)
    while state.to_move is not None:
        state.play(decide(player("greedy" if state.to_move == greedy else "random"), state))
    return state


@pytest.mark.parametrize("track", ["circus-a", "circus-b"])
def test_it_finishes_and_mostly_wins_against_random_drivers(track: str) -> None:
    won = 0
    for seed in range(6):
        state = race(seed, track=track)
        me = state.game.seats[seed % 6]
        assert state.outcome is not None and state.view()["chariots"][me]["place"]
        won += seed % 6 in state.outcome.winners
    assert won >= 5  # it wins about 95 of 100


@pytest.mark.parametrize("options", [{}, {"players": 3, "uncrewed": 3}, {"players": 2, "chariots": 3}], ids=str)
def test_what_is_hidden_does_not_change_the_choice(options: dict[str, object]) -> None:
    who, chooser = player("greedy"), random.Random(2)
    for number, state in enumerate(walk(quadriga.load("ave-caesar", **options), 2)):
        if state.to_move is not None and chooser.random() < 0.2:
            elsewhere = state.redeal(state.to_move, 99 + number)
            chosen = [who.choose(real.redeal(state.to_move, 5), UNLIMITED, 7) for real in (state, elsewhere)]
            assert chosen[0] == chosen[1] and chosen[0] in state.legal


def test_it_crosses_the_finish_line_as_the_first_where_a_card_reaches_it() -> None:
    state, who, found = quadriga.load("ave-caesar").new(2), player("greedy"), 0
    while state.to_move is not None:
        chosen = decide(who, state)
        if state.s.arrived == 0 and any(arrives(state, move) for move in state.legal):
            found += 1
            assert arrives(state, chosen)
        state.play(chosen)
    assert found


def arrives(state: State, move: Move) -> bool:
    """Tell whether a move brings a chariot to the finish."""
    trial = state.copy()
    trial.play(move)
    return bool(trial.s.arrived > state.s.arrived)


def test_it_hails_the_emperor_before_it_is_too_late() -> None:
    game = quadriga.load("ave-caesar", players=2)
    position = game.new(1).position()
    position["turn"] = position["to_move"] = position["starter"] = "red"
    position["chariots"]["red"] |= {"space": "S14.2.1", "crossings": 2, "hand": [3, 3, 3]}
    position["chariots"]["blue"] |= {"space": "S9.1.1", "crossings": 2}
    state = game.from_position(position)
    spaces = {move["text"]: move["space"] for move in state.view(0)["legal"]}
    assert len(spaces) > 1 and spaces[decide(player("greedy"), state).text].startswith("K")


def test_a_vote_is_looked_through_to_its_end() -> None:
    game = quadriga.load("ave-caesar", players=2, uncrewed=1)
    position = game.new(1).position()
    position |= {"stage": "vote", "turn": "uncrewed 1", "to_move": "red", "card": 1, "starter": "red", "votes": []}
    position["chariots"]["red"] |= {"space": "S9.1.1", "crossings": 1}
    position["chariots"]["blue"] |= {"space": "S2.1.2", "crossings": 1}
    position["chariots"]["uncrewed 1"] |= {"space": "S3.1", "crossings": 1, "played": [1]}
    state = game.from_position(position)
    spaces = {move["text"]: move.get("space") for move in state.view(0)["legal"]}
    assert set(spaces.values()) == {"S4.1.1", "S4.2.1", None}
    at_once, after_the_votes = (GreedyPlayer().look(state, 1, further) for further in (0, 2))
    assert max(at_once) - min(at_once) < ALIKE < max(after_the_votes) - min(after_the_votes)
    assert decide(player("greedy"), state).kind != "abstain"
