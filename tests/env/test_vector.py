"""The vector environment: the same games as one by one, in every autoreset mode, with any opponent."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

import quadriga
import quadriga.env.gymnasium
from quadriga import Game, IllegalMove, OptionError, QuadrigaError
from quadriga.env.gymnasium import IDS
from quadriga.env.vector import SeatVectorEnv
from quadriga.players import Budget

pytestmark = pytest.mark.long
ID = "quadriga/Caesar-v0"


def make(**options: Any) -> SeatVectorEnv:
    made = gymnasium.make_vec(ID, vectorization_mode="vector_entry_point", **{"num_envs": 16, **options})
    assert isinstance(made, SeatVectorEnv) and isinstance(made, VectorEnv)
    return made


def drawn(chance: np.random.Generator, mask: Any) -> Any:
    return (chance.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("name", IDS)
def test_every_game_is_made_and_fits_its_spaces(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=8)
    assert isinstance(envs, SeatVectorEnv)
    chance = np.random.default_rng(1)
    seen, _ = envs.reset(seed=3)
    for _ in range(60):
        assert seen in envs.observation_space and seen["action_mask"].any(axis=1).all()
        seen, rewards, over, cut, _ = envs.step(drawn(chance, seen["action_mask"]))
        assert rewards.shape == over.shape == cut.shape == (8,) and not cut.any() and (rewards[~over] == 0).all()
    envs.close()


def test_games_are_those_of_the_rules(edition: Game) -> None:
    envs = SeatVectorEnv(edition.name, 12, seat="spread", autoreset_mode="SameStep", **edition.options)
    chance = np.random.default_rng(2)
    seen, _ = envs.reset(seed=40)
    seats = len(edition.seats)
    begun = [edition.new(40 + row) for row in range(12)]
    if seats == 1:
        assert [envs.games.state(row).bits.tobytes() for row in range(12)] == [state.bits.tobytes() for state in begun]
    ended = 0
    for step in range(400):
        seen, _, over, _, info = envs.step(drawn(chance, seen["action_mask"]))
        for row in range(12) if step % 8 == 0 or over.any() else ():
            state = envs.games.state(row)
            assert state.to_move == row % seats
            assert np.flatnonzero(seen["action_mask"][row]).tolist() == state.actions
            out = np.zeros(seen["observation"].shape[1], np.int8)
            edition.definition.rules.observe(state.s, row % seats, out)
            assert (out == seen["observation"][row]).all()
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert all(info["final_obs"][row]["observation"] is not None for row in np.flatnonzero(over))
            ended += int(over.sum())
        if ended > 4:
            break
    assert envs.games.batch.seeds.max() >= 40 + 12  # the next game in the same place began


def test_the_same_seed_and_actions_give_the_same_games_on_any_number_of_threads() -> None:
    def play(threads: int, **options: Any) -> list[bytes]:
        envs, chance = make(num_envs=33, threads=threads, **options), np.random.default_rng(5)
        seen, _ = envs.reset(seed=9)
        found = []
        for _ in range(50):
            seen, rewards, over, _, _ = envs.step(drawn(chance, seen["action_mask"]))
            found += [seen["observation"].tobytes(), rewards.tobytes(), over.tobytes()]
        return found

    assert play(1) == play(3) == play(2, copy=False)


def test_a_whole_game_pays_what_its_outcome_says() -> None:
    envs, chance = make(seat="spread", autoreset_mode="Disabled"), np.random.default_rng(3)
    seen, _ = envs.reset(seed=1)
    ended = 0
    while ended < 20:
        seen, rewards, over, _, _ = envs.step(drawn(chance, seen["action_mask"]))
        for row in np.flatnonzero(over):
            outcome = envs.games.state(int(row)).outcome
            assert outcome is not None
            expected = 0 if not outcome.winners else 1 if row % 2 in outcome.winners else -1
            assert rewards[row] == expected
            assert seen["action_mask"][row].tolist() == [1] + [0] * (envs.game.num_actions - 1)
        if over.any():
            with pytest.raises(IllegalMove, match="reset_mask"):
                envs.step(drawn(chance, seen["action_mask"]))
            before = seen["observation"].copy()
            seen, _ = envs.reset(options={"reset_mask": over})
            assert (seen["observation"][~over] == before[~over]).all()
            ended += int(over.sum())
    assert (np.sort(envs.games.batch.seeds % 16) == np.sort((np.arange(16) + 1) % 16)).all()


def test_next_step_ignores_the_action_after_the_end_and_begins_anew() -> None:
    envs, chance = make(), np.random.default_rng(3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = envs.reset(seed=1)
    last, fresh = np.zeros(16, bool), 0
    for _ in range(60):
        actions = drawn(chance, seen["action_mask"])
        assert (actions[last] == 0).all()
        actions[last] = 530  # whatever it is
        seen, rewards, over, _, info = envs.step(actions)
        assert "illegal" not in info
        assert not over[last].any() and (rewards[last] == 0).all()
        fresh += int(last.sum())
        for row in np.flatnonzero(last):
            assert envs.games.state(int(row)).to_move == 0
        last = over
    assert fresh > 16


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_an_illegal_action_loses(mode: AutoresetMode) -> None:
    envs = make(num_envs=4, autoreset_mode=mode)
    seen, _ = envs.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    actions[2], actions[3] = int(seen["action_mask"][2].argmin()), -7
    seen, rewards, over, _, info = envs.step(actions)
    assert info["_illegal"].tolist() == [False, False, True, True]
    assert rewards.tolist() == [0, 0, -1, -1] and over.tolist() == info["illegal"].tolist() == [
        False,
        False,
        True,
        True,
    ]
    assert seen["action_mask"].any(axis=1).all()
    if mode is not AutoresetMode.DISABLED:
        seen, rewards, over, _, _ = envs.step(seen["action_mask"].argmax(axis=1))
        assert not over.any() and not rewards.any()


def test_an_illegal_action_can_raise_and_change_nothing() -> None:
    envs = make(num_envs=4, illegal="raise")
    seen, _ = envs.reset(seed=1)
    before = envs.games.batch.states.tobytes()
    actions = seen["action_mask"].argmax(axis=1)
    actions[2] = int(seen["action_mask"][2].argmin())
    for wrong in (actions, np.array([0, 0, -1, 0]), np.array([1.5] * 4), np.zeros(3, int)):
        with pytest.raises(IllegalMove):
            envs.step(wrong)
    assert envs.games.batch.states.tobytes() == before


def test_a_policy_sees_the_rows_of_the_others_and_nothing_else() -> None:
    asked: list[tuple[Any, Any]] = []

    def last_legal(observations: Any, masks: Any) -> Any:
        asked.append((observations.copy(), masks.copy()))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    envs = make(opponent=last_legal, seat=1)
    single = quadriga.load("caesar").new(30)
    seen, _ = envs.reset(seed=30)
    out = np.zeros(asked[0][0].shape[1], np.int8)
    single.game.definition.rules.observe(single.s, 0, out)
    assert (asked[0][0][0] == out).all() and np.flatnonzero(asked[0][1][0]).tolist() == single.actions
    chance = np.random.default_rng(1)
    for _ in range(30):
        seen, *_ = envs.step(drawn(chance, seen["action_mask"]))
        running = ~envs._over
        assert (envs.games.batch.to_move[running] == 1).all()
    bad = make(opponent=lambda observations, masks: masks.argmin(axis=1), seat=1)
    with pytest.raises(IllegalMove, match="policy"):
        bad.reset(seed=1)


def test_a_level_plays_the_other_seats() -> None:
    def play() -> list[bytes]:
        envs, chance = make(num_envs=3, opponent="tiro", budget=Budget(playouts=3)), np.random.default_rng(1)
        seen, _ = envs.reset(seed=30)
        return [envs.step(drawn(chance, seen["action_mask"]))[0]["observation"].tobytes() for _ in range(1)]

    assert play() == play()


def test_send_and_receive_are_a_step() -> None:
    one, other = make(), make()
    seen, _ = one.reset(seed=1)
    other.reset(seed=1)
    actions = seen["action_mask"].argmax(axis=1)
    one.send(actions)
    with pytest.raises(QuadrigaError, match="recv"):
        one.send(actions)
    received, stepped = one.recv(), other.step(actions)
    assert (received[0]["observation"] == stepped[0]["observation"]).all() and (received[1] == stepped[1]).all()
    with pytest.raises(QuadrigaError, match="send"):
        one.recv()
    one.close()


def test_arrays_are_copies_or_cannot_be_written() -> None:
    for copies in (True, False):
        envs = make(copy=copies)
        seen, _ = envs.reset(seed=1)
        assert seen["action_mask"].flags.writeable == copies
        assert np.shares_memory(seen["action_mask"], envs.games.mask) != copies


def test_the_full_observation_is_that_of_the_batch() -> None:
    envs = make(observation="full", seat=1)
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert (seen["observation"] == quadriga.env.observe_full(envs.game, envs.games.batch.states, envs.seats)).all()


def test_wrong_options_are_refused() -> None:
    for options in (
        {"seat": "nero"}, {"seat": 7}, {"seat": [0] * 3}, {"opponent": 3}, {"opponent": "nero"}, {"illegal": "x"},
        {"observation": "x"}, {"autoreset_mode": "x"}, {"device": "tpu"}, {"num_envs": 0}, {"modules": "x"},
        {"reward": "x"}, {"render_mode": "x"}, {"max_episode_steps": 0}, {"max_episode_steps": 1.5},
    ):  # fmt: skip
        with pytest.raises(ValueError):  # noqa: PT011 - what is said differs
            make(**options)
    with pytest.raises(OptionError):
        make(frameskip=1)
    with pytest.raises(IllegalMove, match="reset"):
        make().step(np.zeros(16, int))
    for wrong in ([1, 2], 2**62):
        with pytest.raises(QuadrigaError):
            make().reset(seed=wrong)
    with pytest.raises(QuadrigaError):
        make().reset(options={"reset_mask": np.zeros(16, bool)})


def first_legal(seen: Any) -> Any:
    return seen["action_mask"].argmax(axis=1)


def test_a_list_of_ints_is_as_good_as_an_array() -> None:
    one, other = make(num_envs=4), make(num_envs=4, opponent=lambda seen, masks: masks.argmax(axis=1).tolist())
    seen, _ = one.reset(seed=1)
    other.reset(seed=1)
    actions = first_legal(seen)
    for given in (actions.tolist(), tuple(actions.tolist()), list(actions.astype(np.int32))):
        one.reset(seed=1)
        other.reset(seed=1)
        received = one.step(given)
        one.reset(seed=1)
        assert (one.step(actions)[0]["observation"] == received[0]["observation"]).all()
        other.step(given)


def test_what_is_no_row_of_ints_is_refused_and_changes_nothing() -> None:
    envs = make(num_envs=4)
    envs.reset(seed=1)
    before = envs.games.batch.states.tobytes()
    for wrong in (
        [0, 0],
        [[0] * 4],
        [0, [1], 2, 3],
        [0.0] * 4,
        [True] * 4,
        "0123",
        None,
        3,
        [0, 0, 0, None],
        [2**70] * 4,
    ):
        with pytest.raises(IllegalMove, match="step takes 4 ints, one for every game, not"):
            envs.step(wrong)
    assert envs.games.batch.states.tobytes() == before
    for bad in ([0] * 3, 0.0):
        other = make(num_envs=4, seat=1, opponent=lambda seen, masks, bad=bad: bad)
        with pytest.raises(IllegalMove, match="policy returns 4 ints"):
            other.reset(seed=1)


def paid_by_game(envs: SeatVectorEnv, games: int) -> list[list[float]]:
    """Play the first legal action everywhere; return what each of the first games in each place was paid."""
    seen, _ = envs.reset(seed=3)
    paid: list[list[float]] = [[0.0] for _ in range(envs.num_envs)]
    while min(map(len, paid)) <= games:
        seen, rewards, over, _, _ = envs.step(first_legal(seen))
        for row, reward in enumerate(rewards.tolist()):
            paid[row][-1] += reward
            if over[row]:
                paid[row].append(0.0)
        if envs.autoreset_mode is AutoresetMode.DISABLED and over.any():
            points = envs.games.batch.scores()[0].astype(float)
            for row in np.flatnonzero(over):
                assert paid[row][-2] == pytest.approx(points[row, 0] - points[row, 1:].mean())
            seen, _ = envs.reset(options={"reset_mask": over})
    return [row[:games] for row in paid]


@pytest.mark.parametrize("name", ["caesar", "caesar-cleopatra-2024", "liars-dice"])
def test_points_are_paid_when_asked_for(name: str) -> None:
    found = [paid_by_game(SeatVectorEnv(name, 3, reward="points", autoreset_mode=mode), 2) for mode in AutoresetMode]
    assert found[0] == found[1] == found[2]
    assert any(any(row) for row in found[0])


def test_an_illegal_action_loses_where_points_are_paid_too() -> None:
    envs = make(num_envs=2, reward="points")
    seen, _ = envs.reset(seed=1)
    _, rewards, over, _, _ = envs.step([int(seen["action_mask"][0].argmin()), int(seen["action_mask"][1].argmax())])
    assert rewards[0] == -1 and over.tolist() == [True, False]


@pytest.mark.parametrize("opponent", ["random", lambda seen, masks: masks.argmax(axis=1)], ids=["chance", "policy"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_game_is_truncated_after_as_many_steps_as_are_allowed(mode: AutoresetMode, opponent: Any) -> None:
    envs = make(num_envs=3, max_episode_steps=4, autoreset_mode=mode, opponent=opponent)
    seen, _ = envs.reset(seed=1)
    first = seen["observation"].copy()
    for step in (1, 2, 3, 4) * 2:
        before = seen
        seen, rewards, over, cut, info = envs.step(first_legal(seen))
        assert not over.any() and not rewards.any() and (cut == (step == 4)).all()
        assert ("final_obs" in info) == (step == 4 and mode is AutoresetMode.SAME_STEP)
        assert seen["action_mask"].any(axis=1).all()
        if step < 4:
            continue
        if mode is AutoresetMode.SAME_STEP:
            assert info["_final_obs"].all() and info["final_obs"][0] in envs.single_observation_space
            assert (info["final_obs"][0]["observation"] != seen["observation"][0]).any()
            assert (info["final_obs"][0]["observation"] != before["observation"][0]).any()
        elif mode is AutoresetMode.NEXT_STEP:
            seen, rewards, over, cut, _ = envs.step([-5, 0, 999])  # whatever it is
            assert not over.any() and not cut.any() and not rewards.any()
        else:
            with pytest.raises(IllegalMove, match="reset_mask"):
                envs.step(first_legal(seen))
            seen, _ = envs.reset(options={"reset_mask": cut})
        assert (seen["observation"] != first).any()
    assert envs.games.batch.seeds.tolist() == [7, 8, 9]  # 1, 2, 3 and two games later
    assert not make(max_episode_steps=-1)._cut(np.zeros(16, bool)).any()


def test_what_ended_and_what_was_cut_both_show_their_end() -> None:
    envs, single = make(max_episode_steps=2, num_envs=2, autoreset_mode="SameStep"), make(num_envs=2)
    seen, _ = envs.reset(seed=1)
    single.reset(seed=1)
    single.step(first_legal(seen))
    seen, *_ = envs.step(first_legal(seen))
    actions = first_legal(seen)
    actions[0] = int(seen["action_mask"][0].argmin())
    expected, *_ = single.step(actions)
    seen, rewards, over, cut, info = envs.step(actions)
    assert over.tolist() == [True, False] and cut.tolist() == [True, True] and rewards.tolist() == [-1, 0]
    for row in range(2):
        for key in ("observation", "action_mask"):
            assert (info["final_obs"][row][key] == expected[key][row]).all()
    assert envs.games.batch.seeds.tolist() == [3, 4]  # each began again once


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_tables_are_shown_as_single_environments_show_them(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    envs = make(num_envs=2, render_mode=mode, seat="spread")
    with pytest.raises(QuadrigaError, match="reset"):
        envs.render()
    envs.reset(seed=4)
    shown = envs.render()
    if mode == "human":
        assert shown is None and capsys.readouterr().out.count("decides.") == 2
    else:
        assert shown is not None and len(shown) == 2
        assert "Caesar decides." in shown[0] if mode == "ansi" else shown[0].shape[2] == 3
    plain = make(num_envs=2)
    plain.reset()
    assert plain.render() is None


def test_a_game_that_an_illegal_action_ended_is_shown_as_such() -> None:
    envs = make(num_envs=2, render_mode="ansi")
    seen, _ = envs.reset(seed=4)
    envs.step([-1, int(seen["action_mask"][1].argmax())])
    shown = envs.render()
    assert shown is not None
    assert [table.endswith("An illegal action ended the game.") for table in shown] == [True, False]


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("options", [{}, {"reward": "points", "observation": "full"}, {"opponent": "greedy"}], ids=str)
def test_games_can_be_copied_while_they_are_played(copied: Any, options: dict[str, Any]) -> None:
    envs = make(num_envs=3, max_episode_steps=9, threads=2, **options)
    copied(envs).reset(seed=2)
    seen, _ = envs.reset(seed=2)
    seen, *_ = envs.step(first_legal(seen))
    twin = copied(envs)
    for _ in range(12):
        actions = first_legal(seen)
        seen, *mine = envs.step(actions)
        other, *theirs = twin.step(actions)
        for key in seen:
            assert (seen[key] == other[key]).all()
        assert all((one == two).all() for one, two in zip(mine[:3], theirs[:3], strict=True))
    envs.send(actions)
    with pytest.raises(QuadrigaError, match="recv"):
        copied(envs)
    envs.recv()
    envs.close()


def test_every_keyword_of_some_environment_is_known_to_the_others() -> None:
    from quadriga.env.gymnasium import SeatEnv
    from quadriga.env.jax import JaxSeats
    from quadriga.env.parallel import parallel_env
    from quadriga.env.pettingzoo import raw_env
    from quadriga.env.shared import OF_ENVIRONMENTS

    taken = {
        name
        for made in (SeatEnv, SeatVectorEnv, parallel_env, raw_env, JaxSeats)
        for name in inspect.signature(made).parameters
    }
    assert taken - {"name", "num_envs", "options"} == set(OF_ENVIRONMENTS)
    with pytest.raises(OptionError, match=r"unexpected keyword argument 'opponent': other environments have it"):
        raw_env("caesar", opponent="greedy")
