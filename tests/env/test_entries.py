"""The other doors to many games at once: JAX, TorchRL, and rollouts for OpenSpiel's searches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quadriga
from quadriga.env.vector import SeatVectorEnv

pytestmark = pytest.mark.long


def test_jax_steps_under_jit_and_scan_are_those_of_the_vector_environment() -> None:
    jax = pytest.importorskip("jax")
    from quadriga.env.jax import JaxSeats

    env, envs = JaxSeats("caesar", 32), SeatVectorEnv("caesar", 32, autoreset_mode="SameStep")
    state = env.init(seed=5)
    seen, _ = envs.reset(seed=5)

    def first_legal(state: Any, _: Any) -> Any:
        following = env.step(state, state.action_mask.argmax(axis=1))
        return following, (following.observation, following.rewards, following.terminated)

    last, (observations, rewards, terminated) = jax.jit(lambda state: jax.lax.scan(first_legal, state, None, 60))(state)
    for step in range(60):
        seen, paid, over, _, _ = envs.step(seen["action_mask"].argmax(axis=1))
        assert (np.asarray(observations[step]) == seen["observation"]).all()
        assert (np.asarray(rewards[step]) == paid).all() and (np.asarray(terminated[step]) == over).all()
    assert terminated.any() and (np.asarray(last.action_mask) == seen["action_mask"].astype(bool)).all()
    again = env.step(state, state.action_mask.argmax(axis=1))  # a function of what it is given
    assert (np.asarray(again.observation) == np.asarray(observations[0])).all()
    lost = env.step(state, np.full(32, -1).tolist())
    assert lost.terminated.all() and (lost.rewards == -1).all()


def test_jax_begins_games_under_jit() -> None:
    jax = pytest.importorskip("jax")
    from quadriga.env.jax import JaxSeats

    env = JaxSeats("caesar", 3, seat="spread")
    expected = env.init(seed=5)
    for given in (jax.jit(env.init)(5), jax.jit(lambda: env.init(5))(), env.init(jax.numpy.int32(5))):
        assert all((one == two).all() for one, two in zip(given, expected, strict=True))
    two = jax.vmap(env.init)(jax.numpy.array([5, 9]))
    assert (two.records[0] == expected.records).all() and (two.records[1] == env.init(9).records).all()
    for wrong in (-1, 1.5, True, "x", None, [1, 2]):
        with pytest.raises(quadriga.QuadrigaError, match="seed must be an int"):
            env.init(wrong)
    for wrong in (1.5, jax.numpy.zeros(2, int)):
        with pytest.raises(quadriga.QuadrigaError, match="seed must be an int"):
            jax.jit(env.init)(wrong)


def test_jax_refuses_what_is_no_row_of_ints_before_it_is_compiled() -> None:
    jax = pytest.importorskip("jax")
    from quadriga.env.jax import JaxSeats

    env = JaxSeats("caesar", 3)
    state = env.init(seed=5)
    for wrong in ([0, 0], [[0, 0, 0]], [0.0] * 3, [True] * 3, 3, None, "012", [0, [1], 2]):
        with pytest.raises(quadriga.IllegalMove, match="step takes 3 ints, one for every game, not"):
            env.step(state, wrong)
    for wrong in (np.zeros(4, int), np.zeros(3)):
        with pytest.raises(quadriga.IllegalMove, match="step takes 3 ints"):
            jax.jit(env.step)(state, wrong)
    with pytest.raises(quadriga.QuadrigaError, match="a state of this environment: caesar, 3 games"):
        env.step(JaxSeats("caesar", 2).init(1), [0, 0, 0])


@pytest.mark.parametrize("options", [{"observation": "full"}, {"reward": "points"}], ids=str)
def test_jax_takes_the_keywords_of_the_vector_environment(options: dict[str, Any]) -> None:
    pytest.importorskip("jax")
    from quadriga.env.jax import JaxSeats

    env = JaxSeats("caesar-cleopatra-2024", 4, **options)
    envs = SeatVectorEnv("caesar-cleopatra-2024", 4, autoreset_mode="SameStep", **options)
    state, (seen, _) = env.init(seed=5), envs.reset(seed=5)
    ended, paid = 0, 0.0
    while ended < 3:
        actions = seen["action_mask"].argmax(axis=1)
        actions[3] = -1  # which loses
        state = env.step(state, actions)
        seen, rewards, over, *_ = envs.step(actions)
        assert state.observation.dtype == seen["observation"].dtype
        assert (np.asarray(state.observation) == seen["observation"]).all()
        assert (np.asarray(state.action_mask) == seen["action_mask"]).all()
        assert (np.asarray(state.rewards) == rewards).all() and (np.asarray(state.terminated) == over).all()
        ended, paid = ended + int(over[:3].sum()), paid + float(np.abs(rewards[:3]).sum())
    assert paid > 0
    for wrong in ({"observation": "x"}, {"reward": "x"}, {"opponent": "greedy"}, {"illegal": "raise"}):
        with pytest.raises(quadriga.OptionError):
            JaxSeats("caesar", 1, **wrong)


@pytest.mark.filterwarnings("ignore")
def test_torchrl_pays_points_and_truncates() -> None:
    torch = pytest.importorskip("torch")
    from torchrl.envs.utils import check_env_specs

    from quadriga.env.torchrl import QuadrigaEnv

    env = QuadrigaEnv("caesar", num_envs=2, reward="points", observation="full", max_episode_steps=3)
    check_env_specs(env)
    rolled = env.rollout(7, break_when_any_done=False)["next"]
    assert rolled["truncated"][:, 2::3].all() and torch.equal(rolled["truncated"], rolled["done"])
    assert not rolled["terminated"].any() and rolled["truncated"].sum() == 4
    for wrong in ({"device": "cuda"}, {"autoreset_mode": "SameStep"}, {"reward": "x"}):
        with pytest.raises(quadriga.OptionError):
            QuadrigaEnv("caesar", **wrong)


@pytest.mark.filterwarnings("ignore")
def test_torchrl_accepts_the_specs_and_rolls_out() -> None:
    torch = pytest.importorskip("torch")
    from torchrl.envs.utils import check_env_specs

    from quadriga.env.torchrl import QuadrigaEnv

    env = QuadrigaEnv("caesar", num_envs=6, opponent="random", seat="pompey")
    check_env_specs(env)
    env.set_seed(3)
    rolled = env.rollout(60, break_when_any_done=False)
    assert rolled.shape == (6, 60) and rolled["next", "done"].any()
    played = rolled["action_mask"].gather(-1, rolled["action"].unsqueeze(-1))
    assert played.all()
    assert (rolled["next", "reward"][rolled["next", "done"]].abs() <= 1).all()
    env.set_seed(3)
    assert torch.equal(env.reset()["observation"], rolled["observation"][:, 0])


def test_rollouts_for_openspiel_agree_with_its_own() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    from quadriga.env.openspiel import RolloutEvaluator

    game = pyspiel.load_game("quadriga_caesar")
    state = game.new_initial_state()
    assert RolloutEvaluator(3).evaluate(state).shape == (2,)
    for wrong in (0, -1, "x", 1.5, True, None):
        with pytest.raises(quadriga.OptionError, match="rollouts must be an int, 1 or more"):
            RolloutEvaluator(wrong)
    with pytest.raises(quadriga.OptionError, match="seed must be an int, 0 or more"):
        RolloutEvaluator(1, seed=-1)
    assert len(RolloutEvaluator().prior(state)) == 256
    for byte in (7, 0, 0, 0):
        state.apply_action(byte)
    ours = RolloutEvaluator(4000, seed=1).evaluate(state)
    theirs = np.mean(
        [mcts.RandomRolloutEvaluator(1, np.random.RandomState(k)).evaluate(state) for k in range(150)], axis=0
    )
    assert abs(ours.sum()) < 1e-9 and abs(ours[0] - theirs[0]) < 0.35  # four standard deviations of 150 rollouts
    prior = RolloutEvaluator().prior(state)
    assert [action for action, _ in prior] == state.legal_actions() and abs(sum(p for _, p in prior) - 1) < 1e-9
    bot = ismcts.ISMCTSBot(game, RolloutEvaluator(2, seed=1), uct_c=1.4, max_simulations=30,
                           random_state=np.random.RandomState(1))  # fmt: skip
    assert bot.step(state) in state.legal_actions()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert RolloutEvaluator(5).evaluate(state).tolist() == state.returns()


def test_liars_dice_has_a_vector_environment_too() -> None:
    game = quadriga.load("liars-dice")
    envs = SeatVectorEnv(game.name, 4)
    seen, _ = envs.reset(seed=1)
    assert envs.step(seen["action_mask"].argmax(axis=1))[0] in envs.observation_space
