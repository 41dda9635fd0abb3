"""The parallel form of PettingZoo: all choose at once where the rules let them."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from quadriga import Game, IllegalMove
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
