"""The games that a network is trained with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

import quadriga
from quadriga import Game
from quadriga.games import definition
from quadriga.players.networks import weights
from quadriga.training.encoding import Encoding
from quadriga.training.model import Model
from quadriga.training.run import train
from quadriga.training.tables import Tables, mixture

from .conftest import TINY

pytestmark = pytest.mark.long


def test_all_sets_of_options_are_allowed_and_the_usual_one_comes_most(edition: Game) -> None:
    shares = mixture(edition.definition)
    assert sum(share for share, _ in shares) == pytest.approx(1)
    assert max(shares, key=lambda share: share[0])[1] == edition or edition.name == "liars-dice"


def test_sets_of_options_are_played_side_by_side() -> None:
    shares = [(0.5, quadriga.load("caesar")), (0.25, quadriga.load("caesar", solo="low"))]
    tables = Tables(shares, 6, "cpu", 1)
    assert [len(batch) for batch in tables.batches] == [4, 2]
    assert tables.seats.tolist() == [2, 2, 2, 2, 1, 1]
    torch.manual_seed(1)
    ended = torch.zeros(6, dtype=torch.bool)
    while not (ended[:4].any() and ended[4:].any()):
        legal = tables.legal()
        tables.step((legal * torch.rand(legal.shape)).argmax(1))
        shared, done = tables.results()
        assert shared.shape == (6, 2) and torch.allclose(shared.sum(1), torch.ones(6))
        assert torch.isin(shared[done], torch.tensor([0.0, 0.5, 1.0])).all()
        ended |= done


def test_a_slot_stands_for_the_legal_action_in_it() -> None:
    game = quadriga.load("ave-caesar", players=2)
    tables = Tables([(1.0, game)], 5, "cpu", 3)
    slot = game.definition.rules.slot
    for _ in range(30):
        states = [tables.batches[0].state(k) for k in range(5)]
        legal = tables.legal()
        assert legal.shape == (5, game.definition.rules.SLOTS)
        for row, state in zip(legal, states, strict=True):
            assert row.nonzero().squeeze(1).tolist() == sorted(slot(state.s, move.id) for move in state.legal)
        chosen = legal.float().argmax(1)
        tables.step(chosen)
        for k, state in enumerate(states):
            if not tables.batches[0].done[k]:
                state.play(next(move for move in state.legal if slot(state.s, move.id) == chosen[k]))
                assert state.position() == tables.batches[0].state(k).position()


def test_only_the_usual_options_are_trained_with_if_so_asked(tmp_path: Path) -> None:
    game = quadriga.load("liars-dice", dice=1)
    settings = replace(TINY, games=4, steps=2, minibatch=4)
    path = train(game, tmp_path, settings, rounds=1, play_off_games=0, usual=True, say=lambda text: None)
    about, _ = weights(game.definition, str(path))
    assert [one["options"] for one in about["sets"]] == [game.option_texts]


def test_a_network_is_told_the_options() -> None:
    game = definition("caesar-cleopatra-1997")
    games = [each for _, each in mixture(game)]
    encoding = Encoding(games[0])
    chosen = encoding.chosen(games)
    assert len({tuple(row) for row in chosen.tolist()}) == len(games) and (chosen.sum(1) == len(game.options)).all()
    model = Model(encoding, games[0].num_actions, 2, TINY)
    seen = torch.zeros(len(games), encoding.numbers, dtype=torch.int8)
    rated, _ = model(seen, torch.from_numpy(chosen))
    assert len({tuple(row) for row in rated.tolist()}) == len(games)
