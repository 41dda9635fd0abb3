"""The parallel form of PettingZoo: all choose at once where the rules let them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import quadriga
from quadriga import Game, IllegalMove
from quadriga.env import observe_full
from quadriga.env.parallel import parallel_env

pytestmark = pytest.mark.long


def test_the_suite_of_the_library_passes(edition: Game) -> None:
    parallel_api_test(parallel_env(edition.name, **edition.options), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(edition.name, **edition.options), num_cycles=30)


def test_all_choose_at_once_where_the_rules_let_them(edition: Game) -> None:
    env, chance = parallel_env(edition.name, **edition.options), np.random.default_rng(1)
    seen, infos = env.reset(seed=4)
    together, steps = 0, 0
    while env.agents:
        actions = {agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        deciding = [agent for agent in env.agents if infos[agent]["decides"]]
        assert deciding
        for agent in set(env.agents) - set(deciding):
            assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0]
        together += len(deciding) > 1
        steps += 1
        seen, rewards, over, _, infos = env.step(actions)
    state = env.state_of_game
    assert state is not None and state.outcome is not None and all(over.values())
    assert abs(sum(rewards.values())) < 1e-9 or len(edition.seats) == 1
    assert (steps < len(state.history)) == (together > 0)
    several = edition.definition.simultaneous_phase(edition.new(4).s) > 0
    assert together > 0 or not several


def test_an_illegal_action_loses_or_changes_nothing() -> None:
    env = parallel_env("caesar", illegal="raise")
    seen, _ = env.reset(seed=4)
    wrong = {agent: int(seen[agent]["action_mask"].argmin()) for agent in env.agents}
    with pytest.raises(IllegalMove):
        env.step(wrong)
    assert env.state_of_game is not None and env.state_of_game.history == [] and len(env.agents) == 2
    env = parallel_env("caesar")
    env.reset(seed=4)
    _, rewards, over, _, _ = env.step(wrong)
    assert sorted(rewards.values()) == [-1, 0] and all(over.values()) and env.agents == []
    with pytest.raises(IllegalMove, match="reset"):
        env.step(wrong)


def play(env: Any, chance: np.random.Generator, steps: int = 100_000) -> dict[str, float]:
    """Play on at random; return what every agent was paid."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    seen, _ = env._seen()
    while env.agents and steps > 0:
        actions = {agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        seen, rewards, *_ = env.step(actions)
        steps -= 1
        for agent, reward in rewards.items():
            paid[agent] += reward
    return paid


def test_points_are_paid_when_asked_for(edition: Game) -> None:
    env = parallel_env(edition.name, reward="points", **edition.options)
    env.reset(seed=4)
    paid = play(env, np.random.default_rng(2))
    assert env.state_of_game is not None and env.state_of_game.outcome is not None
    points = env.state_of_game.outcome.scores
    others = (sum(points) - points[0]) / max(1, len(points) - 1)
    assert next(iter(paid.values())) == pytest.approx(points[0] - others)


def test_critics_see_everything(edition: Game) -> None:
    env = parallel_env(edition.name, observation="full", **edition.options)
    seen, _ = env.reset(seed=4)
    for seat, agent in enumerate(env.agents):
        assert env.observation_space(agent).contains(seen[agent]) and seen[agent]["observation"][0] == seat
    assert env.state_of_game is not None
    assert (env.state() == observe_full(edition, env.state_of_game.bits)[0]).all()
    parallel_api_test(env, num_cycles=20)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_an_environment_can_be_copied_in_the_middle_of_a_game(edition: Game, copied: Any) -> None:
    env = parallel_env(edition.name, **edition.options)
    copied(env).reset(seed=1)
    env.reset(seed=5)
    for _ in range(2):
        play(env, np.random.default_rng(1), steps=5)
        twin = copied(env)
        assert twin.state_of_game == env.state_of_game and twin._chosen == env._chosen
        assert play(twin, np.random.default_rng(3)) == play(copy.copy(twin := copied(env)), np.random.default_rng(3))


def test_what_is_no_action_is_refused_and_changes_nothing() -> None:
    env = parallel_env("caesar")
    for ask in (env.state, env.render):
        with pytest.raises(IllegalMove, match="reset"):
            ask()
    env.reset(seed=4)
    assert env.state_of_game is not None
    (agent,) = [agent for agent, info in env._seen()[1].items() if info["decides"]]
    for wrong in ({}, {"nero": 1}, [1], None, {agent: None}, {agent: 1.5}, {agent: True}, {agent: "x"}):
        with pytest.raises(IllegalMove, match=f"{agent} decides"):
            env.step(wrong)
        assert env.state_of_game.history == [] and len(env.agents) == 2
    for wrong in (
        {"observation": "x"},
        {"reward": "x"},
        {"illegal": "x"},
        {"render_mode": "x"},
        {"opponent": "greedy"},
    ):
        with pytest.raises(quadriga.OptionError):
            parallel_env("caesar", **wrong)
    env.step({agent: np.int64(env.state_of_game.actions[0])})
    env.step({env.possible_agents[env.state_of_game.to_move or 0]: np.array(env.state_of_game.actions[0])})
    assert len(env.state_of_game.history) == 2
