"""One seat of every game is an environment of Gymnasium."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quadriga
from quadriga import Game, IllegalMove
from quadriga.env.gymnasium import IDS, SeatEnv
from quadriga.players import Budget


def play(env: Any, seed: int) -> tuple[float, int]:
    """Play a random game; return what was paid in all, and the number of steps."""
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, steps, over = 0.0, 0, False
    while not over:
        assert env.observation_space.contains(seen)
        seen, reward, over, truncated, _ = env.step(env.action_space.sample(seen["action_mask"]))
        total, steps = total + reward, steps + 1
        assert not truncated
    return total, steps


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("options", [{}, {"opponent": "greedy", "seat": 1}, {"observation": "full"}], ids=str)
def test_check_env_passes_without_a_warning(name: str, options: dict[str, Any], capsys: Any) -> None:
    env = gymnasium.make(name, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=bool(options))


def test_check_env_passes_with_odd_options(game: Game) -> None:
    check_env(SeatEnv(game.name, **game.options), skip_render_check=True)


def test_a_whole_game_pays_its_outcome(game: Game) -> None:
    env = SeatEnv(game.name, **game.options)
    paid, steps = play(env, seed=3)
    outcome = env.single.state().outcome
    assert outcome is not None
    assert steps > 1
    assert (paid > 0) == (0 in outcome.winners and len(outcome.winners) < max(2, len(game.seats)))
    assert -1 <= paid <= 1


def test_the_same_seed_is_the_same_game() -> None:
    first, second = (SeatEnv("ave-caesar", players=3) for _ in range(2))
    assert play(first, seed=5) == play(second, seed=5)
    assert first.single.record() == second.single.record()
    assert first.single.seed == 5


def test_reset_with_a_seed_begins_that_game(game: Game) -> None:
    env = SeatEnv(game.name, seat=game.seats[game.new(7).s.to_move], **game.options)
    env.reset(seed=7)
    assert env.single.state() == game.new(seed=7)


def test_a_level_plays_the_other_seats() -> None:
    env = gymnasium.make("quadriga/Caesar-v0", opponent="legatus", seat="pompey")
    env.reset(seed=1)
    single = env.unwrapped.single  # type: ignore[attr-defined]
    assert single.to_move == 1
    assert len(single.history) >= 1
    env = gymnasium.make("quadriga/Caesar-v0", opponent="search", budget=Budget(playouts=5))
    play(env, seed=2)


def test_a_player_of_one_s_own_can_be_the_opponent() -> None:
    class Last:
        def choose(self, known: Any, budget: Any, seed: int) -> Any:
            return known.legal[-1]

    env = SeatEnv("caesar", opponent=Last())
    env.reset(seed=1)
    env.step(env.single.legal[0])
    state = quadriga.load("caesar").new(seed=1)
    state.play(state.actions[0])
    while state.to_move == 1:
        state.play(state.actions[-1])
    assert env.single.state() == state


def test_an_illegal_action_loses() -> None:
    env = SeatEnv("caesar")
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert "is not allowed now" in info["illegal"]
    assert info["rule"].startswith("ROME-")
    assert np.flatnonzero(after["action_mask"]).tolist() == [0]
    assert env.observation_space.contains(after)
    with pytest.raises(IllegalMove, match="the game is over"):
        env.step(0)


def test_an_action_may_come_as_an_array_of_one_number() -> None:
    first, second = SeatEnv("caesar"), SeatEnv("caesar", illegal="raise")
    for env in (first, second):
        env.reset(seed=1)
    first.step(first.single.legal[0])
    second.step(np.array(second.single.legal[0]))
    assert first.single.record() == second.single.record()
    for wrong in (np.array(1.0), np.array([second.single.legal[0]])):
        with pytest.raises(IllegalMove):
            second.step(wrong)


def test_an_illegal_action_raises_when_asked_to() -> None:
    env = SeatEnv("caesar", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalMove) as refused:
        env.step(env.game.num_actions - 1)
    assert refused.value.rule
    env.step(env.single.legal[0])


def test_nothing_is_played_before_reset_or_after_the_end() -> None:
    env = SeatEnv("caesar")
    with pytest.raises(IllegalMove, match="reset"):
        env.step(0)
    play(env, seed=1)
    with pytest.raises(IllegalMove, match="reset"):
        env.step(0)


def test_points_are_paid_when_asked_for() -> None:
    env = SeatEnv("caesar-cleopatra-2024", reward="points")
    paid, _ = play(env, seed=6)
    (mine, theirs), _ = env.single.scores()
    assert paid == mine - theirs


def test_masks_are_there_for_learners_that_ask_for_them() -> None:
    env = SeatEnv("caesar")
    seen, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.tolist() == seen["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_an_environment_can_be_copied_in_the_middle_of_a_game(copied: Any) -> None:
    env = SeatEnv("ave-caesar", players=3)
    env.reset(seed=5)
    env.step(env.single.legal[0])
    twin = copied(env)
    for one in (env, twin):
        one.step(one.single.legal[-1])
    assert twin.single.record() == env.single.record()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("opponent", ["greedy", "search"])
def test_an_environment_is_copied_with_an_opponent_that_has_thought(copied: Any, opponent: str) -> None:
    env = SeatEnv("caesar", opponent=opponent, budget=Budget(playouts=20))
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.single.legal[0])
    twin = copied(env)
    assert twin.opponent is not env.opponent
    for one in (env, twin):
        one.step(one.single.legal[0])
    assert len(twin.single.history) >= 5 and (opponent == "search" or twin.single.record() == env.single.record())


def test_vectors_of_gymnasium_draw_from_the_mask_after_the_end_too() -> None:
    envs = gymnasium.make_vec("quadriga/Caesar-v0", num_envs=2, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    ended, last = 0, np.zeros(2, bool)
    while ended < 3:
        actions = np.array([np.flatnonzero(mask)[-1] for mask in seen["action_mask"]])
        assert (actions[last] == 0).all()
        seen, _, last, _, _ = envs.step(actions)
        ended += int(last.sum())


def test_many_environments_run_at_once() -> None:
    envs = gymnasium.make_vec("quadriga/Caesar-v0", num_envs=3, vectorization_mode="sync", opponent="random")
    seen, _ = envs.reset(seed=1)
    assert seen["observation"].shape == (3, 512)
    actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
    seen, rewards, *_ = envs.step(actions)
    assert seen["action_mask"].any(axis=1).all()
    assert rewards.tolist() == [0.0, 0.0, 0.0]


def test_wrong_names_and_options_say_what_is_right() -> None:
    with pytest.raises(quadriga.UnknownGame, match="the games are"):
        SeatEnv("chess")
    with pytest.raises(quadriga.OptionError, match="its options are"):
        gymnasium.make("quadriga/Caesar-v0", players=3)
    with pytest.raises(quadriga.QuadrigaError, match="the players are"):
        SeatEnv("caesar", opponent="nobody")
    for seat in ("brutus", 2, -1, True, None):
        with pytest.raises(quadriga.OptionError, match="the seats are: caesar, pompey"):
            SeatEnv("caesar", seat=seat)  # type: ignore[arg-type]
    with pytest.raises(quadriga.OptionError, match="choose one of 'lose', 'raise'"):
        SeatEnv("caesar", illegal="ignore")
    env = gymnasium.make("quadriga.env.gymnasium:quadriga/AveCaesar-v0", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "Red decides." in str(env.render())
