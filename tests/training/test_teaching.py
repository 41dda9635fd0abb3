"""A network that learns from a search which it guides: what it tried most, what it expected, and who won."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import quadriga
from quadriga.players import Budget, decide, player
from quadriga.training.encoding import Encoding
from quadriga.training.lessons import FORESIGHT, Lessons, foretold, play_one, tree_of
from quadriga.training.model import Model
from quadriga.training.run import NETWORK, train
from quadriga.training.teaching import SearchLearner, remembered

from .conftest import TINY

pytestmark = pytest.mark.long
NAME = "liars-dice"
TAUGHT = replace(TINY, games=6, playouts=24, minibatch=16, rate=0.01, reuse=20.0)


@pytest.fixture(scope="module")
def lessons(trained: Path) -> Lessons:
    """The decisions of a game."""
    game = quadriga.load(NAME)
    tree = tree_of(NAME, tuple(game.option_texts.items()), str(trained / NETWORK))
    return play_one(tree, 5, 50, 0, game.definition.rules.SEATS)


def test_decisions_of_a_search_are_kept_whole(lessons: Lessons) -> None:
    seats = len(quadriga.load(NAME).seats)
    assert len(lessons) > 3 and lessons.counts.min() > 1, "forced moves teach nothing"
    assert len(lessons.moves) == len(lessons.shares) == lessons.counts.sum()
    for moves, shares in zip(*(np.split(of, lessons.counts.cumsum()[:-1]) for of in (lessons.moves, lessons.shares)),
                             strict=True):  # fmt: skip
        assert len(set(moves.tolist())) == len(moves) and shares.sum() == pytest.approx(1)
    assert lessons.targets[:, :seats].sum(axis=1) == pytest.approx(np.ones(len(lessons)), abs=0.02)
    # The last decision is told who won more surely than the first.
    assert lessons.targets[-1].max() > FORESIGHT - 0.01


def test_what_should_be_foretold_counts_from_the_seat_that_decides() -> None:
    targets = foretold((0.0, 1.0), [(0.6, 0.4), (0.5, 0.5)], [0, 1], 2)
    last = FORESIGHT * 1.0 + (1 - FORESIGHT) * 0.5
    assert targets[1] == pytest.approx([last, 1 - last])
    assert targets[0][1] == pytest.approx(FORESIGHT * last + (1 - FORESIGHT) * 0.4)
    alone = foretold((1.0,), [(0.5,)], [0], 2)
    assert alone[0] == pytest.approx([last, 1 - last])


def test_the_oldest_are_forgotten(lessons: Lessons) -> None:
    kept = remembered(lessons, lessons, len(lessons) + 2)
    assert len(kept) == len(lessons) + 2
    first = int(lessons.counts[-2:].sum())
    assert kept.moves.tolist() == lessons.moves[-first:].tolist() + lessons.moves.tolist()
    assert kept.seen[2:].tolist() == lessons.seen.tolist()


def test_a_network_comes_nearer_to_what_the_search_found(tmp_path: Path) -> None:
    game = quadriga.load(NAME)
    encoding = Encoding(game)
    torch.manual_seed(1)
    model = Model(encoding, game.num_actions, game.definition.rules.SEATS, TAUGHT)
    learner = SearchLearner(model, encoding, [(1.0, game)], TAUGHT, "cpu", tmp_path)
    played = learner.play()
    assert played.ended == 6 and len(played) == len(played.lessons) and learner.round == 1
    first, second = learner.learn(played, 0.0), learner.learn(played, 0.0)
    assert second["error"] < first["error"] and second["entropy"] < first["entropy"]
    assert not list(tmp_path.iterdir()), "nothing is left of the network that guided"


def test_it_is_a_way_to_train(tmp_path: Path) -> None:
    game = quadriga.load(NAME)
    said: list[str] = []
    for rounds in (1, 2):
        path = train(game, tmp_path, TAUGHT, rounds=rounds, usual=True, play_off_games=2, say=said.append)
    assert [text.split(":")[0] for text in said] == ["round 1", "going on from round 1", "round 2"]
    state = game.new(3)
    assert decide(player(f"search:{path}"), state, Budget(playouts=10)) in state.legal
