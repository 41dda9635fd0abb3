"""Players decide on what their seat may know."""

from __future__ import annotations

import random

import pytest

import quadriga
from quadriga import Game, Move, QuadrigaError, State
from quadriga.players import PLAYERS, UNLIMITED, Budget, decide, derive, player
from tests.conftest import walk

BRIEF = Budget(playouts=150)


class Witness:
    """Note what a player is shown."""

    shown: State

    def choose(self, known: State, budget: Budget, seed: int) -> Move:
        self.shown = known
        return known.legal[0]


def test_a_player_is_shown_a_new_deal_and_never_the_game(edition: Game) -> None:
    witness = Witness()
    for state in walk(edition, 4):
        if state.to_move is None:
            return
        before = state.bits.tobytes()
        assert decide(witness, state) == state.legal[0]
        known = witness.shown
        assert known is not state and known.view(state.to_move) == state.view(state.to_move)
        assert known.seed != state.seed and known.history == [] and list(known.s.secret) != list(state.s.secret)
        known.play(known.legal[0])
        assert state.bits.tobytes() == before


@pytest.mark.parametrize("name", PLAYERS)
def test_what_is_hidden_does_not_change_the_choice(name: str, edition: Game) -> None:
    chooser = random.Random(2)
    for number, state in enumerate(walk(edition, 2)):
        if state.to_move is None:
            return
        if chooser.random() < 0.2:
            elsewhere = state.redeal(state.to_move, 99 + number)
            chosen = [player(name).choose(real.redeal(state.to_move, 5), BRIEF, 7) for real in (state, elsewhere)]
            assert chosen[0] == chosen[1] and chosen[0] in state.legal


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_match_is_played_the_same_way(name: str) -> None:
    def play() -> list[int]:
        state = quadriga.load("caesar-cleopatra-1997").new(3)
        while state.to_move is not None and len(state.history) < 60:
            state.play(decide(player(name), state, BRIEF))
        return state.history

    assert play() == play()


def test_the_greedy_player_beats_the_random_one(edition: Game) -> None:
    won = 0
    for seed in range(3):
        state, greedy = edition.new(seed), seed % 2
        while state.to_move is not None:
            state.play(decide(player("greedy" if state.to_move == greedy else "random"), state))
        assert state.outcome is not None
        won += state.outcome.winners == (greedy,)
    assert won == 3  # it wins about 97 of 100, and with these seeds always the same


def test_the_random_player_chooses_every_move_alike() -> None:
    state = quadriga.load("caesar-cleopatra-2024").new(1)
    chosen = [player("random").choose(state, UNLIMITED, seed).id for seed in range(1000)]
    assert all(150 < chosen.count(move.id) < 250 for move in state.legal)


def test_unknown_players_and_finished_games_are_refused() -> None:
    with pytest.raises(QuadrigaError, match="random, greedy"):
        player("nero")
    *_, over = walk(quadriga.load("caesar-cleopatra-2024"), 1)
    with pytest.raises(QuadrigaError, match="over"):
        decide(player("random"), over)


def test_derived_seeds_differ() -> None:
    assert len({derive(seed, label, number) for seed in range(3) for label in "ab" for number in range(50)}) == 300


def test_a_game_without_an_evaluation_is_played_for_points() -> None:
    """Of two bids and a doubt that is right in every deal, the doubt keeps the die."""
    game = quadriga.load("liars-dice", dice=1)
    rolled = [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0] * 6, [0] * 6]
    position = {"rolled": rolled, "dice_left": [1, 1, 0, 0], "bid": 12, "bidder": 0, "to_move": 1}
    state = game.from_position(position)  # red bid two sixes, and blue, to move, has a two
    assert game.moves[position["bid"] - 1].text == "2 of 6"
    assert decide(player("greedy"), state).text == "liar"
