"""Batches on all cores: rewards, the end of games, and games that begin anew inside a step."""

from __future__ import annotations

import random

import numpy as np
import pytest

import quadriga
from quadriga import Game
from quadriga.kernel.batch import payment


def random_actions(legal: np.ndarray, chooser: random.Random) -> np.ndarray:
    rows = [np.flatnonzero(row) for row in legal]
    return np.array([chooser.choice(row) if row.size else 0 for row in rows], np.int64)


def test_a_finished_game_is_begun_anew_with_the_next_seed_of_its_place(edition: Game) -> None:
    count, chooser = 3, random.Random(1)
    batch = edition.batch(count)
    batch.reset(seed=70)
    played: list[list[int]] = [[] for _ in range(count)]
    begun = [1] * count
    while sum(begun) < 8:
        actions = random_actions(batch.legal, chooser)
        batch.step(actions, autoreset=True)
        for i in range(count):
            played[i].append(int(actions[i]))
            if batch.done[i]:
                ended = edition.new(70 + i + (begun[i] - 1) * count)
                for action in played[i]:
                    ended.play(action)
                assert ended.outcome is not None
                wins = np.array([[seat in ended.outcome.winners for seat in range(len(edition.seats))]], np.uint8)
                assert (batch.rewards[i] == payment(wins)[0].astype(np.float32)).all()
                assert batch.seeds[i] == 70 + i + begun[i] * count
                assert batch.state(i) == edition.new(int(batch.seeds[i]))
                played[i], begun[i] = [], begun[i] + 1
            else:
                assert not batch.rewards[i].any()


def test_a_game_of_a_batch_is_replayed_alone_and_interpreted(edition: Game) -> None:
    chooser = random.Random(5)
    batch = edition.batch(4)
    single = edition.new(2)
    for _ in range(30):
        if single.to_move is None:
            break
        actions = random_actions(batch.legal, chooser)
        batch.step(actions)
        single.play(int(actions[2]))
        assert batch.states[2:3].tobytes() == single.bits.tobytes()


def test_without_autoreset_a_finished_game_stays_over_and_pays_once() -> None:
    game = quadriga.load("caesar")
    batch = game.batch(1)
    chooser = random.Random(3)
    while batch.to_move[0] >= 0:
        batch.step(random_actions(batch.legal, chooser))
    assert batch.done[0] == 1
    assert sorted(batch.rewards[0]) == [-1, 1]
    after = batch.states.tobytes()
    batch.step([0])
    assert (batch.done[0], batch.rewards.any(), batch.states.tobytes()) == (1, False, after)
    batch.step([0], autoreset=True)
    assert batch.state(0) == game.new(1)


@pytest.mark.parametrize(
    ("winners", "paid"),
    [
        ([1, 0], [1, -1]), ([0, 0], [0, 0]), ([1, 1], [0, 0]), ([1], [1]), ([0], [-1]),
        ([0, 1, 1, 0, 0], [-1 / 3, 0.5, 0.5, -1 / 3, -1 / 3]),
    ],
)  # fmt: skip
def test_winners_share_what_the_others_pay(winners: list[int], paid: list[float]) -> None:
    assert payment(np.array([winners], np.uint8))[0] == pytest.approx(paid)


def test_arrays_of_a_batch_pass_by_dlpack_without_a_copy() -> None:
    import torch

    batch = quadriga.load("caesar").batch(4)
    for array in (batch.legal, batch.observe(), batch.rewards, batch.done, batch.seeds):
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data
    actions = torch.from_dlpack(batch.legal).argmax(dim=1)
    batch.step(actions)
    assert (batch.states["moves"] == 1).all()
