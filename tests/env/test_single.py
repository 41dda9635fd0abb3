"""One game on the compiled rules is the game that a State plays."""

import random

import numpy as np
import pytest

import quadriga
from quadriga import Game, IllegalMove
from quadriga.env import Single
from quadriga.env.shared import load, shared


def played(game: Game, seed: int, moves: int) -> Single:
    """Play some random moves."""
    single, chooser = Single(shared(game)), random.Random(seed)
    single.reset(seed)
    while not single.is_over and len(single.history) < moves:
        single.play(chooser.choice(single.legal))
    return single


def test_a_single_game_is_bit_for_bit_a_state(game: Game) -> None:
    single, state = Single(shared(game)), game.new(seed=7)
    single.reset(7)
    chooser = random.Random(7)
    for _ in range(60):
        assert single.bits.tobytes() == state.bits.tobytes()
        if state.to_move is None:
            break
        assert single.to_move == state.to_move
        assert single.legal == state.actions == np.flatnonzero(single.mask).tolist()
        action = chooser.choice(state.actions)
        single.play(action)
        state.play(action)
    assert single.record() == state.record()
    assert single.state() == state
    assert single.state().previous == state.previous


def test_every_seat_is_observed_as_the_rules_say(game: Game) -> None:
    single = played(game, 3, 25)
    record = game.record_class(single.bits)
    for seat in range(len(game.seats)):
        expected = np.zeros(game.definition.rules.OBSERVATION, np.int8)
        game.definition.rules.observe(record, seat, expected)
        assert single.observe(seat).tolist() == expected.tolist()


def test_a_new_deal_looks_the_same_to_its_seat(game: Game) -> None:
    for moves in (5, 20, 40):
        single = played(game, moves, moves)
        for seat in range(len(game.seats)):
            dealt = single.redeal(seat, seed=11)
            assert dealt.observe(seat).tolist() == single.observe(seat).tolist()
            if single.to_move == seat:
                assert dealt.legal == single.legal
            expected = single.state().redeal(seat, 11)
            assert dealt.state() == expected
            assert dealt.record() == expected.record()
            assert dealt.state().previous == expected.previous


def test_a_seed_may_have_128_bits() -> None:
    game = load("caesar")
    single = Single(game)
    for seed in (0, 2**62 - 1, 2**62, 2**63, 2**128 - 1):
        single.reset(seed)
        assert single.state() == game.new(seed)
    for seed in (-1, 2**128, 1.5, True):
        with pytest.raises(quadriga.QuadrigaError, match="seed must be"):
            single.reset(seed)  # type: ignore[arg-type]


def test_an_illegal_action_names_its_clause_and_changes_nothing(edition: Game) -> None:
    single = Single(shared(edition))
    single.reset(1)
    before = single.bits.tobytes()
    illegal = int(np.flatnonzero(single.mask == 0)[0])
    with pytest.raises(IllegalMove, match="is not allowed now") as refused:
        single.play(illegal)
    assert refused.value.rule
    for wrong in (-1, edition.num_actions, None, 1.0, True, "no move"):
        with pytest.raises(IllegalMove):
            single.play(wrong)
    assert single.bits.tobytes() == before
    assert single.history == []


def test_nothing_is_played_after_the_end(edition: Game) -> None:
    single = played(edition, 2, 10_000)
    assert single.is_over
    assert single.legal == []
    with pytest.raises(IllegalMove, match="the game is over"):
        single.play(0)


def test_a_copy_is_independent(edition: Game) -> None:
    single = played(edition, 4, 3)
    twin = single.copy()
    before = single.bits.tobytes()
    twin.play(twin.legal[0])
    assert single.bits.tobytes() == before
    assert len(single.history) == 3


@pytest.mark.parametrize("dealt", [False, True])
def test_a_record_brings_the_game_back(edition: Game, dealt: bool) -> None:
    single = played(edition, 5, 12)
    if dealt:
        single = single.redeal(single.to_move, 3)
        for _ in range(3):
            single.play(single.legal[-1])
    back = Single.replay(shared(edition), single.record())
    assert back.state() == single.state()
    assert back.history == single.history
    back.play(back.legal[0])
    single.play(single.legal[0])
    assert back.record() == single.record()


def test_environments_with_the_same_options_share_their_game() -> None:
    assert load("caesar", modules=["poison"]) is load("caesar", modules=("poison",))
    assert load("caesar") is not load("caesar", solo="low")
