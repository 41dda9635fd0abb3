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
    lost = env.step(state, jax.numpy.full(32, -1))
    assert lost.terminated.all() and (lost.rewards == -1).all()


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
