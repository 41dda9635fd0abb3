"""Every game is an environment of PettingZoo, by the library's own tests."""

import copy
import importlib
import itertools
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import quadriga
from quadriga import Game, IllegalMove
from quadriga.env import outcome_rewards, pettingzoo

# The library warns of every environment with a mask that is not its own.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def make(game: Game, **more: Any) -> Any:
    return pettingzoo.env(game.name, **game.options, **more)


def finish(env: Any, seed: int) -> dict[str, float]:
    """Play a random game; return what every agent was paid, as `last` tells it."""
    chooser = random.Random(seed)
    env.reset(seed=seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        assert bool(len(legal)) != (terminated or truncated)
        env.step(None if terminated or truncated else int(chooser.choice(legal)))
    return paid


def test_the_api_test_passes_without_another_warning(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array|Observation space for each agent probably")
        api_test(make(game), num_cycles=150)


def test_the_seed_test_passes(game: Game) -> None:
    seed_test(lambda: make(game), num_cycles=40)


def test_the_render_test_passes(edition: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(edition, render_mode=render_mode))
    assert "decides." in capsys.readouterr().out


def test_the_render_test_passes_with_odd_options(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pictures are drawn from the same text: one size fits all, and painting takes time.
    monkeypatch.setattr("quadriga.env.frames.picture", lambda lines: np.zeros((len(lines), 1, 3), np.uint8))
    render_test(lambda render_mode: make(game, render_mode=render_mode))


def test_the_performance_benchmark_runs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 0.5)  # its five seconds, at once
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module.time, "time", lambda: next(clock))
    performance_benchmark(make(game))


def test_a_seed_gives_the_same_game_as_everywhere(game: Game) -> None:
    env = make(game)
    env.reset(seed=7)
    assert env.unwrapped.single.state() == game.new(seed=7)
    env.reset()
    follows = env.unwrapped.single.seed
    env.reset(seed=7)
    env.reset()
    assert env.unwrapped.single.seed == follows != 7


def test_agents_are_the_seats() -> None:
    assert pettingzoo.env("caesar").possible_agents == ["caesar_0", "pompey_1"]
    assert pettingzoo.env("caesar", solo="high", side="pompey").possible_agents == ["pompey_0"]
    assert pettingzoo.env("ave-caesar", players=3).possible_agents == ["red_0", "blue_1", "green_2"]
    assert str(pettingzoo.env("ave-caesar")) == "quadriga_ave_caesar_v2"


def test_the_outcome_is_the_reward(game: Game) -> None:
    env = make(game)
    paid = finish(env, seed=3)
    outcome = env.unwrapped.single.state().outcome
    assert outcome is not None
    assert list(paid.values()) == outcome_rewards([seat in outcome.winners for seat in range(len(game.seats))])
    assert env.agents == []


def test_points_are_paid_when_asked_for(edition: Game) -> None:
    env = make(edition, reward="points")
    paid = finish(env, seed=4)
    points, _ = env.unwrapped.single.scores()
    others = (sum(points) - points[0]) / max(1, len(points) - 1)
    assert next(iter(paid.values())) == pytest.approx(points[0] - others)


def test_only_the_deciding_agent_has_legal_actions(edition: Game) -> None:
    env = make(edition)
    env.reset(seed=2)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.dtype == np.int8
        assert mask.any() == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(env.observe(agent))


def test_a_critic_sees_everything_when_asked_to(edition: Game) -> None:
    env = make(edition, observation="full")
    env.reset(seed=2)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["observation"][0] == seat
        assert (seen["observation"][1:] == env.state()[1:]).all()


def test_what_is_handed_out_is_not_used_again(edition: Game) -> None:
    env = make(edition)
    env.reset(seed=2)
    seen = env.observe(env.agent_selection)
    kept = {key: value.copy() for key, value in seen.items()}
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all((kept[key] == seen[key]).all() for key in seen)


def test_an_illegal_action_ends_the_game_for_who_chose_it(edition: Game) -> None:
    env = make(edition)
    env.reset(seed=1)
    chose = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(chose)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[chose] == -1
    assert sum(map(abs, env.rewards.values())) == 1


def test_the_raw_environment_names_the_clause(edition: Game) -> None:
    env = pettingzoo.raw_env(edition.name, **edition.options)
    env.reset(seed=1)
    with pytest.raises(IllegalMove) as refused:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    assert refused.value.rule
    assert env.single.state() == edition.new(seed=1)


def test_after_the_end_only_none_is_taken(edition: Game) -> None:
    env = pettingzoo.raw_env(edition.name, **edition.options)
    env.reset(seed=1)
    while not env.single.is_over:
        env.step(env.single.legal[0])
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


def test_wrong_names_and_options_say_what_is_right() -> None:
    with pytest.raises(quadriga.UnknownGame, match="the games are"):
        pettingzoo.env("chess")
    with pytest.raises(quadriga.OptionError, match="its options are"):
        pettingzoo.env("caesar", players=3)
    with pytest.raises(quadriga.OptionError, match="'human', 'ansi', 'rgb_array'"):
        pettingzoo.env("caesar", render_mode="window")
    with pytest.raises(quadriga.OptionError, match="choose one of 'seat', 'full'"):
        pettingzoo.env("caesar", observation="all")
    with pytest.raises(quadriga.OptionError, match="choose one of 'outcome', 'points'"):
        pettingzoo.env("caesar", reward="shaped")
    env = pettingzoo.env("caesar")
    with pytest.raises(quadriga.QuadrigaError, match="seed must be"):
        env.reset(seed=-1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_an_environment_can_be_copied_in_the_middle_of_a_game(edition: Game, copied: Any) -> None:
    for env in (make(edition), pettingzoo.raw_env(edition.name, **edition.options)):
        twin = copied(env)  # before the first deal
        twin.reset(seed=5)
        env.reset(seed=5)
        for _ in range(9):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
        before = env.unwrapped.single.record()
        twin = copied(env)
        assert twin.unwrapped.single.record() == before
        assert twin.unwrapped.game is env.unwrapped.game
        action = int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0])
        twin.step(action)
        assert env.unwrapped.single.record() == before
        env.step(action)
        assert twin.unwrapped.single.record() == env.unwrapped.single.record()
        assert twin.agent_selection == env.agent_selection


def test_a_finished_game_is_drawn_with_its_verdict(edition: Game) -> None:
    env = make(edition, render_mode="ansi")
    finish(env, seed=1)
    assert env.render().splitlines()[-1].endswith(".")
    assert pettingzoo.raw_env(edition.name).render() is None
