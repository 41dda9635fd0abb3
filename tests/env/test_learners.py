"""Libraries of learners take our environments as they take their own: TorchRL, Stable-Baselines3, RLlib.

They are imported by the tests that need them: every process that looks for tests would wait for them otherwise.
"""

from typing import Any

import gymnasium
import numpy as np
import pytest

import quadriga
from quadriga.env import pettingzoo
from quadriga.env.gymnasium import IDS, SeatEnv

STEPS = 2_000
"""More than any of these games lasts when it is played at random."""


@pytest.mark.parametrize("name", IDS)
def test_torchrl_makes_an_environment_by_its_id_and_plays_to_the_end(name: str) -> None:
    from torchrl.envs import ActionMask, GymEnv, TransformedEnv

    env = TransformedEnv(GymEnv(name, illegal="raise"), ActionMask())
    env.set_seed(1)
    data = env.rollout(STEPS)
    assert data["next", "done"].sum() == 1
    assert data["next", "done"][-1].item()
    assert (data["action"] * data["action_mask"]).sum(-1).all()


def test_torchrl_finds_the_specs_true() -> None:
    from torchrl.envs import GymEnv
    from torchrl.envs.utils import check_env_specs

    check_env_specs(GymEnv("quadriga/Caesar-v0", seat="pompey", modules=("poison",)))


def test_torchrl_plays_all_seats_in_turn() -> None:
    from torchrl.envs import PettingZooWrapper

    env = PettingZooWrapper(pettingzoo.env("caesar"), use_mask=True)
    env.set_seed(1)
    data = env.rollout(STEPS)
    assert data["next", "done"][-1].item()
    for agent in ("caesar_0", "pompey_1"):
        assert data["next", agent, "reward"].sum().abs().item() == 1


@pytest.mark.parametrize("name", IDS)
def test_stable_baselines_finds_nothing_wrong(name: str) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(name).unwrapped)


def test_maskable_ppo_learns_and_chooses_only_what_is_legal() -> None:
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.env_util import make_vec_env

    envs = make_vec_env("quadriga/Caesar-v0", n_envs=2, seed=1, env_kwargs={"illegal": "raise"})
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu")
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(128)
    assert any(not torch.equal(one, other) for one, other in zip(before, model.policy.parameters(), strict=True))
    env = SeatEnv("caesar", illegal="raise")
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        action, _ = model.predict(seen, action_masks=get_action_masks(env))
        seen, _, over, _, _ = env.step(action)
    assert env.single.is_over


@pytest.mark.parametrize(("name", "options"), [("caesar", {}), ("ave-caesar", {"players": 3})])
def test_rllib_plays_all_seats_in_turn(name: str, options: dict[str, Any]) -> None:
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env = PettingZooEnv(pettingzoo.env(name, **options))
    seen, _ = env.reset(seed=1)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    over = False
    while not over:
        (agent,) = seen
        assert env.get_observation_space(agent).contains(seen[agent])
        action = int(np.flatnonzero(seen[agent]["action_mask"])[0])
        seen, rewards, terminated, _, _ = env.step({agent: action})
        for other, reward in rewards.items():
            paid[other] += reward
        over = terminated["__all__"]
    single = env.env.unwrapped.single
    assert single.is_over
    assert sum(paid.values()) == pytest.approx(0)


@pytest.mark.parametrize("make", [SeatEnv, pettingzoo.env])
def test_an_unknown_keyword_is_refused_as_python_does_it_and_by_our_name_for_it(make: Any) -> None:
    words = "unexpected keyword argument 'frameskip': caesar has no option 'frameskip'; its options are"
    for kind in (TypeError, quadriga.OptionError, ValueError):
        with pytest.raises(kind, match=words):
            make("caesar", frameskip=4)


def test_a_wrong_value_is_no_unknown_keyword() -> None:
    with pytest.raises(quadriga.OptionError) as wrong:
        SeatEnv("caesar", solo="very")
    assert not isinstance(wrong.value, TypeError)


def test_many_environments_begin_anew_in_the_same_step_and_always_have_something_to_choose() -> None:
    envs = gymnasium.make_vec(
        "quadriga/Caesar-v0", num_envs=2, vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP},
    )  # fmt: skip
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 3:
        actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        seen, _, over, _, info = envs.step(actions)
        assert seen["action_mask"].any(axis=1).all()
        for row in np.flatnonzero(over):
            assert np.flatnonzero(info["final_obs"][row]["action_mask"]).tolist() == [0]
            ended += 1
