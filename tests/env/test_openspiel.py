"""Every game is a game of OpenSpiel, by that library's own tests and to its own players."""

import pickle
import random
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import quadriga
from quadriga import Game
from quadriga.env import full_fields, openspiel, seat_fields
from quadriga.env.openspiel import GAMES, SEED_BYTES, parameter

SHORT = {game.name: game.short_name for game in GAMES}


def spiel(game: Game) -> Any:
    """Load a game with its options as OpenSpiel does."""
    return pyspiel.load_game(SHORT[game.name], {name: parameter(value) for name, value in game.options.items()})


def begun(game: Any, seed: int) -> Any:
    """Let chance draw a seed."""
    state = game.new_initial_state()
    for byte in seed.to_bytes(SEED_BYTES, "little"):
        state.apply_action(byte)
    return state


def played(game: Any, seed: int, moves: int) -> Any:
    """Play some random moves."""
    state, chooser = begun(game, seed), random.Random(seed)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
    return state


def test_the_games_are_registered() -> None:
    assert sorted(SHORT.values()) == [
        "quadriga_ave_caesar", "quadriga_caesar", "quadriga_cleopatra_1997", "quadriga_cleopatra_2024",
        "quadriga_liars_dice",
    ]  # fmt: skip
    assert set(SHORT.values()) <= set(pyspiel.registered_names())
    assert sorted(SHORT) == sorted(quadriga.games())


def test_the_random_simulation_test_passes(game: Game) -> None:
    pyspiel.random_sim_test(spiel(game), num_sims=1, serialize=True, verbose=False)


def test_the_api_test_suite_passes(edition: Game, capfd: pytest.CaptureFixture[str]) -> None:
    from open_spiel.integration_tests import api_test  # which loads much

    game = spiel(edition)
    parts = {"game_name": SHORT[edition.name], "game": game}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), parts)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.wasSuccessful(), [*result.errors, *result.failures]


def test_the_python_simulation_passes(edition: Game, capfd: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests import games_sim_test  # which loads much

    games_sim_test.GamesSimTest().sim_game(spiel(edition))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_python_simulation_passes_for_any_number_of_players(players: int, capfd: Any) -> None:
    game = pyspiel.load_game("quadriga_ave_caesar", {"players": players})
    from open_spiel.python.tests import games_sim_test

    assert game.num_players() == players
    games_sim_test.GamesSimTest().sim_game(game, check_pyspiel_serialization=False, check_pickle_serialization=False)


def test_chance_draws_the_seed(game: Game) -> None:
    state = begun(spiel(game), 0x01020304)
    assert state.match.single.state() == game.new(seed=0x01020304)
    assert state.current_player() == game.new(seed=0x01020304).to_move
    assert not state.is_chance_node()


def test_actions_and_returns_are_the_game_s_own(game: Game) -> None:
    state, ours, chooser = begun(spiel(game), 9), game.new(seed=9), random.Random(9)
    while ours.to_move is not None:
        assert state.current_player() == ours.to_move
        assert state.legal_actions() == ours.actions
        action = chooser.choice(ours.actions)
        assert state.action_to_string(action) == game.moves[action].text
        state.apply_action(action)
        ours.play(action)
    assert state.is_terminal()
    assert ours.outcome is not None
    returns = state.returns()
    assert [value > 0 for value in returns] == [
        seat in ours.outcome.winners and len(ours.outcome.winners) < max(2, len(game.seats))
        for seat in range(len(game.seats))
    ]
    assert len(game.seats) == 1 or sum(returns) == pytest.approx(0)


def test_a_resampled_state_looks_the_same_to_its_player(edition: Game) -> None:
    game = spiel(edition)
    for moves in (4, 15, 30):
        state = played(game, moves, moves)
        if state.is_terminal():
            continue
        player = state.current_player()
        seen = {str(state)}
        for seed in range(4):
            sampled = state.resample_from_infostate(player, random.Random(seed).random)
            seen.add(str(sampled))
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
            assert sampled.observation_string(player) == state.observation_string(player)
            assert sampled.observation_tensor(player) == state.observation_tensor(player)
            assert sampled.legal_actions() == state.legal_actions()
            assert sampled.history() == []
        assert len(seen) == 5


def test_what_the_others_remember_does_not_follow_into_a_new_deal(edition: Game) -> None:
    state = played(spiel(edition), 3, 20)
    player = state.current_player()
    sampled = state.resample_from_infostate(player, random.Random(1).random)
    for other in range(len(edition.seats)):
        if other != player:
            assert state.match.done[other]
            assert sampled.match.done[other] == []
            assert sampled.match.saw[other] == b""


def test_the_information_state_remembers(edition: Game) -> None:
    game = spiel(edition)
    state = played(game, 5, 25)
    player = state.current_player()
    own = [pair.action for pair in state.full_history() if pair.player == player]
    text = state.information_state_string(player)
    assert f"done {' '.join(map(str, own))};" in text
    tensor = state.information_state_tensor(player)
    assert tensor[: game.observation_tensor_size()] == state.observation_tensor(player)
    done = np.array(tensor[game.observation_tensor_size() :])
    assert done.sum() == len(own)


def test_a_clone_goes_its_own_way(edition: Game) -> None:
    state = played(spiel(edition), 5, 10)
    clone = state.clone()
    before = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before
    assert len(clone.history()) == len(state.history()) + 1


@pytest.mark.parametrize("dealt", [False, True])
def test_a_state_is_kept_as_its_record(edition: Game, dealt: bool) -> None:
    game = spiel(edition)
    state = played(game, 5, 12)
    if dealt:
        state = state.resample_from_infostate(state.current_player(), random.Random(1).random)
    for back in (
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        pickle.loads(pickle.dumps(state)),
    ):
        assert str(back) == str(state)
        assert back.history() == state.history()
        assert back.match.single.record() == state.match.single.record()
        player = state.current_player()
        assert back.information_state_string(player) == state.information_state_string(player)
        action = state.legal_actions()[-1]
        assert str(back.child(action)) == str(state.child(action))


def test_an_observer_gives_fields_by_name_and_everything_when_asked_to(edition: Game) -> None:
    game = spiel(edition)
    state = played(game, 2, 9)
    seat = make_observation(game)
    seat.set_from(state, 0)
    assert list(seat.dict) == [part.name for part in seat_fields(edition)]
    full = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    )
    full.set_from(state, 1)
    assert list(full.dict) == [part.name for part in full_fields(edition)]
    assert full.tensor.tolist() == state.match.single.observe_full(1).tolist()
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert public.tensor is None
    assert '"?"' in public.string_from(state, 0)


@pytest.mark.parametrize(
    "name", ["quadriga_caesar(modules=poison)", "quadriga_cleopatra_2024", "quadriga_ave_caesar(players=3)"]
)
def test_open_spiel_s_information_set_search_plays(name: str) -> None:
    game = pyspiel.load_game(name)
    state, chance = begun(game, 3), np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 4, random_state=chance)
    for _ in range(8):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_game_for_one_is_not_zero_sum() -> None:
    game = pyspiel.load_game("quadriga_caesar(solo=high)")
    assert game.num_players() == 1
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert pyspiel.load_game("quadriga_caesar").utility_sum() == 0


def test_a_wrong_option_says_what_is_right() -> None:
    with pytest.raises(ValueError, match="choose one of"):
        openspiel.CaesarGame({"solo": "very"})
    with pytest.raises(Exception, match="players"):
        pyspiel.load_game("quadriga_caesar(players=3)")


def test_an_illegal_action_is_refused() -> None:
    state = begun(pyspiel.load_game("quadriga_caesar"), 1)
    with pytest.raises(Exception, match="is not allowed now"):
        state.apply_action(530)
    assert state.match.single.state() == quadriga.load("caesar").new(seed=1)


def test_python_ends_in_peace() -> None:
    # What OpenSpiel has registered is freed after the interpreter is gone.
    code = "import pyspiel, quadriga.env.openspiel; pyspiel.load_game('quadriga_caesar').new_initial_state()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
